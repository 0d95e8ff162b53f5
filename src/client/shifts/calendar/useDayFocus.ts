import { type RefObject, useEffect, useRef } from 'react';
import type { Day } from '../../../domain/calendar/day.ts';

/** A request to focus a day; a new object each time. */
export interface DayFocus {
  day: Day;
}

/** The list whose item with the wanted `data-day` gets the focus as soon as it is rendered. */
export function useDayFocus<List extends HTMLElement>(wish: DayFocus | null): RefObject<List | null> {
  const list = useRef<List>(null);
  const answered = useRef(wish);
  useEffect(() => {
    if (wish === null || wish === answered.current) return;
    const item = list.current?.querySelector<HTMLElement>(`[data-day="${wish.day}"]`);
    if (!item) return;
    answered.current = wish;
    // a press elsewhere keeps its place; arrow keys scroll along
    item.focus({ preventScroll: !list.current?.contains(document.activeElement) });
  });
  return list;
}
