import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { refetchLists } from '../data/lists.ts';
import { useToday } from '../shifts/clock.ts';
import { useNotifications } from './api.ts';

/** Roster proposals end with their days, without an event: refetches after midnight. */
export function useNewDay(): void {
  const client = useQueryClient();
  const today = useToday();
  const readOn = useRef(today);
  const notifications = useNotifications().data?.pages[0]?.notifications ?? [];
  // compared by name: the table of types is not in the initial chunk
  const waits = notifications.some(({ type, isOver }) => type === 'roster_arrived' && !isOver);
  useEffect(() => {
    if (readOn.current === today) return;
    readOn.current = today;
    if (waits) void refetchLists(client, ['shifts', 'notifications']);
  }, [client, today, waits]);
}
