import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { needsAction } from '../../domain/notifications/schema.ts';
import { entryOf } from '../../domain/notifications/types.ts';
import { refetchLists } from '../data/lists.ts';
import { useToday } from '../shifts/clock.ts';
import { useNotifications } from './api.ts';

/** What rosters propose is over with its days, of which no event tells. */
export function useNewDay(): void {
  const client = useQueryClient();
  const today = useToday();
  const readOn = useRef(today);
  const notifications = useNotifications().data?.pages[0]?.notifications ?? [];
  const waits = notifications.some((one) => needsAction(one) && entryOf(one.type).subject === 'roster');
  useEffect(() => {
    if (readOn.current === today) return;
    readOn.current = today;
    if (waits) void refetchLists(client, ['shifts', 'notifications']);
  }, [client, today, waits]);
}
