import { z } from 'zod';
import { type Day, formatLongDay, formatMediumDay } from '../calendar/day.ts';
import { formatWeek } from '../calendar/weekNames.ts';
import { swapWeeksSchema, weekSchema } from '../exchanges/weeks.ts';
import { shiftTypeNames, shiftTypes } from '../shifts/duty.ts';
import { dutyOf, dutyWithin, namedShift, nameOfType } from './dutyTexts.it.ts';
import { duty, news, type NotificationEntry, time } from './entry.ts';
import { answer, match, openRequest } from './matter.it.ts';
import type { SwapTime } from './swapTime.it.ts';

// To colleagues who could take a request up, and to requesters of what may help them.

const wanted = z.enum(shiftTypes).nullable();

const alternatives = new Intl.ListFormat('it', { type: 'disjunction' });
/** With more, days are a list to look up rather than something to know. */
const mostNamed = 3;

/** ': sab 28 nov o dom 29 nov', ' a scelta tra 5', ' di un altro giorno' */
function whichDay(days: readonly Day[]): string {
  if (days.length === 0) return ' di un altro giorno';
  return days.length > mostNamed
    ? ` a scelta tra ${days.length}`
    : `: ${alternatives.format(days.map((day) => formatMediumDay(day)))}`;
}

function matchMessage(partner: string, what: SwapTime): string {
  if (typeof what === 'string')
    return `Tu e ${partner} potete scambiarvi proprio quello che cercate: ${formatLongDay(what)}.`;
  if (what.kind === 'giorno')
    return `Tu e ${partner} potete scambiarvi proprio i giorni che cercate: ${formatLongDay(what.day)}.`;
  const name = what.kind === 'ferie' ? 'ferie' : 'settimana';
  return `Tu e ${partner} potete scambiarvi proprio quello che cercate: ${name} ${formatWeek(what.wanted)}.`;
}

export const requestTypes = {
  new_exchange_request: {
    asks: { button: 'Pre-accetta', mayBeLeft: true },
    subject: 'request',
    waitsFor: answer,
    push: 'requests',
    title: 'Nuova richiesta di scambio',
    discreet: 'C’è una nuova richiesta di scambio',
    group: 'nuove richieste di scambio',
    news: {
      request_published: news(
        { offered: duty, wanted },
        ({ offered, wanted: type }, person) =>
          `${person} offre il turno di ${dutyWithin(offered)} e cerca un turno${type ? ` di ${shiftTypeNames[type]}` : ''}.`,
      ),
      week_published: news(
        { week: weekSchema, offered: duty, wanted },
        (facts, person) =>
          `${person} offre ${namedShift(facts.offered)} nella settimana ${formatWeek(facts.week)} e cerca ${nameOfType(facts.wanted)}.`,
      ),
      holidays_published: news({ weeks: swapWeeksSchema }, ({ weeks }, person) => ({
        title: 'Nuova richiesta di scambio ferie',
        message: `${person} offre le sue ferie (${formatWeek(weeks.offered)}) e cerca le tue (${formatWeek(weeks.wanted)}).`,
      })),
      /** On `days` the reader works what is asked for; older news do not say them. */
      day_published: news(
        { offered: duty, wanted, days: z.array(z.string()).default([]) },
        ({ offered, wanted: type, days }, person) =>
          `${person} cerca chi lavori ${dutyWithin(offered)} e in cambio farebbe un tuo turno${type ? ` di ${shiftTypeNames[type]}` : ''}${whichDay(days)}.`,
      ),
    },
  },
  /** To both people whose open requests offer what the other wants. */
  exchange_match: {
    asks: { button: 'Pre-accetta' },
    subject: 'match',
    waitsFor: match,
    push: 'offers',
    mail: 'offers',
    title: 'Scambio perfetto',
    discreet: 'C’è uno scambio che fa per te',
    group: 'scambi perfetti',
    news: {
      requests_match: news({ time }, (facts, person) => matchMessage(person, facts.time)),
    },
  },
  new_compatible_shift: {
    subject: 'request',
    waitsFor: openRequest,
    push: 'offers',
    mail: 'offers',
    title: 'Un turno che fa per te',
    discreet: 'C’è un turno come quello che cerchi',
    group: 'turni che fanno per te',
    news: {
      shift_recorded: news(
        { duty },
        (facts, person) => `${person} ha registrato un turno come quello che cerchi: ${dutyOf(facts.duty)}.`,
      ),
      week_recorded: news({ week: weekSchema, duty }, (facts, person) => ({
        title: 'Una settimana che fa per te',
        message: `${person} ha registrato il turno che cerchi per la settimana ${formatWeek(facts.week)}: ${namedShift(facts.duty)}.`,
      })),
    },
  },
} satisfies Record<string, NotificationEntry>;
