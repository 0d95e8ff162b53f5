import { type QueryCache, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Shift } from '../../domain/shifts/schema.ts';
import { useSignedIn } from '../auth/session.ts';
import { cacheSpans, type CachedSpan } from '../data/cachedCalendar.ts';

/** Milliseconds during which fetched spans are collected into one write. */
const pause = 400;

/** Caches the signed-in person's calendar on this device after every fetch. */
export function useCachedCalendar(): void {
  const cache = useQueryClient().getQueryCache();
  const { user, isImpersonating } = useSignedIn();
  const { id } = user;
  useEffect(() => {
    if (isImpersonating) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = (): void => {
      clearTimeout(timer);
      timer = undefined;
      cacheSpans(id, spansOf(cache));
    };
    const stop = cache.subscribe(({ type, query }) => {
      if (type !== 'updated' || query.queryKey[0] !== 'calendar-shifts') return;
      timer ??= setTimeout(keep, pause);
    });
    const onHide = (): void => {
      if (timer !== undefined) keep();
    };
    window.addEventListener('pagehide', onHide);
    return () => {
      stop();
      clearTimeout(timer);
      window.removeEventListener('pagehide', onHide);
    };
  }, [cache, id, isImpersonating]);
}

/** All fetched months, the most recent last. */
function spansOf(cache: QueryCache): CachedSpan[] {
  return cache
    .findAll({ queryKey: ['calendar-shifts'], predicate: ({ state }) => state.data !== undefined })
    .toSorted((one, other) => one.state.dataUpdatedAt - other.state.dataUpdatedAt)
    .map(({ queryKey: [, from, to], state }) => ({
      from: String(from),
      to: String(to),
      shifts: state.data as Shift[],
      readAt: new Date(state.dataUpdatedAt).toISOString(),
    }));
}
