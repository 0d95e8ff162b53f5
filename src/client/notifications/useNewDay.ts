import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { refetchLists } from '../data/lists.ts';
import { useToday } from '../shifts/clock.ts';
import { useNotifications } from './api.ts';

/** What rosters propose is over with its days, of which no event tells. */
export function useNewDay(): void {
  const client = useQueryClient();
  const today = useToday();
  const readOn = useRef(today);
  const notifications = useNotifications().data?.pages[0]?.notifications ?? [];
  // the table of types is not of what the page begins with
  const waits = notifications.some(({ type, isOver }) => type === 'roster_arrived' && !isOver);
  useEffect(() => {
    if (readOn.current === today) return;
    readOn.current = today;
    if (waits) void refetchLists(client, ['shifts', 'notifications']);
  }, [client, today, waits]);
}
