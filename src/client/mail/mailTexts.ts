import type { Instant } from '../../domain/calendar/day.ts';

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

/** What a mail is about, in a word. */
export const kindName = (kind: string): string => (kind === 'password_reset' ? 'Password' : 'Scambio');
