import { type ChangedList, heartbeatSeconds } from '../../domain/events/stream.ts';

/** What is heard of the server. Plain data: one tab passes it on to the others. */
export type Signal =
  /** The line is up for the first time: what was read before may be older than what it will tell. */
  | { kind: 'opened' }
  /** It is up again after it was down, here or behind the server: anything may have changed meanwhile. */
  | { kind: 'resumed' }
  | { kind: 'changed'; lists: ChangedList[] }
  /** The server refused the line: the session may be over. */
  | { kind: 'refused' };

const shortestPause = 1000;
const longestPause = 30_000;
/** A line on which two heartbeats failed to come is dead, whatever the browser thinks. */
const longestSilence = (2 * heartbeatSeconds + 5) * 1000;
const lookEvery = 5000;

/** Lets the server see that a new line of this page replaces its former one. No secret. */
const pageId = Math.random().toString(36).slice(2);

function listsOf(data: unknown): ChangedList[] {
  const { lists } = JSON.parse(String(data)) as { lists?: unknown };
  return Array.isArray(lists) ? (lists as ChangedList[]) : [];
}

/**
 * One connection. Nothing is heard of it any more once it has failed or was closed.
 *
 * @param onFailed is told whether the server refused it; a line that is lost can be opened again
 * @returns a function that closes it
 */
function openLine(
  onHeard: (event: string, data: unknown) => void,
  onFailed: (isRefused: boolean) => void,
): () => void {
  const source = new EventSource(`/api/events?page=${pageId}`);
  for (const event of ['hello', 'missed', 'changed', 'heartbeat']) {
    source.addEventListener(event, ({ data }: MessageEvent) => onHeard(event, data));
  }
  source.addEventListener('error', () => {
    // the browser gives up by itself only after an answer such as 401 or 503
    const isRefused = source.readyState === EventSource.CLOSED;
    source.close();
    onFailed(isRefused);
  });
  return () => source.close();
}

/**
 * Follows the server's events through lost and dead lines, restarts of the server and refusals.
 *
 * @returns a function that ends it
 */
export function openEventStream(onSignal: (signal: Signal) => void): () => void {
  let closeLine: (() => void) | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let pause = shortestPause;
  let hasBeenUp = false;
  // by the clock on the wall: a computer that slept finds its line old when it wakes
  let heardAt = 0;

  const onHeard = (event: string, data: unknown): void => {
    heardAt = Date.now();
    if (event === 'changed') return onSignal({ kind: 'changed', lists: listsOf(data) });
    if (event === 'heartbeat') return;
    onSignal({ kind: hasBeenUp ? 'resumed' : 'opened' });
    hasBeenUp = true;
    pause = shortestPause;
  };
  const onFailed = (isRefused: boolean): void => {
    closeLine = null;
    // after a restart of the server not everybody comes back in the same instant
    retry = setTimeout(connect, pause * (0.5 + Math.random() / 2));
    pause = Math.min(pause * 2, longestPause);
    if (isRefused) onSignal({ kind: 'refused' });
  };
  const disconnect = (): void => {
    clearTimeout(retry);
    closeLine?.();
    closeLine = null;
  };
  const connect = (): void => {
    disconnect();
    heardAt = Date.now();
    closeLine = openLine(onHeard, onFailed);
  };
  const reviveLine = (): void => {
    if (closeLine && Date.now() - heardAt > longestSilence) connect();
  };

  connect();
  const watch = setInterval(reviveLine, lookEvery);
  // What was told while the network was away could not be read: a new line has all of it read again.
  window.addEventListener('online', connect);
  return () => {
    window.removeEventListener('online', connect);
    clearInterval(watch);
    disconnect();
  };
}
