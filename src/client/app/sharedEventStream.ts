import { openEventStream, type Signal } from './eventStream.ts';
import { electLeader } from './leaderElection.ts';

/** What the leading tab sends to the others, or to the one in `to`; `here`: it still has the connection. */
type TabMessage = (Signal | { kind: 'here' }) & { to?: string };

/** A tab that opens later announces itself, with the moment at which it began to read. */
interface Joined {
  kind: 'joined';
  from: string;
  since: number;
}

const announceMs = 5000;
/** How long the leading tab keeps what it received, for tabs that open later; milliseconds. */
const rememberedFor = 30_000;
/** A leading tab that sends nothing for so long was suspended by the browser. */
const longestSilence = 3 * announceMs;

/** Tells this tab from the others. */
const tabId = Math.random().toString(36).slice(2);

/**
 * Follows the server's events with one connection for all tabs of this browser: the leading tab has it and passes on
 * what it receives. Where the browser cannot share, each tab has its own.
 *
 * @param name the same for all tabs that may share, so one for each person
 * @param since when this tab began to read its lists, by the system's clock
 * @returns a function that ends it
 */
export function shareEventStream(
  name: string,
  since: number,
  onSignal: (signal: Signal) => void,
): () => void {
  // locks exist only where the page came over https or from this computer
  if (!('locks' in navigator) || !('BroadcastChannel' in window)) return openEventStream(since, onSignal);
  const channel = new BroadcastChannel(name);
  const send = (message: TabMessage | Joined): void => channel.postMessage(message);
  const recent = recentSignals();
  let receivedAt = Date.now();
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage | Joined>) => {
    if (data.kind === 'joined') {
      if (leadership.isLeader())
        for (const signal of recent.since(data.since)) send({ ...signal, to: data.from });
      return;
    }
    receivedAt = Date.now();
    if (data.kind !== 'here' && (data.to ?? tabId) === tabId) onSignal(data);
  });
  // for what changed while this tab was reading and did not listen yet
  send({ kind: 'joined', from: tabId, since });
  const leadership = electLeader(name, (isFirst) => {
    send({ kind: 'here' });
    recent.begin(isFirst ? since : Date.now());
    // between another tab's connection and this one events were lost
    const close = openEventStream(isFirst ? since : null, (signal) => {
      recent.add(signal);
      // the others first: what this tab does about it may end its connection
      send(signal);
      onSignal(signal);
    });
    return () => {
      close();
      receivedAt = Date.now();
    };
  });
  const watch = setInterval(() => {
    if (leadership.isLeader()) return send({ kind: 'here' });
    if (document.visibilityState === 'hidden' || Date.now() - receivedAt < longestSilence) return;
    receivedAt = Date.now();
    leadership.takeOver();
  }, announceMs);
  return () => {
    clearInterval(watch);
    leadership.resign();
    channel.close();
  };
}

/** What the leading tab has received lately. */
function recentSignals() {
  let signals: { at: number; signal: Signal }[] = [];
  let knownSince = 0;
  return {
    /** From this instant on every signal is received. */
    begin: (instant: number): void => {
      signals = [];
      knownSince = instant;
    },
    add: (signal: Signal): void => {
      const oldest = Date.now() - rememberedFor;
      knownSince = Math.max(knownSince, oldest);
      signals = [...signals.filter(({ at }) => at >= oldest), { at: Date.now(), signal }];
    },
    /** What a tab missed that began to read then; where that is not known, it has to refetch everything. */
    since: (instant: number): Signal[] =>
      instant < knownSince
        ? [{ kind: 'resumed' }]
        : signals.filter(({ at }) => at >= instant).map(({ signal }) => signal),
  };
}
