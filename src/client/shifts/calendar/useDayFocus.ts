import { type RefObject, useEffect, useRef } from 'react';
import type { Day } from '../../../domain/calendar/day.ts';

/** A wish to focus a day: a new object for each. */
export interface DayFocus {
  day: Day;
}

/** The list whose item with the wanted `data-day` gets the focus as soon as it is there. */
export function useDayFocus<List extends HTMLElement>(wish: DayFocus | null): RefObject<List | null> {
  const list = useRef<List>(null);
  const answered = useRef(wish);
  useEffect(() => {
    if (wish === null || wish === answered.current) return;
    // the item, not the button in it: an entry that is gone takes its button along
    const item = list.current?.querySelector<HTMLElement>(`[data-day="${wish.day}"]`);
    if (!item) return;
    answered.current = wish;
    item.focus({ preventScroll: true });
  });
  return list;
}
