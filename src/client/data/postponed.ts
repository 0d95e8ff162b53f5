import { MutationObserver, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type Failure, failureText } from '../http/httpError.ts';
import { changing } from '../http/ownChanges.ts';
import { dismissToast, showToast, type ToastContent } from '../ui/toast.ts';
import { hideFrom } from './hiding.ts';
import { type List, refetchLists } from './lists.ts';
import { type Hiding, outbox, type Waiting } from './unsent.ts';

/** How long a person may take back what they did, in milliseconds. */
const timeToUndo = 5000;

/** Something that a person does and may take back: it looks done at once and is sent when that time is over. */
export interface Postponed<Answer> extends Failure {
  /** Sends it, with `keepalive`: the page may be on its way out. */
  run: () => Promise<Answer>;
  /** Refetched when it has ended. */
  changes: readonly List[];
  /** What the lists show as long as it is neither sent nor taken back. */
  hide: Hiding;
  /** The toast, which takes it back. */
  done: { title: string; text?: string | undefined };
  onDone?: ((answer: Answer) => void) | undefined;
}

/**
 * Does something 5 s later, unless it is taken back by its toast; pointed at, the toast waits and so does this. It is
 * sent at once when that toast goes, when something else is done that may build on it, and when the page is left.
 */
export function postpone<Answer>(client: QueryClient, action: Postponed<Answer>): void {
  outbox.waiting?.send();
  const show = hideFrom(client, action.changes, action.hide);
  /** Whatever ends it ends it once. */
  const end = (): boolean => {
    if (outbox.waiting !== mine) return false;
    outbox.waiting = null;
    time.halt();
    window.removeEventListener('pagehide', mine.send);
    document.removeEventListener('visibilitychange', sendWhenHidden);
    return true;
  };
  const mine: Waiting = {
    changes: action.changes,
    send: () => {
      if (!end()) return;
      dismissToast(toastId);
      void deliver(client, action, show);
    },
  };
  const sendWhenHidden = (): void => {
    // a phone ends a page in the background without another word
    if (document.visibilityState === 'hidden') mine.send();
  };
  outbox.waiting = mine;
  const time = startTime(mine.send);
  window.addEventListener('pagehide', mine.send);
  document.addEventListener('visibilitychange', sendWhenHidden);
  const toastId = showToast({
    variant: 'success',
    ...action.done,
    duration: Infinity,
    undo: () => {
      if (end()) show(true);
    },
    onGone: mine.send,
    onPause: time.halt,
    onResume: time.goOn,
  });
}

/** The time to undo, which stands still while the toast does. */
function startTime(end: () => void): { halt: () => void; goOn: () => void } {
  let left = timeToUndo;
  let since = performance.now();
  let timer: ReturnType<typeof setTimeout> | null = setTimeout(end, left);
  return {
    halt: () => {
      if (timer === null) return;
      clearTimeout(timer);
      timer = null;
      left -= performance.now() - since;
    },
    goOn: () => {
      // a toast that came while another one was pointed at is resumed without having been halted
      if (timer !== null) return;
      since = performance.now();
      timer = setTimeout(end, left);
    },
  };
}

async function deliver<Answer>(
  client: QueryClient,
  action: Postponed<Answer>,
  show: (isBack: boolean) => void,
): Promise<void> {
  const { answer, refetched } = carryOut(client, action.changes, action.run);
  outbox.sending = Promise.allSettled([outbox.sending, answer]);
  try {
    const answered = await answer;
    action.onDone?.(answered);
    await refetched();
    show(false);
  } catch (error) {
    show(true);
    showToast({ variant: 'error', ...failureText(action, error) });
  }
}

/** Calls at once, for somebody who may be gone from the screen when the answer comes, and refetches what it changes. */
function carryOut<Answer>(
  client: QueryClient,
  changes: readonly List[],
  run: () => Promise<Answer>,
): { answer: Promise<Answer>; refetched: () => Promise<void> } {
  let refetched = Promise.resolve();
  const called = changing(() =>
    run().finally(() => {
      refetched = refetchLists(client, changes);
    }),
  );
  const answer = new MutationObserver(client, { mutationFn: () => called }).mutate();
  return { answer, refetched: () => refetched };
}

/** What 'Annulla' does about something that has been sent: calls its inverse, and tells. */
async function takeBack<Answer>(
  client: QueryClient,
  changes: readonly List[],
  { run, done, text }: Undo<Answer>,
): Promise<void> {
  const { answer } = carryOut(client, changes, run);
  try {
    const taken = await answer;
    showToast(typeof done === 'string' ? { variant: 'info', title: done, text } : done(taken));
  } catch (error) {
    showToast({ variant: 'error', ...failureText({ failed: 'Non è stato possibile annullare' }, error) });
  }
}

interface Undo<Answer> {
  run: () => Promise<Answer>;
  /** The title of the toast once it is taken back, or the toast where not all may have been. */
  done: string | ((answer: Answer) => ToastContent);
  text?: string;
}

/** The `undo` of an action. */
export const undoBy =
  <Answer, Taken>(undo: (answer: Answer) => Undo<Taken>) =>
  (answer: Answer, client: QueryClient, changes: readonly List[]): undefined =>
    void takeBack(client, changes, undo(answer));

/** The function that makes an 'Annulla' for a toast of the screen's own. */
export function useTakeBack(changes: readonly List[]): <Answer>(undo: Undo<Answer>) => () => void {
  const client = useQueryClient();
  return (undo) => () => void takeBack(client, changes, undo);
}

/** The function that does something a person may take back for 5 s before it is sent. */
export function usePostponed<Answer>(): (action: Postponed<Answer>) => void {
  const client = useQueryClient();
  return (action) => postpone(client, action);
}
