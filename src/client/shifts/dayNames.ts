import { addDays, type Day, daysBetween, formatLongDay, formatMediumDay } from '../../domain/calendar/day.ts';
import { holidayName } from '../../domain/calendar/holidays.ts';
import { endsNextDay, formatClockTimes } from '../../domain/shifts/duty.ts';
import type { Shift } from '../../domain/shifts/schema.ts';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import { describeDuty } from './marks.ts';

/** 'venerdì 20 novembre 2026', 'sabato 15 agosto 2026, Ferragosto' */
export function nameOfDay(day: Day): string {
  const holiday = holidayName(day);
  return holiday ? `${formatLongDay(day)}, ${holiday}` : formatLongDay(day);
}

/** '06:00–14:00'; '20:00–03:00 di dom 22 nov' where it ends on the next day. */
export const timesUntil = (shift: Shift): string =>
  endsNextDay(shift)
    ? `${formatClockTimes(shift)} di ${formatMediumDay(addDays(shift.date, 1))}`
    : formatClockTimes(shift);

/** Remarks of an entry besides its times: 'turno spezzato', 'scambiato con Anna Bianchi', 'con note'. */
function remarksOf(shift: Shift): string[] {
  return [
    shift.isSplitShift ? 'turno spezzato' : '',
    shift.exchangeInfo ? `scambiato con ${shift.exchangeInfo.exchangePartner}` : '',
    shift.openRequestId ? 'offerto in uno scambio' : '',
    shift.notes ? 'con note' : '',
  ].filter((remark) => remark !== '');
}

/** A day of the calendar for a screen reader: 'venerdì 20 novembre 2026, sede 06:00–14:00', '…, nessun turno'. */
export function nameOfEntry(day: Day, shift: Shift | undefined, variant: WorksiteVariant): string {
  if (!shift) return `${nameOfDay(day)}, nessun turno`;
  return [nameOfDay(day), describeDuty(shift, variant), ...remarksOf(shift)].join(', ');
}

/** 'sabato 28', for a day near today */
export const shortNameOfDay = (day: Day): string => formatLongDay(day).split(' ').slice(0, 2).join(' ');

/** 'oggi, lunedì 23', 'domani, martedì 24', 'mercoledì 25 novembre'; with the year if it is not this one. */
export function relativeDay(day: Day, today: Day): string {
  const [weekday = '', number = '', month = ''] = formatLongDay(day).split(' ');
  const distance = daysBetween(today, day);
  if (distance === 0) return `oggi, ${weekday} ${number}`;
  if (distance === 1) return `domani, ${weekday} ${number}`;
  return day.slice(0, 4) === today.slice(0, 4) ? `${weekday} ${number} ${month}` : formatLongDay(day);
}
