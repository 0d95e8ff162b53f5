import { type TouchEvent, useRef } from 'react';

/** How far a finger travels before it means a swipe, in pixels. */
const threshold = 50;

interface SwipeActions {
  onLeft: () => void;
  onRight: () => void;
}

/** Handlers that tell a sideways swipe of one finger from a tap and from scrolling. */
export function useSwipe({ onLeft, onRight }: SwipeActions) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: (event: TouchEvent): void => {
      const touch = event.touches.item(0);
      start.current = event.touches.length === 1 && touch ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: (event: TouchEvent): void => {
      const touch = event.changedTouches.item(0);
      if (!start.current || !touch) return;
      const x = touch.clientX - start.current.x;
      const y = touch.clientY - start.current.y;
      start.current = null;
      if (Math.abs(x) < threshold || Math.abs(x) < 2 * Math.abs(y)) return;
      if (x < 0) onLeft();
      else onRight();
    },
    onTouchCancel: (): void => {
      start.current = null;
    },
  };
}
