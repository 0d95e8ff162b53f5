import { z } from 'zod';
import { emailSchema } from '../auth/schema.ts';
import { codeText, idSchema, typedLine, typedSecret } from '../text.ts';

const credentialsMissing = 'Inserisci email e password prima di testare';

// a host name or address: no scheme, port or user
const hostPattern =
  /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)*[a-z\d](?:[a-z\d-]*[a-z\d])?$|^[\da-f:]*:[\da-f:.]*$/i;

/** The sender account as typed by the CEO. An empty password keeps the saved one, if account and server are unchanged. */
export const mailSettingsSchema = z.object({
  account: emailSchema,
  password: typedSecret()
    .max(200, 'Al massimo 200 caratteri')
    .regex(/^[^\r\n]*$/, 'Contiene caratteri non ammessi')
    .default(''),
  host: typedLine(253, 'Scrivi il server della posta in uscita')
    .min(1)
    .toLowerCase()
    .regex(hostPattern, 'Scrivi solo il nome del server, per esempio smtp.example.it'),
  port: z.int('La porta è un numero da 1 a 65535').min(1).max(65_535, 'La porta è un numero da 1 a 65535'),
  isTls: z.boolean('Scegli come si cifra la connessione'),
});
export type MailSettingsInput = z.input<typeof mailSettingsSchema>;

const savedSettingsSchema = z.object({
  account: z.string(),
  host: z.string(),
  port: z.int(),
  isTls: z.boolean(),
  /** False if the application's secret has changed: the password must be typed again. */
  isPasswordReadable: z.boolean(),
  updatedAt: z.string(),
});

const waitingMailSchema = z.object({
  id: idSchema,
  subject: z.string(),
  status: z.enum(['queued', 'sending', 'failed', 'unsure']),
  createdAt: z.string(),
});

export const emailConfigSchema = z.object({
  isReady: z.boolean(),
  /** For the CEO only; null for others. */
  settings: z
    .object({
      saved: savedSettingsSchema.nullable(),
      /** The SMTP_URL of the server's environment overrides the saved settings. */
      isOverridden: z.boolean(),
      /** The sender shown to recipients; null without an account. */
      sender: z.string().nullable(),
    })
    .nullable(),
  /** Mails queued for the caller. */
  waiting: z.array(waitingMailSchema),
});
export type EmailConfig = z.infer<typeof emailConfigSchema>;

export const mailTestSchema = z.object({
  success: z.boolean(),
  message: z.string(),
  /** The mail server's text; null if there is none. */
  reason: z.string().nullable(),
});
export type MailTest = z.infer<typeof mailTestSchema>;

/** The messages of a failed test (specification, section 8). */
export const mailTestTexts = {
  missing: credentialsMissing,
  unreachable: 'Errore di connessione durante il test',
  refusedSignIn: 'Verifica le credenziali email',
  refusedMail: 'Impossibile testare le email',
} as const;

export const mailStatuses = ['queued', 'sending', 'sent', 'failed', 'unsure'] as const;
export type MailStatus = (typeof mailStatuses)[number];

/** Counts are exact below this; this number means 'as many or more'. */
export const mostCountedMails = 1000;

export const outboxQuerySchema = z.strictObject({
  status: z.enum(mailStatuses),
  cursor: codeText(200).optional(),
});

const outboxMailSchema = z.object({
  id: idSchema,
  kind: z.string(),
  recipient: z.string(),
  subject: z.string(),
  status: z.enum(mailStatuses),
  attempts: z.int(),
  createdAt: z.string(),
  sentAt: z.string().nullable(),
  nextAttemptAt: z.string(),
  /** Why the last attempt failed, usually in the mail server's words. */
  lastError: z.string().nullable(),
});
export type OutboxMail = z.infer<typeof outboxMailSchema>;

export const outboxSchema = z.object({
  mails: z.array(outboxMailSchema),
  counts: z.record(z.enum(mailStatuses), z.int()),
  nextCursor: z.string().nullable(),
});
export type Outbox = z.infer<typeof outboxSchema>;

/** Body of `POST /api/ceo/mails/{id}/retry`. An unsure mail may have arrived, so it is sent again only with this. */
export const retryMailSchema = z.object({ mayArriveTwice: z.boolean().default(false) }).nullish();

/** Answer of `POST /api/ceo/mails/retry`: how many failed mails were queued again. */
export const retriedSchema = z.object({ retried: z.int() });
