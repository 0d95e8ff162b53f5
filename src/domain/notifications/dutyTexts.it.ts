import { type Day, formatMediumDay } from '../calendar/day.ts';
import { formatClockTimes, formatDutyTimes, type ShiftType, shiftTypeNames } from '../shifts/duty.ts';
import type { Entry } from '../shifts/rules.ts';

export const dutyOf = (duty: Entry): string => `${formatMediumDay(duty.date)}, ${formatDutyTimes(duty)}`;
/** The same within a sentence that goes on. */
export const dutyWithin = (duty: Entry): string =>
  `${formatMediumDay(duty.date)} (${formatClockTimes(duty)})`;

export const nameOfType = (type: ShiftType | null): string =>
  type === null ? '' : shiftTypeNames[type].toUpperCase();

/** Of a taxi worksite, which names its shifts: 'NOTTE (03:00–10:00)' */
export const namedShift = (duty: Entry): string =>
  `${nameOfType(duty.shiftType)} (${formatClockTimes(duty)})`;

/** 'lavori mer 2 dic 14:00–22:00, sei libero sab 28 nov' */
export const dayTrade = (works: Entry, free: Day): string =>
  `lavori ${formatMediumDay(works.date)} ${formatDutyTimes(works)}, sei libero ${formatMediumDay(free)}`;
