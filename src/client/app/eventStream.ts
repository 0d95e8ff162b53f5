import { addressOf } from '../../domain/call.ts';
import { type ChangedList, heartbeatSeconds } from '../../domain/events/stream.ts';

/** What the server's event stream tells. Plain data: one tab passes it on to the others. */
export type Signal =
  /** Connected for the first time; these lists changed after the page began to read. */
  | { kind: 'opened'; lists: ChangedList[] }
  /** Connected again after a break, here or behind the server: anything may have changed meanwhile. */
  | { kind: 'resumed' }
  /** `changeId`: made by this person's page of that name. */
  | { kind: 'changed'; lists: ChangedList[]; changeId?: string }
  /** The server refused the connection: the session may be over. */
  | { kind: 'refused' };

const shortestPause = 1000;
const longestPause = 30_000;
/** A connection on which two heartbeats did not come is lost, whatever the browser reports. */
const longestSilence = (2 * heartbeatSeconds + 5) * 1000;
const checkMs = 5000;

/** What is counted into a page's age for its way to the server, in milliseconds. */
const longestWay = 10_000;
/** A page may be older than the server remembers, but no older than it can be told. */
const oldestAge = 3_600_000;

/** By it the server sees that a new connection of this page replaces its former one. No secret. */
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
 * What changed after a page began to read and before it was connected.
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

/** How old, by the time the server is told, a page is at most that began to read at a moment; milliseconds. */
const ageOf = (since: number): number =>
  Math.ceil(Math.min(Math.max(0, Date.now() - since) + longestWay, oldestAge));

/**
 * One connection. It calls nothing any more once it has failed or was closed.
 *
 * @param since when the page began to read what the stream keeps up to date; null: it refetches everything
 * @param onFailed is told whether the server refused it; a lost one can be opened again
 * @returns a function that closes it
 */
function openLine(
  since: number | null,
  onEvent: (event: string, data: unknown) => void,
  onFailed: (isRefused: boolean) => void,
): () => void {
  const source = new EventSource(
    addressOf('GET /api/events', {
      query: { page: pageId, age: since === null ? '' : String(ageOf(since)) },
    }),
  );
  for (const event of ['hello', 'missed', 'changed', 'heartbeat']) {
    source.addEventListener(event, ({ data }: MessageEvent) => onEvent(event, data));
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
 * Follows the server's events through lost connections, restarts of the server and refusals.
 *
 * @param since when the page began to read its lists, by the system's clock; null: long ago, and it refetches them
 * @returns a function that ends it
 */
export function openEventStream(since: number | null, onSignal: (signal: Signal) => void): () => void {
  let closeConnection: (() => void) | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let pause = shortestPause;
  // set once a connection was open or refused: what it could not tell is refetched
  let isBehind = since === null;
  // by the system's clock, which goes on while a computer is suspended
  let receivedAt = 0;

  const onEvent = (event: string, data: unknown): void => {
    receivedAt = Date.now();
    if (event === 'changed') return onSignal(changeOf(data));
    if (event === 'heartbeat') return;
    const lists = isBehind || since === null ? null : changedSince(since, data);
    onSignal(lists ? { kind: 'opened', lists } : { kind: 'resumed' });
    isBehind = true;
    pause = shortestPause;
  };
  const onFailed = (isRefused: boolean): void => {
    closeConnection = null;
    // nor does it help to ask a server of a former version once more how old the page is
    isBehind ||= isRefused;
    // after a restart of the server not everybody comes back in the same instant
    retry = setTimeout(connect, pause * (0.5 + Math.random() / 2));
    pause = Math.min(pause * 2, longestPause);
    if (isRefused) onSignal({ kind: 'refused' });
  };
  const disconnect = (): void => {
    clearTimeout(retry);
    closeConnection?.();
    closeConnection = null;
  };
  const connect = (): void => {
    disconnect();
    receivedAt = Date.now();
    closeConnection = openLine(isBehind ? null : since, onEvent, onFailed);
  };
  const reviveLine = (): void => {
    if (closeConnection && Date.now() - receivedAt > longestSilence) connect();
  };

  connect();
  const watch = setInterval(reviveLine, checkMs);
  // What changed while the network was away was not received: a new connection has all of it refetched.
  window.addEventListener('online', connect);
  return () => {
    window.removeEventListener('online', connect);
    clearInterval(watch);
    disconnect();
  };
}
