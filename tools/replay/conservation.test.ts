import { expect, test } from 'vitest';
import type { DatedDuty } from '../../src/domain/shifts/rules.ts';
import { type Calendar, findLosses } from './conservation.ts';
import { parseRoster } from './roster.ts';

const monday = '2026-11-23';
const { employees } = parseRoster(
  `employee,role,contract_hours,day,start,end,duty
Ada,operatore,8,0,06:00,14:00,Early
Ada,operatore,8,1,06:00,14:00,Early
Bob,operatore,8,0,14:00,22:00,Late
`,
  'employee,day,unwanted_duty\n',
);

const duty = (date: string, times: string): DatedDuty => ({
  date,
  workLocation: 'sede',
  startTime: times.slice(0, 5),
  endTime: times.slice(6),
  shiftType: 'mattina',
  isSplitShift: false,
  secondStartTime: null,
  secondEndTime: null,
});

const calendars = (...shifts: DatedDuty[][]): Calendar[] =>
  employees.map((employee, index) => ({ employee, givenDays: [], shifts: shifts[index] ?? [] }));

const early = duty('2026-11-23', '06:00-14:00');
const late = duty('2026-11-23', '14:00-22:00');
const tuesday = duty('2026-11-24', '06:00-14:00');

test('all in place, swapped or not', () => {
  expect(findLosses(calendars([early, tuesday], [late]), monday)).toEqual([]);
  expect(findLosses(calendars([late, tuesday], [early]), monday)).toEqual([]);
});

test('a duty that is gone', () => {
  expect(findLosses(calendars([early, tuesday], []), monday)).toEqual([
    'Bob has 0 shifts instead of 1',
    '2026-11-23: sede 14:00–22:00 is there 0 times instead of 1',
  ]);
});

test('a duty that two people have', () => {
  expect(findLosses(calendars([late, tuesday], [late]), monday)).toEqual([
    '2026-11-23: sede 06:00–14:00 is there 0 times instead of 1',
    '2026-11-23: sede 14:00–22:00 is there 2 times instead of 1',
  ]);
});

test('a duty that changed hands one way only, or moved to another place', () => {
  expect(findLosses(calendars([tuesday], [early, late]), monday)).toEqual([
    'Ada has 1 shifts instead of 2',
    'Bob has 2 shifts instead of 1',
  ]);
  const elsewhere: DatedDuty = { ...late, workLocation: 'smart_working' };
  expect(findLosses(calendars([early, tuesday], [elsewhere]), monday)).toHaveLength(2);
});

test('who gave a day is free on it; free on another day, they have an entry too many', () => {
  const free: DatedDuty = {
    ...tuesday,
    workLocation: 'libero',
    startTime: null,
    endTime: null,
    shiftType: null,
  };
  const [ada, bob] = calendars([early, free], [late, tuesday]);
  if (!ada || !bob) throw new Error('two people');
  const given = { ...ada, givenDays: [tuesday.date] };
  expect(findLosses([given, { ...bob, shifts: [late] }], monday)).toEqual([
    'Ada has 1 shifts instead of 2',
    '2026-11-24: sede 06:00–14:00 is there 0 times instead of 1',
  ]);
  expect(findLosses([{ ...given, givenDays: [] }, bob], monday)).toEqual([
    'Bob has 2 shifts instead of 1',
    '2026-11-24: libero is there 1 times instead of 0',
  ]);
});
