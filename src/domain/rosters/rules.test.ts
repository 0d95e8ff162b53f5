import { describe, expect, test } from 'vitest';
import { dutyWith } from '../../../tests/support/duties.ts';
import type { ShiftOwner } from '../shifts/rules.ts';
import {
  isAcceptable,
  isPlain,
  judgeRoster,
  type MetEntry,
  type RosterCalendar,
  rosterDutyOf,
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
    loaded: new Map(),
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
    ['the same as the calendar', morning, entry(), 'same'],
    ['the same without work on either side', null, rest, 'same'],
    ['a change of other work', afternoon, entry(), 'changed'],
    ['a change of the place', { ...morning, workLocation: 'smart_working' }, entry(), 'changed'],
    ['missing if it has no work', null, entry(), 'missing'],
    ['an absence over an illness', morning, illness, 'absence'],
    ['the same if it has no work during illness', null, illness, 'same'],
    ['swapped if a swap brought other work', afternoon, entry({ isSwapped: true }), 'swapped'],
    ['swapped if a swap brought work and it has none', null, entry({ isSwapped: true }), 'swapped'],
    ['swapped if a swap brought rest', morning, { ...rest, isSwapped: true }, 'swapped'],
    ['the same as what a swap brought', morning, entry({ isSwapped: true }), 'same'],
    [
      'swapped if only the second half differs',
      { ...morning, ...split },
      entry({ ...split, secondEndTime: '19:00', isSwapped: true }),
      'swapped',
    ],
    ['the same split shift', { ...morning, ...split }, entry({ ...split, isSwapped: true }), 'same'],
  ] as const)('%s', (_what, duty, met, kind) => {
    expect(judge(duty, met)).toMatchObject({ day, duty, entry: met, kind });
  });

  test('on offer if a request depends on it, unless nothing changes', () => {
    const held = { heldDays: new Set([day]) };
    expect(judge(afternoon, entry(), held).kind).toBe('on_offer');
    expect(judge(null, entry(), held).kind).toBe('on_offer');
    expect(judge(morning, entry(), held).kind).toBe('same');
    expect(judge(null, null, held).kind).toBe('same');
  });

  test('past before today, whatever the roster has', () => {
    expect(judge(afternoon, entry(), { today: '2026-12-02' })).toMatchObject({ kind: 'past', stored: null });
    expect(judge(afternoon, entry(), { today: day })).toMatchObject({ kind: 'changed' });
  });

  test('refused or stored as the rules of shifts decide', () => {
    const long = { ...morning, endTime: '23:00' };
    expect(judge(long, null)).toMatchObject({ kind: 'refused', stored: null, refusal: { ok: false } });
    expect(judge(afternoon, null)).toMatchObject({
      refusal: null,
      stored: { date: day, startTime: '14:00', endTime: '22:00', shiftType: 'pomeriggio' },
    });
    // swapped work is not judged again: it stays until its owner chooses
    expect(judge(long, entry({ isSwapped: true }))).toMatchObject({ kind: 'swapped', stored: null });
    // nor is a given day; in taxi worksites it may have been a holiday, and is judged like any other
    const givenDays = new Set([day]);
    expect(judge(long, rest, { givenDays, owner: { ...owner, variant: 'taxi' } }).kind).toBe('refused');
    expect(judge(long, illness, { givenDays }).kind).toBe('swapped');
  });

  test('free of work missing in the roster only if that is removed without asking', () => {
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
      loaded: new Map(),
    };
    const kinds = (keepsMissing: boolean) =>
      judgeRoster(rows, { ...calendar, keepsMissing }).map(({ kind }) => kind);
    expect(kinds(true)).toEqual(['missing', 'refused']);
    expect(kinds(false)).toEqual(['missing', 'new']);
  });
});

describe('the outcome shown to a colleague who loads the roster', () => {
  const long = { ...morning, endTime: '23:00' };
  const [held, given] = [{ heldDays: new Set([day]) }, { givenDays: new Set([day]) }];
  const taxi = { ...given, owner: { ...owner, contractHours: 7, variant: 'taxi' } } as const;
  const driven = { ...morning, endTime: '13:00' };
  const loaded = (duty: RosterDuty | null) => ({ loaded: new Map([[day, duty]]) });

  test.each([
    ['past', afternoon, entry(), { today: '2026-12-02' }],
    ['same', morning, entry(), {}],
    ['changed', afternoon, entry(), {}],
    ['missing', null, entry(), {}],
    ['on_offer', afternoon, entry(), held],
    ['swapped', afternoon, entry({ isSwapped: true }), {}],
    // what was loaded last is not news, regardless of later changes by the person
    ['same', afternoon, entry(), loaded(afternoon)],
    ['same', null, entry(), loaded(null)],
    ['past', afternoon, entry(), { today: '2026-12-02', ...loaded(afternoon) }],
  ] as const)('is %s: %j over work', (outcome, duty, met, calendar) => {
    expect(judge(duty, met, calendar).outcome).toBe(outcome);
  });

  const withoutWork = ['libero', 'ferie', 'malattia'] as const;
  const absences = [null, ...withoutWork.map((workLocation) => entry({ workLocation, ...noTimes }))];

  test.each([
    ['same', null, {}, null],
    ['new', morning, {}, null],
    ['refused', long, {}, null],
    ['new', morning, held, null],
    ['swapped', morning, given, null],
    ['new', driven, taxi, null],
    ['same', morning, loaded(morning), morning],
    ['changed', afternoon, loaded(morning), morning],
    ['missing', null, loaded(morning), morning],
    ['new', morning, loaded(null), null],
  ] as const)('is %s: %j without work, regardless of the entry', (outcome, duty, calendar, seen) => {
    for (const met of absences) {
      expect(judge(duty, met, calendar)).toMatchObject({ outcome, seen });
    }
  });
});

test('new, changed and missing days are accepted together; absences and days on offer only one by one', () => {
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

test('a duty is stored with its second half, if it has one', () => {
  const { secondStartTime, secondEndTime } = split;
  const none = { isSplitShift: false, secondStartTime: null, secondEndTime: null };
  expect(rosterDutyOf(morning)).toEqual({ ...morning, ...none });
  expect(rosterDutyOf({ ...morning, isSplitShift: false, secondStartTime, secondEndTime })).toEqual({
    ...morning,
    ...none,
  });
  expect(rosterDutyOf({ ...morning, ...split })).toEqual({ ...morning, ...split });
});
