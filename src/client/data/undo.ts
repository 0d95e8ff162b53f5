import { MutationObserver, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { failureText } from '../http/httpError.ts';
import { showToast, type ToastContent } from '../ui/toast.ts';
import { type List, refetchLists } from './lists.ts';

/** The inverse call of a completed action. */
interface Undo<Answer> {
  run: () => Promise<Answer>;
  /** The toast's title after the undo, or the toast itself if the undo may be partial. */
  done: string | ((answer: Answer) => ToastContent);
  text?: string;
}

/** The handler of 'Annulla'; independent of the screen, which may be unmounted by then. */
async function takeBack<Answer>(
  client: QueryClient,
  changes: readonly List[],
  { run, done, text }: Undo<Answer>,
): Promise<void> {
  const mutationFn = () => run().finally(() => void refetchLists(client, changes));
  try {
    const taken = await new MutationObserver(client, { mutationFn }).mutate();
    showToast(typeof done === 'string' ? { variant: 'info', title: done, text } : done(taken));
  } catch (error) {
    showToast({ variant: 'error', ...failureText({ failed: 'Non è stato possibile annullare' }, error) });
  }
}

/** The `undo` of an action. */
export const undoBy =
  <Answer, Taken>(undo: (answer: Answer) => Undo<Taken>) =>
  (answer: Answer, client: QueryClient, changes: readonly List[]): undefined =>
    void takeBack(client, changes, undo(answer));

/** Creates 'Annulla' handlers for a screen's own toasts. */
export function useTakeBack(changes: readonly List[]): <Answer>(undo: Undo<Answer>) => () => void {
  const client = useQueryClient();
  return (undo) => () => void takeBack(client, changes, undo);
}
