import { daysOf, formatShortDay, type Week } from '../calendar/day.ts';
import { formatClockTimes } from '../shifts/duty.ts';
import type { Entry } from '../shifts/rules.ts';

export interface GridPerson {
  firstName: string;
  lastName: string;
  entries: readonly Entry[];
}

/**
 * The grid of a worksite's working shifts as a file has it: a row a person, a column a day. Who does not work on a day
 * has an empty cell, for whatever reason. Read as a roster it says the same again.
 */
export function gridOfShifts(
  people: readonly GridPerson[],
  span: Week,
): { header: string[]; rows: (string | null)[][] } {
  const days = daysOf(span);
  return {
    header: ['Persona', ...days.map(formatShortDay)],
    rows: people.map(({ firstName, lastName, entries }) => {
      const timesOf = new Map(entries.map((shift) => [shift.date, formatClockTimes(shift)]));
      return [`${lastName} ${firstName}`, ...days.map((day) => timesOf.get(day) ?? null)];
    }),
  };
}
