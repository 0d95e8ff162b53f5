import type { MailSettingsInput, MailStatus } from '../../domain/mail/schema.ts';
import { freshQuery, pagedQuery } from '../data/callQuery.ts';
import { useAction } from '../data/useAction.ts';
import { call } from '../http/request.ts';

export const emailConfigQuery = freshQuery(['email-config'], 'GET /api/email-config');

/** The mails in one status, newest first, page by page. For the CEO. */
export const outboxQuery = (status: MailStatus) =>
  pagedQuery(['mails', status], 'GET /api/ceo/mails', { status });

export const useSaveSettings = () =>
  useAction({
    run: (body: MailSettingsInput) => call('PUT /api/email-config', { body }),
    onDone: (config, _body, client) => void client.setQueryData(emailConfigQuery.queryKey, config),
  });

export const useMailTest = () => useAction({ run: () => call('POST /api/test-exchange-email') });

const retry = { changes: ['mail'], failed: 'Non rispedita' } as const;

/** Puts one mail back into the queue; `mayArriveTwice` for one that may have arrived. */
export const useRetryMail = (onDone?: () => void) =>
  useAction({
    ...retry,
    run: ({ id, mayArriveTwice }: { id: string; mayArriveTwice: boolean }) =>
      call('POST /api/ceo/mails/:id/retry', { params: { id }, body: { mayArriveTwice } }),
    done: () => ({ title: 'L’email torna in coda' }),
    onDone,
  });

export const useRetryAll = () =>
  useAction({
    ...retry,
    run: () => call('POST /api/ceo/mails/retry'),
    done: ({ retried }) => ({
      title: retried === 1 ? 'Un’email torna in coda' : `${retried} email tornano in coda`,
    }),
  });
