import { addDays, type Day } from '../../src/domain/calendar/day.ts';
import { formatDuty } from '../../src/domain/shifts/duty.ts';
import type { Entry } from '../../src/domain/shifts/rules.ts';
import type { Employee } from './roster.ts';

/** An employee with their working shifts from the server's calendar. */
export interface Calendar {
  employee: Employee;
  shifts: Entry[];
}

/**
 * Compares calendars with the file: each day must have the same duties, regardless of their owners, and everybody must have
 * as many shifts as in the file.
 *
 * @param monday day 0 of the file
 * @returns the differences, one line each; empty if there are none
 */
export function findLosses(calendars: readonly Calendar[], monday: Day): string[] {
  const counts = new Map<string, { before: number; after: number }>();
  const count = (day: Day, duty: string, side: 'before' | 'after'): void => {
    const key = `${day}: ${duty}`;
    const known = counts.get(key) ?? { before: 0, after: 0 };
    counts.set(key, { ...known, [side]: known[side] + 1 });
  };
  const problems: string[] = [];
  for (const { employee, shifts } of calendars) {
    for (const { day, start, end } of employee.shifts)
      count(addDays(monday, day), `sede ${start}–${end}`, 'before');
    for (const shift of shifts) count(shift.date, formatDuty(shift), 'after');
    if (shifts.length !== employee.shifts.length) {
      problems.push(`${employee.name} has ${shifts.length} shifts instead of ${employee.shifts.length}`);
    }
  }
  const wrong = [...counts].filter(([, { before, after }]) => before !== after);
  const lines = wrong.map(
    ([key, { before, after }]) => `${key} is there ${after} times instead of ${before}`,
  );
  return [...problems, ...lines.toSorted()];
}
