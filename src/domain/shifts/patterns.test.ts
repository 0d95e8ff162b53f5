import { expect, test } from 'vitest';
import { dutyWith } from '../../../tests/support/duties.ts';
import { addDays, daysOf } from '../calendar/day.ts';
import { keyOfDuty, type PlannedDuty, plannedDutyOf } from './duty.ts';
import {
  copyForward,
  findRotation,
  firstEmptyWeek,
  fivePlusTwo,
  layPattern,
  type Step,
  usualDuties,
} from './patterns.ts';
import { type Entry, restDuty, type ShiftOwner } from './rules.ts';

const eightHours: ShiftOwner = { contractHours: 8, enableFlexibleShifts: false, variant: 'standard' };
const driver: ShiftOwner = { contractHours: 7, enableFlexibleShifts: false, variant: 'taxi' };

const duty = (startTime: string, endTime: string): PlannedDuty =>
  plannedDutyOf({ workLocation: 'sede', startTime, endTime });
const rest = plannedDutyOf({ workLocation: 'libero' });
const early = duty('06:00', '14:00');
const late = duty('14:00', '22:00');

const entry = (date: string, startTime: string, endTime: string): Entry =>
  dutyWith({ date, startTime, endTime });

test('layPattern begins with the first step on the first day and repeats', () => {
  const steps = [
    { duty: early, days: 2 },
    { duty: rest, days: 1 },
  ];
  const laid = layPattern(steps, { from: '2026-12-30', to: '2027-01-03' });
  expect(laid.map(({ date, workLocation }) => `${date} ${workLocation}`)).toEqual([
    '2026-12-30 sede',
    '2026-12-31 sede',
    '2027-01-01 libero',
    '2027-01-02 sede',
    '2027-01-03 sede',
  ]);
  expect(laid[0]).toEqual({ ...early, date: '2026-12-30' });
});

test('layPattern continues a round that began on an earlier or later day', () => {
  const steps = [
    { duty: early, days: 2 },
    { duty: rest, days: 1 },
  ];
  const placesFrom = (from: string, startsOn: string): string[] =>
    layPattern(steps, { from, to: addDays(from, 3) }, startsOn).map(({ workLocation }) => workLocation);
  expect(placesFrom('2026-12-30', '2026-12-29')).toEqual(['sede', 'libero', 'sede', 'sede']);
  expect(placesFrom('2026-12-30', '2026-11-28')).toEqual(['libero', 'sede', 'sede', 'libero']);
  expect(placesFrom('2026-12-30', '2026-12-31')).toEqual(['libero', 'sede', 'sede', 'libero']);
  expect(placesFrom('2026-12-30', '2027-01-01')).toEqual(['sede', 'libero', 'sede', 'sede']);
});

test('layPattern is empty without steps and for a reversed range', () => {
  expect(layPattern([], { from: '2026-12-01', to: '2026-12-31' })).toEqual([]);
  expect(layPattern([{ duty: early, days: 1 }], { from: '2026-12-02', to: '2026-12-01' })).toEqual([]);
  expect(layPattern([{ duty: early, days: 1 }], { from: '2026-12-01', to: '2026-12-01' })).toHaveLength(1);
});

test('copyForward repeats work and rest with their times, never holidays or illness', () => {
  const split = { ...entry('2026-11-02', '08:00', '12:00'), isSplitShift: true };
  const copied = copyForward(
    [
      { ...split, secondStartTime: '14:00', secondEndTime: '18:00' },
      { ...restDuty('libero'), date: '2026-11-03' },
      { ...restDuty('ferie'), date: '2026-11-04' },
      { ...restDuty('malattia'), date: '2026-11-05' },
      { ...entry('2026-11-06', '09:00', '17:00'), workLocation: 'smart_working' },
    ],
    28,
  );
  expect(copied).toEqual([
    {
      date: '2026-11-30',
      workLocation: 'sede',
      startTime: '08:00',
      endTime: '12:00',
      isSplitShift: true,
      secondStartTime: '14:00',
      secondEndTime: '18:00',
    },
    { ...rest, date: '2026-12-01' },
    { ...duty('09:00', '17:00'), workLocation: 'smart_working', date: '2026-12-04' },
  ]);
});

test('usualDuties lists the most recorded duties, then common defaults, then rest', () => {
  const entries = [
    entry('2026-11-02', '08:00', '16:00'),
    entry('2026-11-03', '14:00', '22:00'),
    entry('2026-11-04', '14:00', '22:00'),
    { ...restDuty('ferie'), date: '2026-11-05' },
    { ...restDuty('ferie'), date: '2026-11-06' },
    { ...restDuty('ferie'), date: '2026-11-07' },
  ];
  expect(usualDuties(entries, eightHours, 5)).toEqual([late, duty('08:00', '16:00'), early, rest]);
  expect(usualDuties(entries, eightHours, 3)).toEqual([late, duty('08:00', '16:00'), rest]);
});

