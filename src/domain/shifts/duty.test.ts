import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dutyWith, unsplit } from '../../../tests/support/duties.ts';
import type { Time } from '../calendar/day.ts';
import * as duties from './duty.ts';
import type { Duty } from './duty.ts';

const rest: Duty = {
  workLocation: 'libero',
  startTime: null,
  endTime: null,
  shiftType: null,
  ...unsplit,
};
const work = (startTime: Time, endTime: Time): Duty => ({
  ...rest,
  workLocation: 'sede',
  startTime,
  endTime,
  shiftType: duties.shiftTypeAt(startTime),
});
const split = (one: [Time, Time], two: [Time, Time]): Duty => ({
  ...work(...one),
  isSplitShift: true,
  secondStartTime: two[0],
  secondEndTime: two[1],
});

const timeAt = (minutes: number): Time =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const anyQuarter = fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 15);

describe('dutyMinutes', () => {
  test.each([
    [work('06:00', '14:00'), 480],
    [work('08:00', '15:30'), 450],
    [work('00:00', '23:45'), 1425],
    // over midnight
    [work('20:00', '03:00'), 420],
    [work('23:45', '00:00'), 15],
    [split(['08:00', '12:00'], ['14:00', '18:00']), 480],
    [split(['08:00', '12:00'], ['12:00', '16:30']), 510],
    [rest, 0],
    [{ ...rest, workLocation: 'ferie' }, 0],
  ] as const)('%j lasts %i minutes', (duty, minutes) => {
    expect(duties.dutyMinutes(duty)).toBe(minutes);
  });

  test('a second part counts only in a split shift', () => {
    const both = split(['08:00', '12:00'], ['14:00', '18:00']);
    const former = { ...both, isSplitShift: false };
    expect(duties.dutyMinutes(former)).toBe(240);
    expect(duties.formatClockTimes(former)).toBe('08:00–12:00');
    for (const half of [{ secondStartTime: null }, { secondEndTime: null }]) {
      expect(duties.dutyMinutes({ ...both, ...half })).toBe(240);
      expect(duties.formatClockTimes({ ...both, ...half })).toBe('08:00–12:00');
    }
  });

  test('dutyMinutes is the length the duty was built with, past midnight too', () => {
    fc.assert(
      fc.property(anyQuarter, fc.integer({ min: 1, max: 95 }), (start, quarters) => {
        const end = (start + quarters * 15) % 1440;
        expect(duties.minutesBetween(timeAt(start), timeAt(end))).toBe(quarters * 15);
        expect(duties.dutyMinutes(work(timeAt(start), timeAt(end)))).toBe(quarters * 15);
      }),
    );
  });

  test('dutyMinutes of a split shift is the sum of its parts, without the break', () => {
    const fourInOrder = fc
      .uniqueArray(anyQuarter, { minLength: 4, maxLength: 4 })
      .map((minutes) => minutes.toSorted((one, other) => one - other) as [number, number, number, number]);
    fc.assert(
      fc.property(fourInOrder, ([a, b, c, d]) => {
        const duty = split([timeAt(a), timeAt(b)], [timeAt(c), timeAt(d)]);
        expect(duties.dutyMinutes(duty)).toBe(b - a + (d - c));
        expect(duties.dutyMinutes(duty)).toBeLessThan(d - a);
      }),
    );
  });
});

test.each([
  ['00:00', 0],
  ['06:15', 375],
  ['23:59', 1439],
])('%s is minute %i of the day', (time, minutes) => {
  expect(duties.minutesOf(time)).toBe(minutes);
});

describe('shiftTypeAt', () => {
  test.each([
    ['00:00', 'notte'],
    ['01:45', 'notte'],
    ['02:00', 'seminotte'],
    ['04:45', 'seminotte'],
    ['05:00', 'mattina'],
    ['12:45', 'mattina'],
    ['13:00', 'pomeriggio'],
    ['18:45', 'pomeriggio'],
    ['19:00', 'sera'],
    ['22:45', 'sera'],
    ['23:00', 'notte'],
    ['23:45', 'notte'],
  ])('%s is %s', (time, type) => {
    expect(duties.shiftTypeAt(time)).toBe(type);
  });

  test('shiftTypeAt has a type for every start, the same within an hour', () => {
    fc.assert(
      fc.property(anyQuarter, (start) => {
        const type = duties.shiftTypeAt(timeAt(start));
        expect(duties.shiftTypes).toContain(type);
        expect(duties.shiftTypeAt(timeAt(start - (start % 60)))).toBe(type);
      }),
    );
  });
});

