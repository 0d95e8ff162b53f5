import { z } from 'zod';
import { emailSchema } from '../auth/schema.ts';
import { codeText, idSchema, typedLine, typedSecret } from '../text.ts';

const credentialsMissing = 'Inserisci email e password prima di testare';

// a name or an address, as it stands in a provider's instructions: no scheme, no port, no user
const hostPattern =
  /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)*[a-z\d](?:[a-z\d-]*[a-z\d])?$|^[\da-f:]*:[\da-f:.]*$/i;

/** The sender account as the CEO types it. An empty password keeps the saved one, for the same account and server. */
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
  /** False when the application's secret has changed since: the password must be typed again. */
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
  /** For the CEO only, null for everybody else. */
  settings: z
    .object({
      saved: savedSettingsSchema.nullable(),
      /** The server's own setting SMTP_URL, which wins over what is saved. */
      isOverridden: z.boolean(),
      /** What recipients see as the sender; null without an account. */
      sender: z.string().nullable(),
    })
    .nullable(),
  /** What the caller has not received yet. */
  waiting: z.array(waitingMailSchema),
});
export type EmailConfig = z.infer<typeof emailConfigSchema>;

export const mailTestSchema = z.object({
  success: z.boolean(),
  message: z.string(),
  /** In the mail server's own words; null where there is nothing more to say. */
  reason: z.string().nullable(),
});
export type MailTest = z.infer<typeof mailTestSchema>;

/** What the test says when it does not succeed (specification, section 8). */
export const mailTestTexts = {
  missing: credentialsMissing,
  unreachable: 'Errore di connessione durante il test',
  refusedSignIn: 'Verifica le credenziali email',
  refusedMail: 'Impossibile testare le email',
} as const;

export const mailStatuses = ['queued', 'sending', 'sent', 'failed', 'unsure'] as const;
export type MailStatus = (typeof mailStatuses)[number];

/** Counts are exact up to here; beyond, this number says 'as many or more'. */
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
  /** Why the last try did not get through, mostly in the mail server's words. */
  lastError: z.string().nullable(),
});
export type OutboxMail = z.infer<typeof outboxMailSchema>;

export const outboxSchema = z.object({
  mails: z.array(outboxMailSchema),
  counts: z.record(z.enum(mailStatuses), z.int()),
  nextCursor: z.string().nullable(),
});
export type Outbox = z.infer<typeof outboxSchema>;

/** Body of `POST /api/ceo/mails/{id}/retry`. An unsure mail may have arrived: only with this it is sent again. */
export const retryMailSchema = z.object({ mayArriveTwice: z.boolean().default(false) }).nullish();

/** Answer of `POST /api/ceo/mails/retry`: how many failed mails went back into the queue. */
export const retriedSchema = z.object({ retried: z.int() });
