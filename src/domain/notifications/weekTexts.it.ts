import type { Week } from '../calendar/day.ts';
import { formatWeek } from '../calendar/weekNames.ts';
import type { SwapWeeks } from '../exchanges/weeks.ts';
import { formatClockTimes, type ShiftType, shiftTypeNames } from '../shifts/duty.ts';
import type { DatedDuty } from '../shifts/rules.ts';
import { confirmCall, type NotificationText } from './texts.it.ts';

// What drivers of the taxi worksite are told about whole weeks. A week is named by its first and last day, a named shift
// by its name and hours.

const nameOf = (type: ShiftType | null): string => (type === null ? '' : shiftTypeNames[type].toUpperCase());

/** 'NOTTE (03:00–10:00)' */
const namedShift = (duty: DatedDuty): string => `${nameOf(duty.shiftType)} (${formatClockTimes(duty)})`;

/** To drivers who could pre-accept a new request for named shifts. */
export const newWeekRequestText = (
  requester: string,
  week: Week,
  offered: DatedDuty,
  wanted: ShiftType | null,
): NotificationText => ({
  type: 'new_exchange_request',
  title: 'Nuova richiesta di scambio',
  message: `${requester} offre ${namedShift(offered)} nella settimana ${formatWeek(week)} e cerca ${nameOf(wanted)}.`,
});

/** To drivers who could pre-accept a new request for holidays. */
export const newHolidayRequestText = (
  requester: string,
  { offered, wanted }: SwapWeeks,
): NotificationText => ({
  type: 'new_exchange_request',
  title: 'Nuova richiesta di scambio ferie',
  message: `${requester} offre le sue ferie (${formatWeek(offered)}) e cerca le tue (${formatWeek(wanted)}).`,
});

/** To a requester: a colleague's week now has the wanted named shift. */
export const compatibleWeekText = (colleague: string, week: Week, duty: DatedDuty): NotificationText => ({
  type: 'new_compatible_shift',
  title: 'Una settimana che fa per te',
  message: `${colleague} ha registrato il turno che cerchi per la settimana ${formatWeek(week)}: ${namedShift(duty)}.`,
});

/** To the requester: a pre-acceptance with a named shift. */
export const preAcceptedWeekText = (colleague: string, week: Week, duty: DatedDuty): NotificationText => ({
  type: 'request_pre_accepted',
  title: 'Richiesta pre-accettata',
  message: `${colleague} accetta lo scambio e offre ${namedShift(duty)} nella settimana ${formatWeek(week)}.`,
  call: confirmCall,
});

/** To the requester: a pre-acceptance of holidays. */
export const preAcceptedHolidayText = (
  colleague: string,
  { offered, wanted }: SwapWeeks,
): NotificationText => ({
  type: 'request_pre_accepted',
  title: 'Richiesta pre-accettata',
  message: `${colleague} accetta lo scambio: le sue ferie (${formatWeek(wanted)}) per le tue (${formatWeek(offered)}).`,
  call: confirmCall,
});

/** To both parties of a swap of named shifts: what each works now, on how many days. */
export const completedWeekText = (
  partner: string,
  week: Week,
  received: DatedDuty,
  days: number,
): NotificationText => ({
  type: 'exchange_completed',
  title: 'Scambio completato',
  message: `Scambio con ${partner} completato: nella settimana ${formatWeek(week)} ora lavori ${days === 1 ? 'un giorno' : `${days} giorni`} di ${namedShift(received)}.`,
});

/** To both parties of a swap of holidays. */
export const completedHolidayText = (partner: string, free: Week, work: Week): NotificationText => ({
  type: 'exchange_completed',
  title: 'Scambio completato',
  message: `Scambio con ${partner} completato: ora hai le ferie nella settimana ${formatWeek(free)} e lavori nella settimana ${formatWeek(work)}.`,
});
