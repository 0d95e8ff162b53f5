import {
  type MutationMeta,
  type QueryClient,
  type QueryKey,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { type Failure, failureText, HttpError } from '../http/httpError.ts';
import { dismissToast, showToast, type ToastContent, type ToastVariant } from '../ui/toast.ts';
import { type List, refetchLists } from './lists.ts';

/** A user action: its call, the lists it changes, its texts. Without `failed`, the screen shows failures itself. */
export interface Action<Input, Answer> extends Partial<Failure> {
  run: (input: Input) => Promise<Answer>;
  /** Lists to refetch afterwards, even after a failure: a refusal means that something has changed. */
  changes?: readonly List[];
  /** Applies the change before the server answers; returns a rollback for failures. */
  optimistic?: (client: QueryClient, input: Input) => Promise<() => void>;
  /** The success toast; null if nothing was done. */
  done?:
    | ((answer: Answer) => (Omit<ToastContent, 'variant'> & { variant?: ToastVariant }) | null)
    | undefined;
  /** The inverse call, offered by the toast as 'Annulla'. */
  undo?: ((answer: Answer, client: QueryClient, changes: readonly List[]) => undefined) | undefined;
  /** Called at once, even if the calling component is unmounted by then. */
  onDone?: ((answer: Answer, input: Input, client: QueryClient) => void | Promise<void>) | undefined;
  /** Called when the changed lists are up to date. */
  onRefetched?: ((answer: Answer) => void) | undefined;
  /** Called if the server refused because of a concurrent change: retrying would not help. */
  onRefused?: (() => void) | undefined;
  meta?: MutationMeta;
}

/** Updates cached data, for `optimistic`. */
export async function showChange<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (data: Data) => Data,
): Promise<() => void> {
  await client.cancelQueries({ queryKey });
  const before = client.getQueryData<Data>(queryKey);
  client.setQueryData<Data>(queryKey, (data) => data && change(data));
  return () => {
    client.setQueryData(queryKey, before);
    // written data counts as fresh
    void client.invalidateQueries({ queryKey, refetchType: 'none' });
  };
}

/** Runs an action; pending until its lists are refetched, so that a card cannot be pressed twice. */
export function useAction<Input, Answer>(action: Action<Input, Answer>) {
  const { run, changes, optimistic, done, failed, invalid, fallback, meta } = action;
  const client = useQueryClient();
  // a second tap may come before `isPending` is rendered
  const isUnderWay = useRef(false);
  const refetched = useRef<Promise<void>>(undefined);
  const toldFailure = useRef<number>(undefined);
  const mutation = useMutation<Answer, Error, Input, (() => void) | undefined>({
    mutationFn: (input) =>
      run(input).finally(() => {
        if (changes) refetched.current = refetchLists(client, changes);
      }),
    onMutate: (input) => {
      // it would cover the result of the retry
      if (toldFailure.current !== undefined) dismissToast(toldFailure.current);
      return optimistic?.(client, input);
    },
    onSuccess: async (answer, input) => {
      const told = done?.(answer);
      if (told) {
        const back = action.undo && { undo: () => action.undo?.(answer, client, changes ?? []) };
        showToast({ variant: 'success', ...told, ...back });
      }
      await action.onDone?.(answer, input, client);
      await refetched.current;
      action.onRefetched?.(answer);
    },
    onError: async (error, _input, takeBack) => {
      takeBack?.();
      if (failed !== undefined) {
        const text = failureText({ failed, invalid, fallback }, error);
        toldFailure.current = showToast({ variant: 'error', ...text });
      }
      await refetched.current;
      if (error instanceof HttpError && error.status >= 400 && error.status < 500) action.onRefused?.();
    },
    onSettled: () => {
      isUnderWay.current = false;
    },
    ...(meta && { meta }),
  });
  /** Like `mutate`, but does nothing while running. */
  const start: typeof mutation.mutate = (...given) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    mutation.mutate(...given);
  };
  return { ...mutation, start };
}
