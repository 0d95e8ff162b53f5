import type { Day } from '../../src/domain/calendar/day.ts';
import type { Entry } from '../../src/domain/shifts/rules.ts';
import type { Shift } from '../../src/domain/shifts/schema.ts';

/** The Friday after `testNow`: what is swapped is on this day unless a test says otherwise. */
export const swapDay: Day = '2026-11-20';

/** Of a duty that is worked in one piece. */
export const unsplit = { isSplitShift: false, secondStartTime: null, secondEndTime: null };

/** A morning of work, with changes. */
export const dutyWith = (changes: Partial<Entry> = {}): Entry => ({
  date: swapDay,
  workLocation: 'sede',
  startTime: '06:00',
  endTime: '14:00',
  shiftType: 'mattina',
  ...unsplit,
  ...changes,
});

/** The same as an entry of a calendar. */
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
