import { useSyncExternalStore } from 'react';

/** Before what somebody waits for is asked for again, in milliseconds; then the longest, for as long as it takes. */
const pauses = [500, 1000, 2000, 4000];
const longestPause = 8000;

let waiting = 0;
const listeners = new Set<() => void>();

function setWaiting(change: 1 | -1): void {
  waiting += change;
  for (const listener of listeners) listener();
}

/** Whether somebody waits for code that the server does not send because it does not answer. */
export const useIsWaiting = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting > 0,
  );

/** No answer at all, or one that a proxy gave in the server's place. */
const isServerAway = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ status }) => [502, 503, 504].includes(status),
    () => true,
  );

/** Ends early when the network comes back. */
const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    window.addEventListener('online', end);
  });

/**
 * Gets something from the server, however long that is away. What it still does not have when it answers is gone with a
 * former version, and browsers that keep a failure (until 2026 most did) ask no more either: that fails.
 */
export async function patiently<Result>(get: () => Promise<Result>): Promise<Result> {
  const outcome = await attempt(get);
  if (outcome) return outcome.result;
  if (!(await isServerAway())) return get();
  setWaiting(1);
  try {
    return await getWhenBack(get);
  } finally {
    setWaiting(-1);
  }
}

async function getWhenBack<Result>(get: () => Promise<Result>): Promise<Result> {
  for (let count = 0; ; count += 1) {
    await pause(pauses[count] ?? longestPause);
    const outcome = await attempt(get);
    if (outcome) return outcome.result;
    if (!(await isServerAway())) return get();
  }
}

const attempt = <Result>(get: () => Promise<Result>): Promise<{ result: Result } | null> =>
  get().then(
    (result) => ({ result }),
    () => null,
  );
