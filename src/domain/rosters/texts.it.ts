import type { Day } from '../calendar/day.ts';
import { formatMonth, monthOf } from '../calendar/month.ts';
import { messageOf } from '../errors/messages.it.ts';
import type { Refusal } from '../errors/refusal.ts';
import type { NotificationText } from '../notifications/entry.ts';

const shiftsText = (count: number): string => (count === 1 ? '1 turno' : `${count} turni`);
const daysText = (count: number): string => (count === 1 ? '1 giornata' : `${count} giornate`);

/** 'Il tabellone di dicembre', 'Il tabellone dal 7 al 20 dicembre' */
export const nameOfRoster = (title: string): string =>
  /^dal(?:l’|l'|\s)/i.test(title) ? `Il tabellone ${title}` : `Il tabellone di ${title}`;

/** Why a day is refused, worded for the loader, since it is somebody else's calendar. */
export function refusedDayText(refusal: Refusal): string {
  switch (refusal.code) {
    case 'shift_ends_before_start':
      return 'In questo cantiere non ci sono turni di notte.';
    case 'shift_split_not_allowed':
      return 'In questo cantiere non ci sono turni spezzati.';
    case 'shift_too_long':
      return `Il contratto della persona prevede turni di al massimo ${refusal.facts.mostHours}: questo dura ${refusal.facts.hours}.`;
    case 'shift_eight_hours_duration':
      return `Il contratto della persona prevede turni di 8 o 9 ore: questo dura ${refusal.facts.hours}.`;
    default:
      return messageOf(refusal);
  }
}

export interface ArrivedRoster {
  title: string;
  shifts: number;
  changes: number;
  isEntered: boolean;
  questions: number;
}

/** 'Il tabellone di dicembre è arrivato: 22 turni.' */
export function rosterArrivedText({
  title,
  shifts,
  changes,
  isEntered,
  questions,
}: ArrivedRoster): NotificationText {
  const what = [shifts > 0 && shiftsText(shifts), changes > 0 && changesText(changes)].filter(Boolean);
  const arrived = isEntered ? 'è nel tuo calendario' : 'è arrivato';
  const asked = questions > 0 && isEntered ? ` ${askedText(questions)}` : '';
  return {
    title: 'Nuovo tabellone',
    message: `${nameOfRoster(title)} ${what.length > 0 ? `${arrived}: ${what.join(' e ')}.` : 'è arrivato.'}${asked}`,
    ...(!isEntered && { call: 'Guarda le differenze e decidi.' }),
  };
}

const changesText = (count: number): string => (count === 1 ? '1 modifica' : `${count} modifiche`);

const askedText = (questions: number): string =>
  questions === 1 ? '1 giornata aspetta la tua scelta.' : `${daysText(questions)} aspettano la tua scelta.`;

/** To the people of an undone roster. */
export const rosterUndoneText = ({ title }: Pick<ArrivedRoster, 'title'>): NotificationText => ({
  title: 'Tabellone annullato',
  message: `${nameOfRoster(title)} è stato annullato: i turni che aveva portato, se non li hai cambiati o scambiati, non ci sono più.`,
});

/** '22 turni dal 1 al 31 dicembre', '2 turni dal 30 novembre all’8 dicembre', '1 turno il 5 dicembre' */
export function waitingText({ shifts, from, to }: { shifts: number; from: Day; to: Day }): string {
  const number = (day: Day): number => Number(day.slice(8));
  const isElided = (day: Day): boolean => number(day) === 8 || number(day) === 11;
  const month = (day: Day): string => formatMonth(monthOf(day)).split(' ')[0] ?? '';
  const until = `${number(to)} ${month(to)}`;
  if (from === to) return `${shiftsText(shifts)} ${isElided(to) ? 'l’' : 'il '}${until}`;
  const start = monthOf(from) === monthOf(to) ? `${number(from)}` : `${number(from)} ${month(from)}`;
  return `${shiftsText(shifts)} ${isElided(from) ? 'dall’' : 'dal '}${start} ${isElided(to) ? 'all’' : 'al '}${until}`;
}
