import { addDays, type Day, daysBetween } from '../../src/domain/calendar/day.ts';
import { isWorking, minutesBetween, minutesOf } from '../../src/domain/shifts/duty.ts';
import type { DatedDuty } from '../../src/domain/shifts/rules.ts';

// What somebody may work, as the colleagues of a replay look at it before they accept a swap of days: D.Lgs. 66/2003, art. 7,
// asks for 11 hours between two shifts; the rosters were made for at most six days in a row.

const restMinutes = 11 * 60;
const mostDaysInARow = 6;

export type Worked = Pick<DatedDuty, 'date' | 'startTime' | 'endTime' | 'workLocation'>;

/** Days on which a calendar holds what should not be: too short a rest before the shift, or one day in a row too many. */
export function breachesOf(entries: readonly Worked[]): Day[] {
  const shifts = entries.filter(isWorking).toSorted((one, other) => (one.date < other.date ? -1 : 1));
  let inARow = 0;
  return shifts
    .filter((shift, place) => {
      const previous = shifts[place - 1];
      const follows = previous !== undefined && addDays(previous.date, 1) === shift.date;
      inARow = follows ? inARow + 1 : 1;
      return (
        inARow > mostDaysInARow || (previous !== undefined && restBetween(previous, shift) < restMinutes)
      );
    })
    .map(({ date }) => date);
}

/** Minutes by the clock on the wall. */
function restBetween(one: Worked, next: Worked): number {
  const [start, end, begin] = [one.startTime ?? '00:00', one.endTime ?? '00:00', next.startTime ?? '00:00'];
  const days = daysBetween(one.date, next.date) * 24 * 60;
  return days + minutesOf(begin) - minutesOf(start) - minutesBetween(start, end);
}

/** Whether somebody can work `received` instead of `given` without a breach that was not there. */
export function canWork(entries: readonly Worked[], given: Worked, received: Worked): boolean {
  const before = breachesOf(entries);
  const others = entries.filter(({ date }) => date !== given.date && date !== received.date);
  return breachesOf([...others, received]).every((day) => before.includes(day));
}
