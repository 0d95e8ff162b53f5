import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { HttpError, textOf } from '../http/httpError.ts';
import { type ToastContent, useToast } from '../ui/toast.ts';

interface CodeAction<Input, Answer> {
  run: (input: Input) => Promise<Answer>;
  done: (answer: Answer) => ToastContent;
  /** Title of the toast of a failure; the server's message stands below it. */
  failed: string;
  onDone: (answer: Answer) => void;
  /** The server refused it, for what changed meanwhile: trying again would not help. */
  onRefused?: (() => void) | undefined;
}

/**
 * An action on codes. What shows codes is read again before it counts as done, and after a failure too: a refusal means
 * that something changed meanwhile.
 */
export function useCodeAction<Input, Answer>(action: CodeAction<Input, Answer>) {
  const { run, done, failed, onDone, onRefused } = action;
  const client = useQueryClient();
  const toast = useToast();
  // a second tap can come before `isPending` has been drawn
  const isUnderWay = useRef(false);
  const { mutate, isPending, error } = useMutation<Answer, Error, { input: Input }>({
    mutationFn: ({ input }) => run(input),
    onSuccess: async (answer) => {
      toast(done(answer));
      await readAgain();
      onDone(answer);
    },
    onError: async (problem) => {
      toast({ variant: 'error', title: failed, text: textOf(problem, 'Riprova tra poco.') });
      await readAgain();
      if (problem instanceof HttpError && problem.status >= 400 && problem.status < 500) onRefused?.();
    },
    onSettled: () => {
      isUnderWay.current = false;
    },
  });
  const readAgain = async (): Promise<void> => {
    const keys = ['operations', 'operation-statistics'];
    await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })));
  };
  const start = (input: Input): void => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    mutate({ input });
  };
  return { start, isPending, error };
}
