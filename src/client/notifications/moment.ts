import { addDays, dayInRome, formatMediumDay, type Instant } from '../../domain/calendar/day.ts';

const clock = new Intl.DateTimeFormat('it-IT', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/Rome',
});

/** 'oggi, 14:05', 'ieri, 09:30', 'ven 20 nov, 08:00': a moment as seen in Rome at `now`. */
export function formatMoment(moment: Instant, now: Instant): string {
  const day = dayInRome(moment);
  const today = dayInRome(now);
  const names = new Map([
    [today, 'oggi'],
    [addDays(today, -1), 'ieri'],
  ]);
  return `${names.get(day) ?? formatMediumDay(day)}, ${clock.format(new Date(moment))}`;
}
