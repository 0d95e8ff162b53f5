import { describe, expect, test } from 'vitest';
import { dutyWith } from '../../../tests/support/duties.ts';
import type { ShiftOwner } from '../shifts/rules.ts';
import {
  isAcceptable,
  isPlain,
  judgeRoster,
  type MetEntry,
  outcomeFor,
  type RosterCalendar,
  storedRosterDuty,
} from './rules.ts';
import type { RosterDuty } from './schema.ts';

const today = '2026-11-20';
const day = '2026-12-01';
const owner: ShiftOwner = { contractHours: 8, enableFlexibleShifts: true, variant: 'standard' };
const morning: RosterDuty = { workLocation: 'sede', startTime: '06:00', endTime: '14:00' };
const afternoon: RosterDuty = { workLocation: 'sede', startTime: '14:00', endTime: '22:00' };
const noTimes = { startTime: null, endTime: null, shiftType: null };

const entry = (changes: Partial<MetEntry> = {}): MetEntry => ({
  ...dutyWith({ date: day }),
  id: 'entry',
  notes: null,
  updatedAt: '2026-11-16T09:00:00.000Z',
  isSwapped: false,
  ...changes,
});
const rest = entry({ workLocation: 'libero', ...noTimes });
const illness = entry({ workLocation: 'malattia', ...noTimes });
const split = {
  isSplitShift: true,
  startTime: '06:00',
  endTime: '10:00',
  secondStartTime: '14:00',
  secondEndTime: '18:00',
};

const judge = (duty: RosterDuty | null, met: MetEntry | null, calendar: Partial<RosterCalendar> = {}) => {
  const entries = met ? [met] : [];
  const [judged] = judgeRoster([{ day, duty }], {
    owner,
    today,
    entries,
    heldDays: new Set(),
    givenDays: new Set(),
    keepsMissing: true,
    ...calendar,
  });
  if (!judged) throw new Error('a day of the roster is lost');
  return judged;
};

describe('a day of a roster is, for its person', () => {
  test.each([
    ['new over nothing', morning, null, 'new'],
    ['new over rest', morning, rest, 'new'],
    ['the same as what stands there', morning, entry(), 'same'],
    ['the same without work on either side', null, rest, 'same'],
    ['a change of other work', afternoon, entry(), 'changed'],
    ['a change of the place', { ...morning, workLocation: 'smart_working' }, entry(), 'changed'],
    ['missing where it has no work', null, entry(), 'missing'],
    ['an absence over an illness', morning, illness, 'absence'],
    ['the same where it has no work for who is ill', null, illness, 'same'],
    ['swapped where a swap brought other work', afternoon, entry({ isSwapped: true }), 'swapped'],
    ['swapped where a swap brought work and it has none', null, entry({ isSwapped: true }), 'swapped'],
    ['swapped where a swap brought rest', morning, { ...rest, isSwapped: true }, 'swapped'],
    ['the same as what a swap brought', morning, entry({ isSwapped: true }), 'same'],
    [
      'swapped where only the second half differs',
      { ...morning, ...split },
      entry({ ...split, secondEndTime: '19:00', isSwapped: true }),
      'swapped',
    ],
    ['the same split shift', { ...morning, ...split }, entry({ ...split, isSwapped: true }), 'same'],
  ] as const)('%s', (_what, duty, met, kind) => {
    expect(judge(duty, met)).toMatchObject({ day, duty, entry: met, kind });
  });

  test('on offer where a request rests on it, unless nothing changes', () => {
    const held = { heldDays: new Set([day]) };
    expect(judge(afternoon, entry(), held).kind).toBe('on_offer');
    expect(judge(null, entry(), held).kind).toBe('on_offer');
    expect(judge(morning, entry(), held).kind).toBe('same');
    expect(judge(null, null, held).kind).toBe('same');
  });

  test('past before today, whatever it says', () => {
    expect(judge(afternoon, entry(), { today: '2026-12-02' })).toMatchObject({ kind: 'past', stored: null });
    expect(judge(afternoon, entry(), { today: day })).toMatchObject({ kind: 'changed' });
  });

  test('what the rules of shifts refuse, and is stored where they do not', () => {
    const long = { ...morning, endTime: '23:00' };
    expect(judge(long, null)).toMatchObject({ kind: 'refused', stored: null, refusal: { ok: false } });
    expect(judge(afternoon, null)).toMatchObject({
      refusal: null,
      stored: { date: day, startTime: '14:00', endTime: '22:00', shiftType: 'pomeriggio' },
    });
    // a swap's work is not judged anew: it stays as it is until its owner chooses
    expect(judge(long, entry({ isSwapped: true }))).toMatchObject({ kind: 'swapped', stored: null });
    // a taxi worksite swaps no days: rest there came from no swap
    const taxi = { ...owner, variant: 'taxi' } as const;
    expect(judge(long, { ...rest, isSwapped: true }, { owner: taxi }).kind).toBe('refused');
    expect(judge(long, { ...rest, isSwapped: true }).kind).toBe('swapped');
  });

  test('free of the work that it does not have only where that goes without being asked', () => {
    const week = ['2026-11-30', '2026-12-02'].map((date) => entry({ ...dutyWith({ date }) }));
    const rows = [
      { day: '2026-11-30', duty: null },
      { day, duty: morning },
    ];
    const partTime = { ...owner, contractHours: 4 };
    const calendar = {
      owner: partTime,
      today,
      entries: week,
      heldDays: new Set<string>(),
      givenDays: new Set<string>(),
    };
    const kinds = (keepsMissing: boolean) =>
      judgeRoster(rows, { ...calendar, keepsMissing }).map(({ kind }) => kind);
    expect(kinds(true)).toEqual(['missing', 'refused']);
    expect(kinds(false)).toEqual(['missing', 'new']);
  });
});

