import { MutationObserver, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { failureText } from '../http/httpError.ts';
import { showToast, type ToastContent } from '../ui/toast.ts';
import { type List, refetchLists } from './lists.ts';

/** The inverse call of something that was done. */
interface Undo<Answer> {
  run: () => Promise<Answer>;
  /** The title of the toast once it is taken back, or the toast where not all may have been. */
  done: string | ((answer: Answer) => ToastContent);
  text?: string;
}

/** What 'Annulla' does, for somebody who may be gone from the screen when the answer comes. */
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

/** The function that makes an 'Annulla' for a toast of the screen's own. */
export function useTakeBack(changes: readonly List[]): <Answer>(undo: Undo<Answer>) => () => void {
  const client = useQueryClient();
  return (undo) => () => void takeBack(client, changes, undo);
}
