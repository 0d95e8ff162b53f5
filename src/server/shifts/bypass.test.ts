import fc from 'fast-check';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { buildDuty, buildShift } from '../../../db/builders.ts';
import type { Answer } from '../../../tests/support/caller.ts';
import { type SignedInCaller, testServer } from '../../../tests/support/server.ts';
import { changeShift, deleteShift } from '../../../tests/support/swaps.ts';
import { addDays, mondayWeekOf, saturdayWeekOf } from '../../domain/calendar/day.ts';
import { messageOf } from '../../domain/errors/messages.it.ts';
import { taxiShifts, workLocations } from '../../domain/shifts/duty.ts';
import { judgeDay, judgeShift, type ShiftDraft, type ShiftOwner } from '../../domain/shifts/rules.ts';
import type { Shift } from '../../domain/shifts/schema.ts';
import { editFormTimes } from '../../domain/shifts/times.ts';

// The forms explain and close what the rules refuse; here nobody fills in a form. Whatever is sent, the server must
// answer what the rule says, in the words that the form would show, and store nothing that the rule refuses.

const server = await testServer();

/** Today in Rome, a Monday. */
const today = '2026-11-16';
const day = '2026-11-18';

const owners = {
  'a contract of 8 hours': { contractHours: 8, enableFlexibleShifts: false, variant: 'standard' },
  'a contract of 6 hours': { contractHours: 6, enableFlexibleShifts: false, variant: 'standard' },
  'flexible shifts': { contractHours: 5, enableFlexibleShifts: true, variant: 'standard' },
  'the taxi worksite': { contractHours: 7, enableFlexibleShifts: false, variant: 'taxi' },
} as const satisfies Record<string, ShiftOwner>;

async function signInAs({ contractHours, enableFlexibleShifts, variant }: ShiftOwner) {
  const place = variant === 'taxi' ? { worksiteId: await server.taxiWorksiteId() } : {};
  const person = await server.signIn({ ...place, contractHours });
  await server.database.run(
    sql`update users set enable_flexible_shifts = ${enableFlexibleShifts} where id = ${person.id}`,
  );
  return person;
}

const listAll = async (person: SignedInCaller): Promise<Shift[]> =>
  person.ask('GET /api/calendar/shifts', { query: { from: '2026-01-01', to: '2026-12-31' } });

/** What the rules say of an entry beside the person's others: 'ok' or the text of the refusal. */
function verdictOf(draft: ShiftDraft, owner: ShiftOwner, others: readonly Shift[]): string {
  const onDay = judgeDay(draft.date, today);
  if (!onDay.ok) return messageOf(onDay);
  const { from, to } = owner.variant === 'taxi' ? saturdayWeekOf(draft.date) : mondayWeekOf(draft.date);
  const week = others.filter(({ date }) => date >= from && date <= to);
  const verdict = judgeShift(draft, owner, week);
  return verdict.ok ? 'ok' : messageOf(verdict);
}

const textOf = ({ status, refusal }: Answer<unknown>) => (status < 300 ? 'ok' : refusal.message);

const anyTime = fc.option(fc.constantFrom(...editFormTimes), { freq: 12 });
const whole = { isSplitShift: false, secondStartTime: null, secondEndTime: null };
const secondPart = { secondStartTime: '14:00', secondEndTime: '18:00' };
const usualTimes = {
  standard: fc.constantFrom(
    { startTime: '08:00', endTime: '12:00', ...whole },
    { startTime: '08:00', endTime: '16:00', ...whole },
    { startTime: '08:00', endTime: '17:00', ...whole },
    { startTime: '08:00', endTime: '12:00', ...whole, ...secondPart },
    { startTime: '08:00', endTime: '12:00', isSplitShift: true, ...secondPart },
  ),
  taxi: fc.constantFrom(...taxiShifts).map(({ startTime, endTime }) => ({ startTime, endTime, ...whole })),
};
const anyTimes = fc.record({
  startTime: anyTime,
  endTime: anyTime,
  isSplitShift: fc.boolean(),
  secondStartTime: anyTime,
  secondEndTime: anyTime,
});

/** Half of them times as the forms offer them, so that weeks fill; the others whatever. From yesterday on. */
const anyDraft = ({ variant }: ShiftOwner): fc.Arbitrary<ShiftDraft> =>
  fc
    .record({
      date: fc.integer({ min: -1, max: 13 }).map((days) => addDays(today, days)),
      workLocation: fc.oneof(fc.constant('sede' as const), fc.constantFrom(...workLocations)),
      times: fc.oneof(usualTimes[variant], anyTimes),
    })
    .map(({ times, ...draft }) => ({ ...draft, ...times }));

const taken = 'Hai già un turno in questa data';
const isTaken = (date: string, others: readonly Shift[]): boolean =>
  others.some((shift) => shift.date === date);

describe.each(Object.entries(owners))('with %s', (_name, owner) => {
  test('whatever is sent as a new entry gets what the rules say', async () => {
    const person = await signInAs(owner);
    await fc.assert(
      fc.asyncProperty(anyDraft(owner), fc.boolean(), async (draft, isKept) => {
        const before = await listAll(person);
        const isFree = draft.date < today || !isTaken(draft.date, before);
        const expected = isFree ? verdictOf(draft, owner, before) : taken;
        const answer = await person.call('POST /api/shifts', { body: draft });
        expect(textOf(answer)).toBe(expected);
        expect((await listAll(person)).length).toBe(before.length + (expected === 'ok' ? 1 : 0));
        // so that there is always room for another
        if (expected === 'ok' && !isKept) await deleteShift(person, answer.body.id);
      }),
      { numRuns: 80 },
    );
  });

  test('whatever is sent as a change gets what the rules say', async () => {
    const person = await signInAs(owner);
    const isTaxi = owner.variant === 'taxi';
    const duty = isTaxi ? buildDuty('sede', '13:00', '20:00') : buildDuty('sede', '08:00', '16:00');
    await buildShift(server.context, person, addDays(day, 1), duty);
    const id = await buildShift(server.context, person, day, buildDuty('libero'));
    await fc.assert(
      fc.asyncProperty(anyDraft(owner), async (draft) => {
        const before = await listAll(person);
        const others = before.filter((shift) => shift.id !== id);
        const verdict = verdictOf(draft, owner, others);
        const expected = verdict === 'ok' && isTaken(draft.date, others) ? taken : verdict;
        expect(textOf(await changeShift(person, id, draft))).toBe(expected);
        if (expected !== 'ok') expect(await listAll(person)).toEqual(before);
      }),
      { numRuns: 80 },
    );
  });
});
