import { openEventStream, type Signal } from './eventStream.ts';
import { takeTurns } from './turns.ts';

/** What the tab that has the line tells the others; `here` only says that it is still there. */
type Message = Signal | { kind: 'here' };

const sayEvery = 5000;
/** A tab that says nothing for so long was put to sleep by the browser with the line in its hands. */
const longestSilence = 3 * sayEvery;

/**
 * Follows the server's events with one line for all tabs of this browser: one of them has it and passes on what it
 * hears. Where the browser cannot share, each tab has its own.
 *
 * @param name the same for all tabs that may share, so one for each person
 * @returns a function that ends it
 */
export function shareEventStream(name: string, onSignal: (signal: Signal) => void): () => void {
  // locks exist only where the page came over https or from this computer
  if (!('locks' in navigator) || !('BroadcastChannel' in window)) return openEventStream(onSignal);
  const channel = new BroadcastChannel(name);
  const say = (message: Message): void => channel.postMessage(message);
  let heardAt = Date.now();
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    heardAt = Date.now();
    if (data.kind !== 'here') onSignal(data);
  });
  const turns = takeTurns(name, (isFirst) => {
    say({ kind: 'here' });
    const close = openEventStream((heard) => {
      // between the line of another tab and this one events were lost
      const signal: Signal = heard.kind === 'opened' && !isFirst ? { kind: 'resumed' } : heard;
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
    if (turns.isOwn()) return say({ kind: 'here' });
    if (document.visibilityState === 'hidden' || Date.now() - heardAt < longestSilence) return;
    heardAt = Date.now();
    turns.seize();
  }, sayEvery);
  return () => {
    clearInterval(watch);
    turns.leave();
    channel.close();
  };
}
