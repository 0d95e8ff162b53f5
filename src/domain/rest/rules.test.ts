import { describe, expect, it } from 'vitest';
import { addDays, type Day } from '../calendar/day.ts';
import type { WorkLocation } from '../shifts/duty.ts';
import type { Entry } from '../shifts/rules.ts';
import type { RestBreach } from './breaches.ts';
import { defaultRestLimits, restLimitsSchema } from './limits.ts';
import { judgeRest, rosterSpan } from './rules.ts';

/** '06:00-14:00', two such spans for a split shift, or a kind of day without work. */
function entry(date: Day, text: string): Entry {
  const [first = '', second] = text.split(' ');
  const isWork = first.includes('-');
  const [start = null, end = null] = isWork ? first.split('-') : [];
  const [secondStart = null, secondEnd = null] = second?.split('-') ?? [];
  return {
    date,
    workLocation: isWork ? 'sede' : (first as WorkLocation),
    startTime: start,
    endTime: end,
    shiftType: null,
    isSplitShift: second !== undefined,
    secondStartTime: secondStart,
    secondEndTime: secondEnd,
  };
}

const roster = (days: Record<Day, string>): Entry[] =>
  Object.entries(days).map(([date, text]) => entry(date, text));

/** The same text on `count` consecutive days. */
const days = (from: Day, count: number, text: string): Record<Day, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [addDays(from, index), text]));

const judged = (before: Record<Day, string>, after: Record<Day, string>, limits = defaultRestLimits) =>
  judgeRest(roster(before), roster(after), limits);

describe('the rest between two days of work', () => {
  it.each([
    ['8 hours', '14:00-22:00', '06:00-14:00', 480],
    ['one minute too few', '14:00-22:00', '08:59-16:59', 659],
    ['after a split shift from the end of its second part', '08:00-12:00 18:00-22:00', '06:00-14:00', 480],
    ['after a shift past midnight', '22:00-06:00', '14:00-22:00', 480],
    ['none where the shifts overlap', '22:00-06:00', '05:00-13:00', 0],
  ])('is broken by %s', (_, friday, saturday, minutes) => {
    const before = { '2026-11-27': friday };
    expect(judged(before, { ...before, '2026-11-28': saturday })).toMatchObject([
      { rule: 'daily_rest', date: '2026-11-28', minutes },
    ]);
  });

  it('names its start and end', () => {
    expect(
      judged({ '2026-11-27': '14:00-22:00' }, { '2026-11-27': '14:00-22:00', '2026-11-28': '06:00-14:00' }),
    ).toEqual([
      {
        rule: 'daily_rest',
        limit: 11,
        date: '2026-11-28',
        time: '06:00',
        endedOn: '2026-11-27',
        endedAt: '22:00',
        minutes: 480,
      },
    ]);
    const over = { '2026-11-27': '20:00-03:00' };
    expect(judged(over, { ...over, '2026-11-28': '06:00-14:00' })).toMatchObject([
      { endedOn: '2026-11-28', endedAt: '03:00', minutes: 180 },
    ]);
  });

  it.each([
    ['11 hours', '14:00-22:00', '09:00-17:00'],
    ['a day between', '14:00-22:00', 'libero'],
  ])('is enough with %s', (_, friday, saturday) => {
    const before = { '2026-11-27': friday };
    expect(judged(before, { ...before, '2026-11-28': saturday })).toEqual([]);
  });

  it('is not reported if it was as short before the swap', () => {
    const before = { '2026-11-27': '14:00-22:00', '2026-11-28': '06:00-14:00' };
    expect(judged(before, { ...before, '2026-11-30': '09:00-17:00' })).toEqual([]);
    expect(judged(before, { ...before, '2026-11-28': '07:00-15:00' })).toEqual([]);
    expect(judged(before, { ...before, '2026-11-28': '05:00-13:00' })).toMatchObject([{ minutes: 420 }]);
  });

  it.each([
    ['spring, with an hour skipped', '2027-03-27', '2027-03-28', 600],
    ['autumn, with an hour repeated', '2026-10-24', '2026-10-25', 720],
  ])('counts elapsed time in %s', (_, saturday, sunday, minutes) => {
    const before = { [saturday]: '14:00-22:00' };
    const limits = { ...defaultRestLimits, dailyRestHours: 13 };
    expect(judged(before, { ...before, [sunday]: '09:00-17:00' }, limits)).toMatchObject([{ minutes }]);
  });
});

