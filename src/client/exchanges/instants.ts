import type { Instant } from '../../domain/calendar/day.ts';

const moment = new Intl.DateTimeFormat('it-IT', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Europe/Rome',
});

/** '20 nov 2026, 10:15', on the clock in Rome */
export const formatInstant = (instant: Instant): string => moment.format(new Date(instant));
