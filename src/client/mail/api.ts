import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  EmailConfig,
  MailSettingsInput,
  MailStatus,
  MailTest,
  Outbox,
} from '../../domain/mail/schema.ts';
import { textOf } from '../http/httpError.ts';
import { request } from '../http/request.ts';
import { useToast } from '../ui/toast.ts';

/** How mails are sent, and what waits for the signed-in person. Asked again when the screen opens. */
export const emailConfigQuery = queryOptions({
  queryKey: ['email-config'],
  queryFn: ({ signal }) => request<EmailConfig>('GET', '/api/email-config', { signal }),
  staleTime: 0,
});

/** The mails in one status, newest first, page by page. For the CEO. */
export const outboxQuery = (status: MailStatus) =>
  infiniteQueryOptions({
    queryKey: ['mails', status],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ status, ...(pageParam !== '' && { cursor: pageParam }) });
      return request<Outbox>('GET', `/api/ceo/mails?${query.toString()}`, { signal });
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });

export function useSaveSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: MailSettingsInput) => request<EmailConfig>('PUT', '/api/email-config', { body }),
    onSuccess: (config) => client.setQueryData(emailConfigQuery.queryKey, config),
  });
}

/** Has three test mails sent to the signed-in person; takes as long as the mail server does. */
export const useMailTest = () =>
  useMutation({ mutationFn: () => request<MailTest>('POST', '/api/test-exchange-email') });

/** Told from here and not by the caller, whose row may be gone from its list by then. */
function useRetry<Input, Answer>(
  run: (input: Input) => Promise<Answer>,
  titleOf: (answer: Answer) => string,
  onDone?: () => void,
) {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation<Answer, Error, Input>({
    mutationFn: run,
    onSuccess: (answer) => {
      toast({ variant: 'success', title: titleOf(answer) });
      onDone?.();
    },
    onError: (error) =>
      toast({ variant: 'error', title: 'Non rispedita', text: textOf(error, 'Riprova tra poco.') }),
    // after a refusal too: it means that something changed meanwhile
    onSettled: () => client.invalidateQueries({ queryKey: ['mails'] }),
  });
}

/** Puts one mail back into the queue; `mayArriveTwice` for one that may have arrived. */
export const useRetryMail = (onDone?: () => void) =>
  useRetry(
    ({ id, mayArriveTwice }: { id: string; mayArriveTwice: boolean }) =>
      request<undefined>('POST', `/api/ceo/mails/${id}/retry`, { body: { mayArriveTwice } }),
    () => 'L’email torna in coda',
    onDone,
  );

/** Puts all failed mails back into the queue. */
export const useRetryAll = () =>
  useRetry(
    () => request<{ retried: number }>('POST', '/api/ceo/mails/retry'),
    ({ retried }) => (retried === 1 ? 'Un’email torna in coda' : `${retried} email tornano in coda`),
  );
