import { createStore } from './store.ts';

/** Milliseconds between attempts; afterwards `longestPause`, without limit. */
const pauses = [500, 1000, 2000, 4000];
const longestPause = 8000;

/** The number of callers waiting for the server. */
const waiting = createStore(0);

export const useIsServerUnreachable = (): boolean => waiting.use() > 0;

/** No response, or a proxy's. */
const isServerAway = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ status }) => [502, 503, 504].includes(status),
    () => true,
  );

/** Ends early when the network is back. */
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
 * Retries while the server does not answer. A failure while it does is final: the file belongs to an earlier version,
 * and most browsers before 2026 cache a failed import.
 */
export async function retryUntilOnline<Result>(get: () => Promise<Result>): Promise<Result> {
  const outcome = await attempt(get);
  if (outcome) return outcome.result;
  if (!(await isServerAway())) return get();
  waiting.set(waiting.current + 1);
  try {
    return await getWhenBack(get);
  } finally {
    waiting.set(waiting.current - 1);
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