describe('what a colleague who loads the roster hears', () => {
  test.each([
    ['past', entry(), 'past'],
    ['same', illness, 'same'],
    ['refused', illness, 'refused'],
    ['changed', entry(), 'changed'],
    ['missing', entry(), 'missing'],
    ['on_offer', entry(), 'on_offer'],
    ['swapped', entry(), 'swapped'],
    ['new', null, 'new'],
    ['new', rest, 'new'],
    // why somebody does not work is theirs
    ['absence', illness, 'new'],
    ['on_offer', rest, 'new'],
    ['on_offer', null, 'new'],
    ['swapped', rest, 'swapped'],
    ['swapped', illness, 'new'],
  ] as const)('of %s over %j is %s', (kind, met, outcome) => {
    const judged = { day, duty: morning, entry: met, kind, stored: null, refusal: null };
    expect(outcomeFor(judged, owner)).toBe(outcome);
  });

  test('of a swap that brought rest is nothing in a taxi worksite, which has no swaps of days', () => {
    const judged = { day, duty: morning, entry: rest, kind: 'swapped', stored: null, refusal: null } as const;
    expect(outcomeFor(judged, { ...owner, variant: 'taxi' })).toBe('new');
  });
});

test('all at once are accepted: new, changed and missing days; one by one also absences and what is on offer', () => {
  const kinds = [
    'new',
    'changed',
    'missing',
    'absence',
    'on_offer',
    'swapped',
    'refused',
    'same',
    'past',
  ] as const;
  expect(kinds.filter((kind) => isPlain({ kind }))).toEqual(kinds.slice(0, 3));
  expect(kinds.filter((kind) => isAcceptable({ kind }))).toEqual(kinds.slice(0, 5));
});

test('a duty is stored with the second half that it has, else with none', () => {
  const { secondStartTime, secondEndTime } = split;
  const none = { isSplitShift: false, secondStartTime: null, secondEndTime: null };
  expect(storedRosterDuty(morning)).toEqual({ ...morning, ...none });
  expect(storedRosterDuty({ ...morning, isSplitShift: false, secondStartTime, secondEndTime })).toEqual({
    ...morning,
    ...none,
  });
  expect(storedRosterDuty({ ...morning, ...split })).toEqual({ ...morning, ...split });
});
