import { z } from 'zod';
import { formatWeek } from '../calendar/weekNames.ts';
import { swapWeeksSchema, weekSchema } from '../exchanges/weeks.ts';
import { dayTrade, dutyOf, dutyTitle, namedShift, titleOf } from './dutyTexts.it.ts';
import { duty, news, type NotificationEntry, time } from './entry.ts';
import { offer } from './matter.it.ts';
import { forTime } from './swapTime.it.ts';

// Offers, and the outcome of those accepted.

const offered = { call: 'Conferma per completarlo.' };

export const offerTypes = {
  /** To the requester. */
  request_pre_accepted: {
    asks: { button: 'Vedi e conferma' },
    subject: 'offer',
    waitsFor: offer,
    push: 'offers',
    mail: 'offers',
    title: 'Richiesta pre-accettata',
    discreet: 'C’è un’offerta per un tuo turno',
    group: 'pre-accettazioni',
    news: {
      shift_offered: news({ duty }, (facts, person) => ({
        ...offered,
        title: dutyTitle(person, facts.duty, 'accetta e ti dà'),
        message: `${person} accetta lo scambio e offre il turno di ${dutyOf(facts.duty)}.`,
      })),
      week_offered: news({ week: weekSchema, duty }, (facts, person) => ({
        ...offered,
        title: titleOf(person, formatWeek(facts.week), 'accetta lo scambio'),
        message: `${person} accetta lo scambio e offre ${namedShift(facts.duty)} nella settimana ${formatWeek(facts.week)}.`,
      })),
      holidays_offered: news({ weeks: swapWeeksSchema }, ({ weeks }, person) => ({
        ...offered,
        title: titleOf(person, formatWeek(weeks.wanted), 'accetta le tue ferie'),
        message: `${person} accetta lo scambio: le sue ferie (${formatWeek(weeks.wanted)}) per le tue (${formatWeek(weeks.offered)}).`,
      })),
      day_offered: news({ duty, free: z.string() }, (facts, person) => ({
        ...offered,
        title: dutyTitle(person, facts.duty, 'accetta e ti dà'),
        message: `${person} accetta lo scambio: tu ${dayTrade(facts.duty, facts.free)}.`,
      })),
    },
  },
  /** To the chosen colleague. */
  exchange_accepted: {
    push: 'outcomes',
    title: 'Hanno scelto te',
    discreet: 'Hanno scelto la tua offerta',
    group: 'scambi confermati con te',
    news: {
      offer_accepted: news(
        { time },
        (facts, person) => `${person} ha confermato lo scambio con te ${forTime(facts.time)}.`,
      ),
    },
  },
  /** To both people: what each works now, and what no longer. It has its own mail. */
  exchange_completed: {
    push: 'outcomes',
    title: 'Scambio completato',
    discreet: 'Uno scambio è completato',
    group: 'scambi completati',
    news: {
      shift_swapped: news(
        { received: duty },
        ({ received }, person) => `Scambio con ${person} completato: ora lavori ${dutyOf(received)}.`,
      ),
      day_swapped: news(
        { received: duty, free: z.string() },
        ({ received, free }, person) => `Scambio con ${person} completato: ora ${dayTrade(received, free)}.`,
      ),
      week_swapped: news(
        { week: weekSchema, shift: duty, days: z.int() },
        ({ week, shift, days }, person) =>
          `Scambio con ${person} completato: nella settimana ${formatWeek(week)} ora lavori ${days === 1 ? 'un giorno' : `${days} giorni`} di ${namedShift(shift)}.`,
      ),
      holidays_swapped: news(
        { free: weekSchema, work: weekSchema },
        ({ free, work }, person) =>
          `Scambio con ${person} completato: ora hai le ferie nella settimana ${formatWeek(free)} e lavori nella settimana ${formatWeek(work)}.`,
      ),
    },
  },
} satisfies Record<string, NotificationEntry>;
