import { addDays, type Day } from '../../src/domain/calendar/day.ts';
import { restsBefore, workOf } from '../../src/domain/rest/work.ts';
import type { DatedDuty } from '../../src/domain/shifts/rules.ts';

// What colleagues look at before they accept a swap of days: D.Lgs. 66/2003, art. 7, asks for 11 hours between two shifts;
// the rosters were made for at most six days in a row.

const restMinutes = 11 * 60;
const mostDaysInARow = 6;

/** Days of a calendar with too short a rest before the shift, or one day in a row too many. */
function breachesOf(entries: readonly DatedDuty[]): Day[] {
  const work = workOf(entries);
  const rests = restsBefore(work);
  const days = new Set(work.map(({ duty }) => duty.date));
  const row = Array.from({ length: mostDaysInARow }, (_, place) => -1 - place);
  return [...days].filter(
    (day) =>
      (rests.get(day)?.minutes ?? restMinutes) < restMinutes ||
      row.every((back) => days.has(addDays(day, back))),
  );
}

/** Whether somebody can work `received` instead of `given` without a breach that was not there. */
export function canWork(entries: readonly DatedDuty[], given: DatedDuty, received: DatedDuty): boolean {
  const before = breachesOf(entries);
  const others = entries.filter(({ date }) => date !== given.date && date !== received.date);
  return breachesOf([...others, received]).every((day) => before.includes(day));
}
