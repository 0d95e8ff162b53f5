import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type ToastContent, useToast } from '../ui/toast.ts';
import { invalidateExchanges } from './actions.ts';
import { type Failure, failureText } from './failures.ts';

/** An action, and how its success and its failure are told. */
export interface ExchangeAction<Input, Answer> extends Failure {
  run: (input: Input) => Promise<Answer>;
  /** The toast of a success. */
  done: (answer: Answer) => Omit<ToastContent, 'variant'>;
  onDone?: ((answer: Answer) => void) | undefined;
}

/**
 * An action on a request. It stays pending until the lists that it touches are up to date, so that a card cannot be
 * pressed twice; they are read again after a failure too, since a refusal means that something changed meanwhile.
 */
export function useExchangeAction<Input, Answer>(action: ExchangeAction<Input, Answer>) {
  const { run, done, onDone } = action;
  const client = useQueryClient();
  const toast = useToast();
  // a second tap can come before `isPending` has been drawn
  const isUnderWay = useRef(false);
  const { mutate, isPending, error, reset } = useMutation<Answer, Error, { input: Input }>({
    mutationFn: ({ input }) => run(input),
    // told here and not by the caller, whose card may be gone from its tab by then
    onSuccess: (answer) => {
      toast({ variant: 'success', ...done(answer) });
      onDone?.(answer);
    },
    onError: (problem) => toast({ variant: 'error', ...failureText(action, problem) }),
    onSettled: async () => {
      await invalidateExchanges(client);
      isUnderWay.current = false;
    },
  });
  const start = (input: Input, onError?: (error: Error) => void) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    mutate({ input }, onError ? { onError } : {});
  };
  return { start, isPending, error, forget: reset };
}
