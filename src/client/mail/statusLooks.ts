import type { EmailConfig, MailStatus } from '../../domain/mail/schema.ts';

type Variant = 'neutral' | 'accent' | 'success' | 'warn' | 'danger';

/** What the state of a mail on its way is called for the person it is for. */
export const waitingLooks: Record<
  EmailConfig['waiting'][number]['status'],
  { label: string; variant: Variant }
> = {
  queued: { label: 'In coda', variant: 'neutral' },
  sending: { label: 'In invio', variant: 'accent' },
  failed: { label: 'Non riuscita', variant: 'danger' },
  unsure: { label: 'Forse arrivata', variant: 'warn' },
};

/** The tabs of the outbox, in the order of what needs looking at. */
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
