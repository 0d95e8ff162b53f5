import { formatWeek } from '../calendar/weekNames.ts';
import { formatClockTimes, type ShiftType, shiftTypeNames } from '../shifts/duty.ts';
import type { DatedDuty } from '../shifts/rules.ts';
import { confirmCall, type NotificationTexts } from './texts.it.ts';

// What drivers of the taxi worksite are told about whole weeks. A week is named by its first and last day, a named shift
// by its name and hours.

const nameOf = (type: ShiftType | null): string => (type === null ? '' : shiftTypeNames[type].toUpperCase());

/** 'NOTTE (03:00–10:00)' */
const namedShift = (duty: DatedDuty): string => `${nameOf(duty.shiftType)} (${formatClockTimes(duty)})`;

export const weekTexts = {
  /** To drivers who could pre-accept a new request for named shifts. */
  week_published: ({ week, offered, wanted }, person) => ({
    type: 'new_exchange_request',
    title: 'Nuova richiesta di scambio',
    message: `${person} offre ${namedShift(offered)} nella settimana ${formatWeek(week)} e cerca ${nameOf(wanted)}.`,
  }),
  /** To drivers who could pre-accept a new request for holidays. */
  holidays_published: ({ weeks: { offered, wanted } }, person) => ({
    type: 'new_exchange_request',
    title: 'Nuova richiesta di scambio ferie',
    message: `${person} offre le sue ferie (${formatWeek(offered)}) e cerca le tue (${formatWeek(wanted)}).`,
  }),
  /** To a requester: a colleague's week now has the wanted named shift. */
  week_recorded: ({ week, duty }, person) => ({
    type: 'new_compatible_shift',
    title: 'Una settimana che fa per te',
    message: `${person} ha registrato il turno che cerchi per la settimana ${formatWeek(week)}: ${namedShift(duty)}.`,
  }),
  /** To the requester: a pre-acceptance with a named shift. */
  week_offered: ({ week, duty }, person) => ({
    type: 'request_pre_accepted',
    title: 'Richiesta pre-accettata',
    message: `${person} accetta lo scambio e offre ${namedShift(duty)} nella settimana ${formatWeek(week)}.`,
    call: confirmCall,
  }),
  /** To the requester: a pre-acceptance of holidays. */
  holidays_offered: ({ weeks: { offered, wanted } }, person) => ({
    type: 'request_pre_accepted',
    title: 'Richiesta pre-accettata',
    message: `${person} accetta lo scambio: le sue ferie (${formatWeek(wanted)}) per le tue (${formatWeek(offered)}).`,
    call: confirmCall,
  }),
  /** To both parties of a swap of named shifts: what each works now, on how many days. */
  week_swapped: ({ week, shift, days }, person) => ({
    type: 'exchange_completed',
    title: 'Scambio completato',
    message: `Scambio con ${person} completato: nella settimana ${formatWeek(week)} ora lavori ${days === 1 ? 'un giorno' : `${days} giorni`} di ${namedShift(shift)}.`,
  }),
  /** To both parties of a swap of holidays. */
  holidays_swapped: ({ free, work }, person) => ({
    type: 'exchange_completed',
    title: 'Scambio completato',
    message: `Scambio con ${person} completato: ora hai le ferie nella settimana ${formatWeek(free)} e lavori nella settimana ${formatWeek(work)}.`,
  }),
} satisfies Partial<NotificationTexts>;
