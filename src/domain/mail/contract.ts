import { type ContractMap, idParams, nothing } from '../contractParts.ts';
import {
  mailPreferencesSchema,
  mailPreferencesStateSchema,
  unsubscribeQuerySchema,
  unsubscribeSchema,
} from './news.ts';
import {
  emailConfigSchema,
  mailSettingsSchema,
  mailTestSchema,
  outboxQuerySchema,
  outboxSchema,
  retriedSchema,
  retryMailSchema,
} from './schema.ts';

export const mailContract = {
  'GET /api/email-config': { answer: emailConfigSchema },
  'PUT /api/email-config': { body: mailSettingsSchema, answer: emailConfigSchema },
  'POST /api/test-exchange-email': { answer: mailTestSchema },
  'GET /api/mail-preferences': { answer: mailPreferencesStateSchema },
  'PUT /api/mail-preferences': { body: mailPreferencesSchema, answer: nothing },
  'GET /api/unsubscribe': { query: unsubscribeQuerySchema, answer: unsubscribeSchema, redirects: true },
  /** One-click unsubscribe (RFC 8058); accepts its form body too. */
  'POST /api/unsubscribe': { query: unsubscribeQuerySchema, answer: unsubscribeSchema },
  'GET /api/ceo/mails': { query: outboxQuerySchema, answer: outboxSchema },
  'POST /api/ceo/mails/retry': { answer: retriedSchema },
  'POST /api/ceo/mails/:id/retry': { params: idParams, body: retryMailSchema, answer: nothing },
} as const satisfies ContractMap;
