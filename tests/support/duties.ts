import type { Day } from '../../src/domain/calendar/day.ts';
import type { Entry } from '../../src/domain/shifts/rules.ts';
import type { Shift } from '../../src/domain/shifts/schema.ts';

/** The Friday after `testNow`: the day of swaps unless a test says otherwise. */
export const swapDay: Day = '2026-11-20';

/** Fields of a duty that is not split. */
export const unsplit = { isSplitShift: false, secondStartTime: null, secondEndTime: null };

/** A morning shift, with changes. */
export const dutyWith = (changes: Partial<Entry> = {}): Entry => ({
  date: swapDay,
  workLocation: 'sede',
  startTime: '06:00',
  endTime: '14:00',
  shiftType: 'mattina',
  ...unsplit,
  ...changes,
});

/** A morning shift as a calendar entry, with changes. */
export const entryWith = (changes: Partial<Shift> = {}): Shift => ({
  ...dutyWith(),
  id: 'shift',
  userId: 'me',
  notes: null,
  exchangeInfo: null,
  openRequestId: null,
  reservedRequestId: null,
  ...changes,
});
