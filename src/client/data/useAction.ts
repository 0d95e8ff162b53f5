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

/** Something that a person does: what is called, what it changes, and how its end is told; a failure without `failed` is told by the screen. */
export interface Action<Input, Answer> extends Partial<Failure> {
  run: (input: Input) => Promise<Answer>;
  /** Refetched when it has ended; after a failure too, since a refusal means that something changed meanwhile. */
  changes?: readonly List[];
  /** Shows the change before the server has answered; answers how it is taken back, which a failure does. */
  optimistic?: (client: QueryClient, input: Input) => Promise<() => void>;
  /** The toast of a success; null where nothing was done. */
  done?:
    | ((answer: Answer) => (Omit<ToastContent, 'variant'> & { variant?: ToastVariant }) | null)
    | undefined;
  /** The inverse call, where there is one: the toast offers it as 'Annulla'. */
  undo?: ((answer: Answer, client: QueryClient, changes: readonly List[]) => undefined) | undefined;
  /** At once; told here and not by the caller, who may be gone from the screen by then. */
  onDone?: ((answer: Answer, input: Input, client: QueryClient) => void | Promise<void>) | undefined;
  /** When what it changes is up to date. */
  onRefetched?: ((answer: Answer) => void) | undefined;
  /** The server refused it, for what changed meanwhile: trying again would not help. */
  onRefused?: (() => void) | undefined;
  meta?: MutationMeta;
}

/** Changes what has been read, for `optimistic`. */
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
    // what is written counts as fresh
    void client.invalidateQueries({ queryKey, refetchType: 'none' });
  };
}

/** An action; pending until what it changes is up to date, so that a card cannot be pressed twice. */
export function useAction<Input, Answer>(action: Action<Input, Answer>) {
  const { run, changes, optimistic, done, failed, invalid, fallback, meta } = action;
  const client = useQueryClient();
  // a second tap can come before `isPending` has been drawn
  const isUnderWay = useRef(false);
  const refetched = useRef<Promise<void>>(undefined);
  const toldFailure = useRef<number>(undefined);
  const mutation = useMutation<Answer, Error, Input, (() => void) | undefined>({
    mutationFn: (input) =>
      run(input).finally(() => {
        if (changes) refetched.current = refetchLists(client, changes);
      }),
    onMutate: (input) => {
      // it would lie over what the next try brings
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
  /** The same as `mutate`; nothing while it is under way. */
  const start: typeof mutation.mutate = (...given) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    mutation.mutate(...given);
  };
  return { ...mutation, start };
}
