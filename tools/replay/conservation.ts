import { addDays, type Day } from '../../src/domain/calendar/day.ts';
import { formatDuty } from '../../src/domain/shifts/duty.ts';
import type { Shift } from '../../src/domain/shifts/schema.ts';
import type { Employee } from './roster.ts';

/** An employee and their calendar as the server gives it. */
export interface Calendar {
  employee: Employee;
  /** Given in swaps of days: `libero` now. */
  givenDays: readonly Day[];
  shifts: Pick<
    Shift,
    | 'date'
    | 'workLocation'
    | 'startTime'
    | 'endTime'
    | 'isSplitShift'
    | 'secondStartTime'
    | 'secondEndTime'
    | 'shiftType'
  >[];
}

/**
 * Compares calendars with the file: on each day the same duties must be there, whoever has them now, and everybody must
 * still have as many shifts as the file gave them.
 *
 * @param monday day 0 of the file
 * @returns what is wrong, one line each; nothing if all is in place
 */
export function findLosses(calendars: readonly Calendar[], monday: Day): string[] {
  const expected = new Map<Day, string[]>();
  const found = new Map<Day, string[]>();
  const problems: string[] = [];
  for (const { employee, givenDays, shifts: entries } of calendars) {
    const shifts = entries.filter(
      ({ date, workLocation }) => workLocation !== 'libero' || !givenDays.includes(date),
    );
    for (const shift of employee.shifts)
      add(expected, addDays(monday, shift.day), `sede ${shift.start}–${shift.end}`);
    for (const shift of shifts) add(found, shift.date, formatDuty(shift));
    if (shifts.length !== employee.shifts.length) {
      problems.push(`${employee.name} has ${shifts.length} shifts instead of ${employee.shifts.length}`);
    }
  }
  for (const day of [...new Set([...expected.keys(), ...found.keys()])].toSorted()) {
    problems.push(...compareDay(day, expected.get(day) ?? [], found.get(day) ?? []));
  }
  return problems;
}

function add(days: Map<Day, string[]>, day: Day, duty: string): void {
  const duties = days.get(day);
  if (duties) duties.push(duty);
  else days.set(day, [duty]);
}

function compareDay(day: Day, expected: readonly string[], found: readonly string[]): string[] {
  const countOf = (duties: readonly string[], duty: string): number =>
    duties.filter((other) => other === duty).length;
  return [...new Set([...expected, ...found])].toSorted().flatMap((duty) => {
    const [before, after] = [countOf(expected, duty), countOf(found, duty)];
    return before === after ? [] : [`${day}: ${duty} is there ${after} times instead of ${before}`];
  });
}
