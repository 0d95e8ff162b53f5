import { useSyncExternalStore } from 'react';
import { addDays, type Day, dayInRome, type Instant, instantInRome } from '../../domain/calendar/day.ts';

/** The current instant: the only place in the client that reads the clock. */
export const currentInstant = (): Instant => new Date().toISOString();

export const currentDay = (): Day => dayInRome(currentInstant());

/** Calls back when the day in Rome may have changed: at midnight, and when the page becomes visible. */
export function onNewDay(callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = (): void => {
    const now = currentInstant();
    const midnight = instantInRome(addDays(dayInRome(now), 1), '00:00');
    timer = setTimeout(
      () => {
        callback();
        wait();
      },
      Date.parse(midnight) - Date.parse(now) + 50,
    );
  };
  const onVisible = (): void => {
    if (document.visibilityState === 'visible') callback();
  };
  wait();
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

/** Today in Rome, in any time zone; updates at midnight. */
export const useToday = (): Day => useSyncExternalStore(onNewDay, currentDay);
