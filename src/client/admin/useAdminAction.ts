import { useMutation, useQueryClient } from '@tanstack/react-query';
import { textOf } from '../http/httpError.ts';
import { useToast } from '../ui/toast.ts';

interface AdminAction<Input, Answer> {
  run: (input: Input) => Promise<Answer>;
  /** The toast of a success. */
  done: string;
  /** The toast of a failure, when the server said nothing better. */
  failed: string;
  onDone?: ((answer: Answer) => void) | undefined;
}

/** An act of the CEO: tells how it went and has every list of the panel read again. */
export function useAdminAction<Input, Answer>({ run, done, failed, onDone }: AdminAction<Input, Answer>) {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation<Answer, Error, Input>({
    mutationFn: run,
    onSuccess: (answer) => {
      toast({ variant: 'success', title: done });
      onDone?.(answer);
    },
    onError: (error) => toast({ variant: 'error', title: failed, text: textOf(error, 'Riprova tra poco.') }),
    onSettled: () => {
      for (const key of ['ceo-worksites', 'ceo-people', 'ceo-audit', 'ceo-overview', 'admin']) {
        void client.invalidateQueries({ queryKey: [key] });
      }
    },
  });
}
