import { type Day, formatMediumDay } from '../calendar/day.ts';
import { formatMinutes } from '../shifts/duty.ts';
import type { RestBreach } from './breaches.ts';

// Sentences for the limits a swap breaks: for the person concerned with days and times, for the other one without, so
// that they reveal nothing of a colleague's calendar.

const hoursOf = (limit: number): string => formatMinutes(limit * 60);

const restsOf = (rests: number): string => (rests === 0 ? 'nessun riposo' : 'un solo riposo');

const onDay = (day: Day, other: Day): string => (day === other ? '' : ` ${formatMediumDay(day)}`);

/** 'Finiresti ven 27 nov alle 22:00 e ricominceresti sab 28 nov alle 06:00: 8 ore di riposo invece di 11 ore.' */
export function ownRestText(breach: RestBreach): string {
  switch (breach.rule) {
    case 'daily_rest': {
      const { endedOn, endedAt, date, time, minutes, limit } = breach;
      if (minutes === 0) {
        return `Il turno che finisce ${formatMediumDay(endedOn)} alle ${endedAt} e quello che inizia${onDay(date, endedOn)} alle ${time} si toccano: nessun riposo invece di ${hoursOf(limit)}.`;
      }
      return `Finiresti ${formatMediumDay(endedOn)} alle ${endedAt} e ricominceresti${onDay(date, endedOn)} alle ${time}: ${formatMinutes(minutes)} di riposo invece di ${hoursOf(limit)}.`;
    }
    case 'weekly_rest':
      return `Da ${formatMediumDay(breach.from)} a ${formatMediumDay(breach.to)} avresti ${restsOf(breach.rests)} di ${hoursOf(breach.limit)} invece di 2.`;
    case 'average_week':
      return `In media lavoreresti ${formatMinutes(breach.minutes)} a settimana (da ${formatMediumDay(breach.from)} a ${formatMediumDay(breach.to)}) invece di ${hoursOf(breach.limit)}.`;
    case 'night_work':
      return `Il turno di notte di ${formatMediumDay(breach.date)} durerebbe ${formatMinutes(breach.minutes)} invece di ${hoursOf(breach.limit)}.`;
    case 'days_in_row':
      return `Lavoreresti ${breach.days} giorni di fila (da ${formatMediumDay(breach.from)} a ${formatMediumDay(breach.to)}) invece di ${breach.limit}.`;
  }
}

/** 'Per Marco il riposo sarebbe di 8 ore invece di 11 ore.' @param name the person concerned */
export function otherRestText(breach: RestBreach, name: string): string {
  switch (breach.rule) {
    case 'daily_rest':
      return breach.minutes === 0
        ? `Per ${name} non ci sarebbe riposo tra due turni, invece di ${hoursOf(breach.limit)}.`
        : `Per ${name} il riposo sarebbe di ${formatMinutes(breach.minutes)} invece di ${hoursOf(breach.limit)}.`;
    case 'weekly_rest':
      return `Per ${name} in 14 giorni ci sarebbe ${restsOf(breach.rests)} di ${hoursOf(breach.limit)} invece di 2.`;
    case 'average_week':
      return `Per ${name} la media sarebbe di oltre ${hoursOf(breach.limit)} a settimana.`;
    case 'night_work':
      return `Per ${name} il turno di notte durerebbe ${formatMinutes(breach.minutes)} invece di ${hoursOf(breach.limit)}.`;
    case 'days_in_row':
      return `Per ${name} sarebbero ${breach.days} giorni di lavoro di fila invece di ${breach.limit}.`;
  }
}
