import type { Instant } from '../../domain/calendar/day.ts';
import type { EmailConfig, MailStatus } from '../../domain/mail/schema.ts';
import type { BadgeVariant } from '../ui/Badge.tsx';

const format = new Intl.DateTimeFormat('it-IT', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/Rome',
});

/** '20 nov, 10:15', on the clock in Rome */
export const formatDateTimeWithoutYear = (instant: Instant): string => format.format(new Date(instant));

/** 'un tentativo', '3 tentativi' */
export const formatTries = (attempts: number): string =>
  attempts === 1 ? 'un tentativo' : `${attempts} tentativi`;

export const kindName = (kind: string): string => (kind === 'password_reset' ? 'Password' : 'Scambio');

/** Patterns in mail server answers and errors, each with its remedy. */
const remedies: readonly (readonly [RegExp, string])[] = [
  [
    /self.signed|certificate|CERT_|ERR_TLS|unable to (verify|get)/i,
    'Il server si presenta con un certificato che non si può verificare: controlla il nome del server.',
  ],
  [
    /wrong version number|STARTTLS|ETLS|SSL routines/i,
    'La cifratura non è quella che il server usa su questa porta: di solito TLS con la 465, STARTTLS con la 587.',
  ],
  [/ENOTFOUND|EDNS|EAI_AGAIN|getaddrinfo/, 'Il nome del server non esiste: controlla come è scritto.'],
  [/ECONNREFUSED/, 'Il server non risponde su questa porta: controlla server e porta.'],
  [/ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|timeout|no answer in time/i, 'Il server non risponde in tempo.'],
  [
    /\b(534|535|530)\b|Invalid login|AUTH/,
    'Il server non accetta email e password: molti fornitori vogliono una password per le app.',
  ],
  [/\b(550|551|553)\b/, 'Il server non accetta questo indirizzo.'],
  [/\b(452|552)\b/, 'La casella di chi riceve è piena.'],
  [/\b(421|450|451)\b/, 'Il server chiede di riprovare più tardi: Turnario riprova da solo.'],
  [/\b554\b/, 'Il server ha rifiutato il messaggio.'],
  [/interrupted while sending/, 'L’invio si è interrotto a metà.'],
];

/**
 * Explains a failed attempt from the server's answer or the connection error.
 *
 * @param reason such as 'RCPT TO: 550 5.1.1 no such user' or 'CONN: connect ECONNREFUSED 127.0.0.1:25'
 * @returns null if unknown
 */
export const explainFailure = (reason: string): string | null =>
  remedies.find(([pattern]) => pattern.test(reason))?.[1] ?? null;

/** Labels of pending mails for their recipient. */
export const waitingLooks: Record<
  EmailConfig['waiting'][number]['status'],
  { label: string; variant: BadgeVariant }
> = {
  queued: { label: 'In coda', variant: 'neutral' },
  sending: { label: 'In invio', variant: 'accent' },
  failed: { label: 'Non riuscita', variant: 'danger' },
  unsure: { label: 'Forse arrivata', variant: 'warn' },
};

/** The outbox tabs, by urgency. */
export const statusTabs: readonly { id: MailStatus; label: string }[] = [
  { id: 'queued', label: 'In coda' },
  { id: 'failed', label: 'Non riuscite' },
  { id: 'unsure', label: 'Incerte' },
  { id: 'sending', label: 'In invio' },
  { id: 'sent', label: 'Inviate' },
];

/** What a status means, and what happens next. */
export const statusTexts: Record<MailStatus, { about: string; empty: string }> = {
  queued: {
    about: 'Partono da sole, e se la posta non risponde riprovano con pause sempre più lunghe.',
    empty: 'Nessuna email in coda.',
  },
  sending: { about: 'Consegnate al server in questo momento.', empty: 'Nessuna email in invio.' },
  sent: { about: 'Accettate dal server di posta.', empty: 'Ancora nessuna email inviata.' },
  failed: {
    about: 'Il server le ha rifiutate, o non ha risposto per tre giorni. Non ripartono da sole.',
    empty: 'Nessuna email è andata storta.',
  },
  unsure: {
    about:
      'L’invio si è interrotto a metà: potrebbero essere arrivate. Non ripartono da sole, per non arrivare due volte.',
    empty: 'Nessuna email incerta.',
  },
};
