import { z } from 'zod';
import { formatLongDay } from '../calendar/day.ts';
import { formatWeek } from '../calendar/weekNames.ts';
import { swapWeeksSchema, weekSchema } from '../exchanges/weeks.ts';
import { formatShortTimes, type ShiftType, shiftTypeNames, shiftTypes } from '../shifts/duty.ts';
import {
  dutyOf,
  dutyTitle,
  dutyWithin,
  namedShift,
  nameOfType,
  titleOf,
  withPerson,
} from './dutyTexts.it.ts';
import { duty, news, type NotificationEntry, time } from './entry.ts';
import { answer, match, openRequest } from './matter.it.ts';
import { shortTime, type SwapTime } from './swapTime.it.ts';

// To colleagues who could take a request, and to requesters about what may help them.

const wanted = z.enum(shiftTypes).nullable();

const typeName = (type: ShiftType | null): string => (type === null ? '' : shiftTypeNames[type]);

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
      /** `own`: the shift the reader would give; missing in older news. */
      request_published: news(
        { offered: duty, wanted, own: duty.nullable().default(null) },
        ({ offered, wanted: type, own }, person) => ({
          title: dutyTitle(
            person,
            offered,
            'dà',
            own ? ` per il tuo ${formatShortTimes(own)}` : type ? `, cerca ${shiftTypeNames[type]}` : '',
          ),
          message: `${person} offre il turno di ${dutyWithin(offered)} e cerca un turno${type ? ` di ${shiftTypeNames[type]}` : ''}.`,
        }),
      ),
      week_published: news({ week: weekSchema, offered: duty, wanted }, (facts, person) => ({
        title: titleOf(
          person,
          formatWeek(facts.week),
          `dà ${typeName(facts.offered.shiftType)}, cerca ${typeName(facts.wanted)}`,
        ),
        message: `${person} offre ${namedShift(facts.offered)} nella settimana ${formatWeek(facts.week)} e cerca ${nameOfType(facts.wanted)}.`,
      })),
      holidays_published: news({ weeks: swapWeeksSchema }, ({ weeks }, person) => ({
        title: titleOf(person, formatWeek(weeks.offered), 'dà le ferie per le tue'),
        message: `${person} offre le sue ferie (${formatWeek(weeks.offered)}) e cerca le tue (${formatWeek(weeks.wanted)}).`,
      })),
      // the days are shown on the card, since they change with both calendars
      day_published: news({ offered: duty, wanted }, ({ offered, wanted: type }, person) => ({
        title: dutyTitle(person, offered, 'dà', ' per un tuo turno di un altro giorno'),
        message: `${person} cerca chi lavori ${dutyWithin(offered)} e in cambio farebbe un tuo turno${type ? ` di ${shiftTypeNames[type]}` : ''} di un altro giorno.`,
      })),
    },
  },
  /** To both people whose open requests mirror each other. */
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
      requests_match: news({ time }, (facts, person) => ({
        title: withPerson('Scambio perfetto', person, shortTime(facts.time)),
        message: matchMessage(person, facts.time),
      })),
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
      shift_recorded: news({ duty }, (facts, person) => ({
        title: dutyTitle(person, facts.duty, 'fa', ', come cerchi'),
        message: `${person} ha registrato un turno come quello che cerchi: ${dutyOf(facts.duty)}.`,
      })),
      week_recorded: news({ week: weekSchema, duty }, (facts, person) => ({
        title: 'Una settimana che fa per te',
        message: `${person} ha registrato il turno che cerchi per la settimana ${formatWeek(facts.week)}: ${namedShift(facts.duty)}.`,
      })),
    },
  },
} satisfies Record<string, NotificationEntry>;
