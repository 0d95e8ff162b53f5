import { openEventStream, type Signal } from './eventStream.ts';
import { electLeader } from './leaderElection.ts';

/** What the tab that has the line tells the others, or the one that it is meant for; `here`: it is still there. */
type TabMessage = (Signal | { kind: 'here' }) & { to?: string };

/** A tab that comes later says so, and since when it has read what it was not told of. */
interface Joined {
  kind: 'joined';
  from: string;
  since: number;
}

const sayEvery = 5000;
/** How long the tab with the line remembers what it heard, for those that come later; milliseconds. */
const rememberedFor = 30_000;
/** A tab that says nothing for so long was put to sleep by the browser with the line in its hands. */
const longestSilence = 3 * sayEvery;

/** Tells this tab from the others. */
const tabId = Math.random().toString(36).slice(2);

/**
 * Follows the server's events with one line for all tabs of this browser: one of them has it and passes on what it
 * hears. Where the browser cannot share, each tab has its own.
 *
 * @param name the same for all tabs that may share, so one for each person
 * @param since when this tab began to read its lists, by the clock on the wall
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
  const say = (message: TabMessage | Joined): void => channel.postMessage(message);
  const heard = rememberHeard();
  let heardAt = Date.now();
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage | Joined>) => {
    if (data.kind === 'joined') {
      if (leadership.isLeader())
        for (const signal of heard.since(data.since)) say({ ...signal, to: data.from });
      return;
    }
    heardAt = Date.now();
    if (data.kind !== 'here' && (data.to ?? tabId) === tabId) onSignal(data);
  });
  // what was told while this tab was reading and did not listen yet
  say({ kind: 'joined', from: tabId, since });
  const leadership = electLeader(name, (isFirst) => {
    say({ kind: 'here' });
    heard.begin(isFirst ? since : Date.now());
    // between the line of another tab and this one events were lost
    const close = openEventStream(isFirst ? since : null, (signal) => {
      heard.add(signal);
      // the others first: what this tab does about it may end its line
      say(signal);
      onSignal(signal);
    });
    return () => {
      close();
      heardAt = Date.now();
    };
  });
  const watch = setInterval(() => {
    if (leadership.isLeader()) return say({ kind: 'here' });
    if (document.visibilityState === 'hidden' || Date.now() - heardAt < longestSilence) return;
    heardAt = Date.now();
    leadership.takeOver();
  }, sayEvery);
  return () => {
    clearInterval(watch);
    leadership.resign();
    channel.close();
  };
}

/** What the tab with the line heard a moment ago. */
function rememberHeard() {
  let signals: { at: number; signal: Signal }[] = [];
  let knownSince = 0;
  return {
    /** From an instant on all that there was to hear is heard. */
    begin: (instant: number): void => {
      signals = [];
      knownSince = instant;
    },
    add: (signal: Signal): void => {
      const oldest = Date.now() - rememberedFor;
      knownSince = Math.max(knownSince, oldest);
      signals = [...signals.filter(({ at }) => at >= oldest), { at: Date.now(), signal }];
    },
    /** What a tab missed that has read since then; where that is not known, it has to read all again. */
    since: (instant: number): Signal[] =>
      instant < knownSince
        ? [{ kind: 'resumed' }]
        : signals.filter(({ at }) => at >= instant).map(({ signal }) => signal),
  };
}