describe('two rests of 35 hours in 14 days', () => {
  const work = '09:00-17:00';
  // six weeks from Monday 9 November
  const weeks = Object.assign(
    {},
    ...Array.from({ length: 6 }, (_, week) => days(addDays('2026-11-09', week * 7), 5, work)),
  ) as Record<Day, string>;
  const rests = (before: Record<Day, string>, after: Record<Day, string>): RestBreach[] =>
    judged(before, after).filter(({ rule }) => rule === 'weekly_rest');

  it('are kept if Sunday of a weekend stays free', () => {
    expect(rests(weeks, { ...weeks, '2026-12-05': work })).toEqual([]);
    expect(rests(weeks, { ...weeks, '2026-12-05': '18:00-22:00' })).toEqual([]);
  });

  it('are missed if too little of it stays free, reported for the earliest 14 days', () => {
    const found = [{ rule: 'weekly_rest', limit: 35, from: '2026-11-22', to: '2026-12-05', rests: 1 }];
    expect(rests(weeks, { ...weeks, '2026-12-05': '14:00-22:15' })).toEqual(found);
    expect(rests(weeks, { ...weeks, '2026-12-05': '14:00-22:00' })).toEqual([]);
  });

  it('are not reported if they were missed before the swap', () => {
    const full = { ...weeks, ...days('2026-11-09', 42, work) };
    expect(rests(full, { ...full, '2026-12-05': '14:00-22:00' })).toEqual([]);
  });

  it('are not checked if the limit is off', () => {
    const limits = { ...defaultRestLimits, weeklyRestHours: 0 };
    const full = days('2026-11-09', 42, work);
    const found = judged(weeks, { ...weeks, ...full }, limits);
    expect(found.filter(({ rule }) => rule === 'weekly_rest')).toEqual([]);
    expect(rests(weeks, { ...weeks, ...full })).toMatchObject([{ from: '2026-11-08', rests: 0 }]);
  });

  it('can both lie in one long time off', () => {
    const six = { ...days('2026-11-30', 6, work), ...days('2026-12-10', 6, work) };
    expect(rests(six, { ...six, '2026-12-09': work })).toEqual([]);
    const twelve = { ...days('2026-11-24', 12, work), ...days('2026-12-10', 12, work) };
    expect(rests(twelve, { ...twelve, '2026-12-09': work })).toMatchObject([
      { from: '2026-12-07', rests: 1 },
    ]);
  });
});

describe('48 hours a week on average', () => {
  // 17 weeks from Monday 7 September to Sunday 3 January
  const weeks = Object.assign(
    {},
    ...Array.from({ length: 17 }, (_, week) => days(addDays('2026-09-07', week * 7), 6, '08:00-16:00')),
  ) as Record<Day, string>;

  it('are exceeded by one more hour', () => {
    expect(judged(weeks, { ...weeks, '2026-11-03': '08:00-17:00' })).toEqual([
      { rule: 'average_week', limit: 48, from: '2026-09-07', to: '2027-01-03', minutes: 48 * 60 + 4 },
    ]);
    expect(judged(weeks, { ...weeks, '2026-11-03': '09:00-17:00' })).toEqual([]);
  });

  it('are not exceeded at exactly 48', () => {
    const less = { ...weeks, '2026-11-03': '08:00-12:00' };
    expect(judged(less, weeks)).toEqual([]);
    expect(judged(less, { ...weeks, '2026-11-03': '08:00-16:01' })).toMatchObject([
      { rule: 'average_week', minutes: 48 * 60 + 1 },
    ]);
  });

  it('are not reported if they were more before the swap', () => {
    const more = { ...weeks, '2026-11-03': '08:00-18:00' };
    expect(judged(more, { ...more, '2026-11-03': '08:00-17:00' })).toEqual([]);
  });

  it('are reported for the 17 weeks with the most hours', () => {
    const next = { ...weeks, ...days('2027-01-04', 6, '08:00-16:00'), '2027-01-05': '08:00-17:00' };
    const found = judged(next, { ...next, '2026-11-03': '08:00-17:00' });
    expect(found).toMatchObject([{ from: '2026-09-14', to: '2027-01-10', minutes: 48 * 60 + 8 }]);
  });

  it.each(['ferie', 'malattia'])('exclude days of %s', (away) => {
    const with40 = { ...weeks, ...days('2026-09-07', 14, away) };
    const found = judged(with40, { ...with40, '2026-11-03': '08:00-18:00' });
    expect(found).toMatchObject([{ rule: 'average_week', minutes: Math.ceil(48 * 60 + 120 / 15) }]);
    const free = Object.fromEntries(Object.entries(weeks).filter(([day]) => day >= '2026-09-21'));
    expect(judged(free, { ...free, '2026-11-03': '08:00-18:00' })).toEqual([]);
  });
});

