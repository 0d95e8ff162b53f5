import type { Time } from '../calendar/day.ts';
import { minutesOf } from './duty.ts';

const formatTime = (minutes: number): Time =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const quarterHoursFrom = (firstHour: number): Time[] =>
  Array.from({ length: 96 }, (_, index) => formatTime((firstHour * 60 + index * 15) % (24 * 60)));

/** The 96 choices of the add form: 08:00 round to 07:45. */
export const addFormTimes: readonly Time[] = quarterHoursFrom(8);

/** The 96 choices of the edit form: 00:00 to 23:45. */
export const editFormTimes: readonly Time[] = quarterHoursFrom(0);

/** The suggested end for a start: start plus contract hours (8 h with flexible shifts); null if that is not on the same day. */
export function suggestedEnd(
  start: Time,
  owner: { contractHours: number; enableFlexibleShifts: boolean },
): Time | null {
  const end = minutesOf(start) + (owner.enableFlexibleShifts ? 8 : owner.contractHours) * 60;
  return end < 24 * 60 ? formatTime(end) : null;
}