test('usualDuties of an empty calendar follow the contract', () => {
  expect(usualDuties([], eightHours, 5)).toEqual([early, late, rest]);
  expect(usualDuties([], { ...eightHours, contractHours: 6 }, 5)).toEqual([
    duty('06:00', '12:00'),
    duty('14:00', '20:00'),
    rest,
  ]);
  expect(usualDuties([], driver, 5).map(keyOfDuty)).toEqual(
    [
      duty('06:00', '13:00'),
      duty('13:00', '20:00'),
      duty('20:00', '03:00'),
      duty('03:00', '10:00'),
      rest,
    ].map(keyOfDuty),
  );
});

test('fivePlusTwo uses the first working duty', () => {
  expect(fivePlusTwo([rest, late, early])).toEqual([
    { duty: late, days: 5 },
    { duty: rest, days: 2 },
  ]);
  expect(fivePlusTwo([rest])).toEqual([]);
});

test.each([
  ['an empty calendar, from a Monday', '2026-11-23', [], '2026-11-23'],
  ['an empty calendar, within a week', '2026-11-24', [], '2026-11-30'],
  [
    'a rotation that begins after days left empty',
    '2026-11-24',
    [['2026-11-30', '2026-12-31']],
    '2027-01-04',
  ],
  ['entries up to a Sunday', '2026-11-24', [['2026-11-24', '2026-12-06']], '2026-12-07'],
  [
    'a free week between two filled ones',
    '2026-11-24',
    [
      ['2026-11-30', '2026-12-06'],
      ['2026-12-14', '2026-12-20'],
    ],
    '2026-12-07',
  ],
  ['an empty Monday before filled days', '2026-11-24', [['2026-12-01', '2026-12-20']], '2026-11-30'],
])('firstEmptyWeek of %s', (_of, today, spans, start) => {
  const entries = spans.flatMap(([from = '', to = '']) =>
    daysOf({ from, to }).map((date) => ({ ...restDuty('libero'), date })),
  );
  expect(firstEmptyWeek(entries, today, eightHours)).toBe(start);
});

test('firstEmptyWeek of a driver is a Saturday', () => {
  expect(firstEmptyWeek([], '2026-11-24', driver)).toBe('2026-11-28');
  const entries = [{ ...restDuty('libero'), date: '2026-11-28' }];
  expect(firstEmptyWeek(entries, '2026-11-24', driver)).toBe('2026-12-05');
});

const fiveAndTwo: Step[] = [
  { duty: early, days: 5 },
  { duty: rest, days: 2 },
];
const turns: Step[] = [
  { duty: early, days: 2 },
  { duty: late, days: 2 },
  { duty: rest, days: 2 },
];
const monday = '2026-11-02';
const entriesOf = (steps: readonly Step[], days: number): Entry[] =>
  layPattern(steps, { from: monday, to: addDays(monday, days - 1) }).map(({ date, ...planned }) => ({
    ...dutyWith(plannedDutyOf(planned)),
    date,
  }));
const away = (entries: Entry[], date: string): Entry[] =>
  entries.map((one) => (one.date === date ? { ...restDuty('ferie'), date } : one));

test.each<[string, (Entry & { exchangeInfo?: object })[], Step[] | null, string]>([
  ['two weeks of five days and two', entriesOf(fiveAndTwo, 14), fiveAndTwo, monday],
  [
    'the same without entries on rest days',
    entriesOf(fiveAndTwo, 19).filter(({ workLocation }) => workLocation === 'sede'),
    fiveAndTwo,
    monday,
  ],
  ['weeks that begin in the middle', entriesOf(fiveAndTwo, 28).slice(3), fiveAndTwo, '2026-11-09'],
  ['two turns and rest', entriesOf(turns, 15), turns, monday],
  ['a holiday on one day', away(entriesOf(turns, 18), '2026-11-05'), turns, monday],
  [
    'a swapped shift on one day',
    entriesOf(turns, 18).map((one, place) =>
      place === 3 ? { ...one, startTime: '09:00', exchangeInfo: {} } : one,
    ),
    turns,
    monday,
  ],
  ['less than two weeks', entriesOf(fiveAndTwo, 13), null, ''],
  ['a round that does not occur twice', entriesOf([...turns, { duty: early, days: 9 }], 29), null, ''],
  ['rest alone', entriesOf([{ duty: rest, days: 1 }], 20), null, ''],
  ['no entries', [], null, ''],
])('findRotation of %s', (_of, entries, steps, startsOn) => {
  expect(findRotation(entries)).toEqual(steps && { steps, startsOn });
});