describe('a night of 8 hours', () => {
  it.each([
    ['21:00-06:00', [{ rule: 'night_work', limit: 8, date: '2026-11-27', minutes: 540 }]],
    ['22:00-06:00', []],
    ['18:00-03:00', [{ rule: 'night_work', limit: 8, date: '2026-11-27', minutes: 540 }]],
    ['17:45-02:45', []],
    ['02:00-11:00', [{ rule: 'night_work', limit: 8, date: '2026-11-27', minutes: 540 }]],
    ['02:15-11:15', []],
  ])('and a shift %s', (text, found) => {
    expect(judged({}, { '2026-11-27': text })).toEqual(found);
  });

  it('is not reported if it was longer before the swap', () => {
    expect(judged({ '2026-11-27': '20:00-06:00' }, { '2026-11-27': '21:00-06:00' })).toEqual([]);
  });
});

describe('days in a row', () => {
  const six = days('2026-11-23', 6, '09:00-17:00');
  it('are at most six', () => {
    const { '2026-11-28': _, ...five } = six;
    expect(judged(five, six)).toEqual([]);
    const found = judged(six, { ...six, '2026-11-29': '09:00-17:00' });
    expect(found).toContainEqual({
      rule: 'days_in_row',
      limit: 6,
      from: '2026-11-23',
      to: '2026-11-29',
      days: 7,
    });
  });

  it('are reported if a day joins two runs, not if they become fewer', () => {
    const { '2026-11-25': third = '', ...parted } = days('2026-11-23', 8, '09:00-17:00');
    const joined = { ...parted, '2026-11-25': third };
    const found = (before: Record<Day, string>, after: Record<Day, string>) =>
      judged(before, after).filter(({ rule }) => rule === 'days_in_row');
    expect(found(parted, joined)).toMatchObject([{ from: '2026-11-23', to: '2026-11-30', days: 8 }]);
    expect(found(joined, parted)).toEqual([]);
    expect(found(parted, { ...parted, '2026-12-02': third })).toEqual([]);
    expect(found({}, days('2026-11-23', 7, '09:00-17:00'))).toMatchObject([{ days: 7 }]);
  });

  it('may stay the same', () => {
    const eight = days('2026-11-23', 8, '09:00-17:00');
    const { '2026-11-23': first = '', ...others } = eight;
    const found = judged(eight, { ...others, '2026-12-01': first });
    expect(found.filter(({ rule }) => rule === 'days_in_row')).toEqual([]);
  });
});

it('nothing is checked if nothing changes', () => {
  const six = days('2026-11-23', 9, '06:00-22:00');
  expect(judged(six, six)).toEqual([]);
});

it('rosterSpan includes every 17 weeks that contain a day', () => {
  expect(rosterSpan(['2026-11-25', '2026-12-02'])).toEqual({ from: '2026-08-03', to: '2027-03-28' });
});

it('limits outside their range are refused', () => {
  expect(restLimitsSchema.safeParse(defaultRestLimits).success).toBe(true);
  expect(restLimitsSchema.safeParse({ ...defaultRestLimits, dailyRestHours: -1 }).success).toBe(false);
  expect(restLimitsSchema.safeParse({ ...defaultRestLimits, daysInRow: 2 }).success).toBe(false);
});
