import { daysOf, formatShortDay, type Week } from '../calendar/day.ts';
import { formatClockTimes } from '../shifts/duty.ts';
import type { Entry } from '../shifts/rules.ts';

export interface GridPerson {
  firstName: string;
  lastName: string;
  entries: readonly Entry[];
}

/**
 * A worksite's working shifts as a file: one row per person, one column per day. Days without work are empty, for any
 * reason. Can be read back as a roster.
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
