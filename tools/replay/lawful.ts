import type { Day } from '../../src/domain/calendar/day.ts';
import { restsBefore, workOf } from '../../src/domain/rest/work.ts';
import type { Entry } from '../../src/domain/shifts/rules.ts';

// What colleagues check before accepting a swap of days: D.Lgs. 66/2003, art. 7, requires 11 hours between shifts.

const restMinutes = 11 * 60;

/** Days whose shift follows too short a rest. */
const breachesOf = (entries: readonly Entry[]): Day[] =>
  [...restsBefore(workOf(entries))].flatMap(([day, { minutes }]) => (minutes < restMinutes ? [day] : []));

/** Whether somebody can work `received` instead of `given` without a new breach. */
export function canWork(entries: readonly Entry[], given: Entry, received: Entry): boolean {
  const before = breachesOf(entries);
  const others = entries.filter(({ date }) => date !== given.date && date !== received.date);
  return breachesOf([...others, received]).every((day) => before.includes(day));
}
