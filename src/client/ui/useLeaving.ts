import { startTransition, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { afterPaint } from './afterPaint.ts';

/**
 * For what covers the page: it is out of sight at once and leaves after that. What is behind it gets its styles anew when
 * it can be reached again, which takes a phone 50 ms.
 */
export function useLeaving(onClose: () => void): { isLeaving: boolean; leave: () => void } {
  const [isLeaving, setLeaving] = useState(false);
  const hasBegun = useRef(false);
  const leave = (): void => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    setLeaving(true);
    afterPaint(() => {
      // at once, as with a press: the page must not be inert any more when React Aria hands the focus back in the next frame
      flushSync(onClose);
      // Whoever opened it may decide that it stays. Not before they have: one that the address keeps goes with it, in its time.
      hasBegun.current = false;
      startTransition(() => setLeaving(false));
    });
  };
  return { isLeaving, leave };
}
