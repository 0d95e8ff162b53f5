import { addressOf } from '../../domain/call.ts';
import { type ChangedList, heartbeatSeconds } from '../../domain/events/stream.ts';

/** What is heard of the server. Plain data: one tab passes it on to the others. */
export type Signal =
  /** The line is up for the first time; these lists changed after the page began to read. */
  | { kind: 'opened'; lists: ChangedList[] }
  /** It is up again after it was down, here or behind the server: anything may have changed meanwhile. */
  | { kind: 'resumed' }
  /** `changeId`: made by this person's page of that name. */
  | { kind: 'changed'; lists: ChangedList[]; changeId?: string }
  /** The server refused the line: the session may be over. */
  | { kind: 'refused' };

const shortestPause = 1000;
const longestPause = 30_000;
/** A line on which two heartbeats failed to come is dead, whatever the browser thinks. */
const longestSilence = (2 * heartbeatSeconds + 5) * 1000;
const lookEvery = 5000;

/** What is counted into a page's age for its way to the server, in milliseconds. */
const longestWay = 10_000;
/** A page may be older than the server remembers, but no older than it can be told. */
const oldestAge = 3_600_000;

/** Lets the server see that a new line of this page replaces its former one. No secret. */
const pageId = Math.random().toString(36).slice(2);

function changeOf(data: unknown): Signal {
  const { lists, changeId } = JSON.parse(String(data)) as { lists?: unknown; changeId?: unknown };
  return {
    kind: 'changed',
    lists: Array.isArray(lists) ? (lists as ChangedList[]) : [],
    ...(typeof changeId === 'string' && { changeId }),
  };
}

/**
 * What changed since a page began to read and before its line was up.
 *
 * @returns null where the server does not know as far back, or says nothing of it
 */
function changedSince(since: number, hello: unknown): ChangedList[] | null {
  const { knownFor = 0, ago = {} } = JSON.parse(String(hello)) as {
    knownFor?: number;
    ago?: Partial<Record<ChangedList, number>>;
  };
  // by now, so with the answer's way: a change can only seem younger than it is
  const age = Date.now() - since;
  if (age > knownFor) return null;
  return (Object.keys(ago) as ChangedList[]).filter((list) => (ago[list] ?? 0) <= age);
}

/** How old, by the time the server hears of it, a page is at most that began to read at a moment; milliseconds. */
const ageOf = (since: number): number =>
  Math.ceil(Math.min(Math.max(0, Date.now() - since) + longestWay, oldestAge));

/**
 * One connection. Nothing is heard of it any more once it has failed or was closed.
 *
 * @param since when the page began to read what the line keeps up to date; null: it reads all anew
 * @param onFailed is told whether the server refused it; a line that is lost can be opened again
 * @returns a function that closes it
 */
function openLine(
  since: number | null,
  onHeard: (event: string, data: unknown) => void,
  onFailed: (isRefused: boolean) => void,
): () => void {
  const source = new EventSource(
    addressOf('GET /api/events', {
      query: { page: pageId, age: since === null ? '' : String(ageOf(since)) },
    }),
  );
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
 * @param since when the page began to read its lists, by the clock on the wall; null: long ago, and it reads them anew
 * @returns a function that ends it
 */
export function openEventStream(since: number | null, onSignal: (signal: Signal) => void): () => void {
  let closeLine: (() => void) | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let pause = shortestPause;
  // set once a line was up or refused: what it could not tell is read again
  let isBehind = since === null;
  // by the clock on the wall: a computer that slept finds its line old when it wakes
  let heardAt = 0;

  const onHeard = (event: string, data: unknown): void => {
    heardAt = Date.now();
    if (event === 'changed') return onSignal(changeOf(data));
    if (event === 'heartbeat') return;
    const lists = isBehind || since === null ? null : changedSince(since, data);
    onSignal(lists ? { kind: 'opened', lists } : { kind: 'resumed' });
    isBehind = true;
    pause = shortestPause;
  };
  const onFailed = (isRefused: boolean): void => {
    closeLine = null;
    // nor does it help to ask a server of a former version once more how old the page is
    isBehind ||= isRefused;
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
    closeLine = openLine(isBehind ? null : since, onHeard, onFailed);
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
