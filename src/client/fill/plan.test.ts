import { expect, test } from 'vitest';
import { addDays, type Day } from '../../domain/calendar/day.ts';
import type { ShiftDraft, ShiftOwner } from '../../domain/shifts/rules.ts';
import type { Shift } from '../../domain/shifts/schema.ts';
import { judgePlan } from './plan.ts';

const today = '2026-11-23';
const owner: ShiftOwner = { contractHours: 8, enableFlexibleShifts: false, variant: 'standard' };
const timed = (startTime: string, endTime: string) => ({ workLocation: 'sede' as const, startTime, endTime });
const [early, late] = [timed('06:00', '14:00'), timed('14:00', '22:00')];
const entryOn = (date: Day, duty: object, rest: Partial<Shift> = {}): Shift =>
  ({ date, ...duty, isSplitShift: false, exchangeInfo: null, openRequestId: null, ...rest }) as Shift;

const judge = (drafts: ShiftDraft[], entries: Shift[], isReplacing = false, excluded: Day[] = []) => {
  const plan = judgePlan(drafts, new Set(excluded), { owner, today, entries, isReplacing });
  return { ...plan, accepted: plan.accepted.map(({ duty }) => duty.date) };
};
const days = [1, 2, 3, 4].map((count) => addDays(today, count)) as [Day, Day, Day, Day];
const drafts = days.map((date): ShiftDraft => ({ date, ...early }));

test('each day of a plan is recorded, skipped or refused with the reason', () => {
  const entries = [entryOn(days[1], late), entryOn(days[2], early)];
  const short = { date: '2026-11-28', ...timed('06:00', '09:00') };
  const plan = judge([...drafts, short], entries, false, [days[3]]);
  expect(plan).toMatchObject({ accepted: [days[0]], replaced: [], skipped: [days[1], days[2]] });
  expect(plan.refused).toEqual([{ day: '2026-11-28', reason: expect.stringMatching(/^\p{Lu}.*8 ore/u) }]);
});

test('a plan replaces entries, except swapped ones and those on offer', () => {
  const swapped = { exchangePartner: 'Sara', completedDate: '2026-11-20T08:00:00.000Z' };
  const entries = [
    entryOn(days[0], late),
    entryOn(days[1], late, { exchangeInfo: swapped }),
    entryOn(days[2], late, { openRequestId: 'r1' }),
    // already identical
    entryOn(days[3], early),
  ];
  expect(judge(drafts, entries, true)).toEqual({
    accepted: [days[0]],
    replaced: [days[0]],
    skipped: [days[1], days[2], days[3]],
    refused: [],
  });
});

test('skipped days are in order, whatever the reason', () => {
  const entries = [entryOn(days[0], early), entryOn(days[1], late, { openRequestId: 'r1' })];
  expect(judge(drafts.toReversed(), entries, true).skipped).toEqual([days[0], days[1]]);
});