test('the predefined taxi shifts cover 24 hours but for a gap, 7 hours each', () => {
  expect(duties.taxiShifts.map(({ name, startTime, endTime }) => `${name} ${startTime}–${endTime}`)).toEqual([
    'MATTINA 06:00–13:00',
    'POMERIGGIO 13:00–20:00',
    'SEMINOTTE 20:00–03:00',
    'NOTTE 03:00–10:00',
  ]);
  for (const { name, shiftType, startTime, endTime } of duties.taxiShifts) {
    expect(duties.minutesBetween(startTime, endTime)).toBe(420);
    expect(shiftType).toBe(name.toLowerCase());
  }
});

test('only the office and smart working are work', () => {
  expect(duties.workLocations.filter((workLocation) => duties.isWorking({ workLocation }))).toEqual([
    'smart_working',
    'sede',
  ]);
});

describe('isSameDuty', () => {
  const duty = split(['08:00', '12:00'], ['14:00', '18:00']);

  test('compares everything that is swapped', () => {
    expect(duties.isSameDuty(duty, { ...duty })).toBe(true);
    const others: Partial<Duty>[] = [
      { workLocation: 'smart_working' },
      { startTime: '08:15' },
      { endTime: '11:45' },
      { shiftType: 'notte' },
      { isSplitShift: false },
      { secondStartTime: '14:15' },
      { secondEndTime: '18:15' },
    ];
    for (const other of others) expect(duties.isSameDuty(duty, { ...duty, ...other })).toBe(false);
  });

  test('compares nothing else', () => {
    const noted = { ...duty, notes: 'porta le chiavi', id: '1' };
    expect(duties.isSameDuty(duty, noted)).toBe(true);
  });
});

test.each([
  [0, '0 ore'],
  [15, '15 minuti'],
  [60, '1 ora'],
  [75, '1 ora e 15 minuti'],
  [450, '7 ore e 30 minuti'],
  [480, '8 ore'],
])('%i minutes are written %s', (minutes, text) => {
  expect(duties.formatMinutes(minutes)).toBe(text);
});

test.each([
  [work('06:00', '14:00'), '06:00–14:00', 'sede 06:00–14:00'],
  [{ ...work('09:00', '17:00'), workLocation: 'smart_working' }, '09:00–17:00', 'smart working 09:00–17:00'],
  [
    split(['08:00', '12:00'], ['14:00', '18:00']),
    '08:00–12:00 e 14:00–18:00',
    'sede 08:00–12:00 e 14:00–18:00',
  ],
  [{ ...rest, workLocation: 'ferie' }, '', 'ferie'],
  [{ ...rest, workLocation: 'malattia' }, '', 'malattia'],
  [rest, '', 'libero'],
  // past midnight: without the mark the hours would seem to run backwards
  [work('20:00', '03:00'), '20:00–03:00 (+1)', 'sede 20:00–03:00'],
  [work('03:00', '10:00'), '03:00–10:00', 'sede 03:00–10:00'],
] as const)('%j is written %j and %j', (duty, times, whole) => {
  expect(duties.formatDutyTimes(duty)).toBe(times);
  expect(duties.formatDuty(duty)).toBe(whole);
});

test('SEMINOTTE is the only predefined shift that ends on the next day', () => {
  expect(duties.taxiShifts.filter(duties.endsNextDay).map(({ name }) => name)).toEqual(['SEMINOTTE']);
  expect(duties.endsNextDay(rest)).toBe(false);
  // a whole day
  expect(duties.endsNextDay(work('06:00', '06:00'))).toBe(true);
  expect(duties.minutesBetween('06:00', '06:01')).toBe(1);
  expect(duties.minutesBetween('06:00', '06:00')).toBe(1440);
  expect(duties.shiftTypeNames).toEqual(Object.fromEntries(duties.shiftTypes.map((type) => [type, type])));
  expect(duties.formatClockTimes(work('20:00', '03:00'))).toBe('20:00–03:00');
});

test('dutyParts are cut off at midnight', () => {
  const part = (startTime: string, endTime: string) => duties.dutyParts(dutyWith({ startTime, endTime }));
  expect(part('06:00', '14:00')).toEqual([{ from: 360, to: 840 }]);
  expect(part('22:00', '06:00')).toEqual([{ from: 1320, to: 1440 }]);
  const second = { isSplitShift: true, secondStartTime: '20:00', secondEndTime: '02:00' };
  expect(duties.dutyParts(dutyWith(second))).toEqual([
    { from: 360, to: 840 },
    { from: 1200, to: 1440 },
  ]);
  expect(duties.dutyParts(dutyWith({ startTime: null, endTime: null }))).toEqual([]);
});
