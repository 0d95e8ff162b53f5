import { describe, expect, it } from 'vitest';
import { isLong } from '../../../tests/support/longForm.ts';
import { restByMinute } from '../../../tests/support/restByMinute.ts';
import { dayOf, numberOf } from '../../../tests/support/romeByRule.ts';
import { addDays, type Day } from '../calendar/day.ts';
import type { WorkLocation } from '../shifts/duty.ts';
import type { DatedDuty } from '../shifts/rules.ts';
import type { RestBreach } from './breaches.ts';
import { defaultRestLimits, type RestLimits, restLimitsSchema } from './limits.ts';
import { judgeRest, rosterAfter, rosterSpan } from './rules.ts';

/** '06:00-14:00', two of them for a split shift, or a kind of day without work. */
function entry(date: Day, text: string): DatedDuty {
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

const roster = (days: Record<Day, string>): DatedDuty[] =>
  Object.entries(days).map(([date, text]) => entry(date, text));

/** The same text on each of so many days. */
const days = (from: Day, count: number, text: string): Record<Day, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [addDays(from, index), text]));

const judged = (before: Record<Day, string>, after: Record<Day, string>, limits = defaultRestLimits) =>
  judgeRest(roster(before), roster(after), limits);

describe('the rest between two days of work', () => {
  it.each([
    ['8 hours', '14:00-22:00', '06:00-14:00', 480],
    ['one minute too few', '14:00-22:00', '08:59-16:59', 659],
    ['after a split shift from the end of its second part', '08:00-12:00 18:00-22:00', '06:00-14:00', 480],
    ['after a shift over midnight', '22:00-06:00', '14:00-22:00', 480],
    ['none where the shifts overlap', '22:00-06:00', '05:00-13:00', 0],
  ])('is broken by %s', (_, friday, saturday, minutes) => {
    const before = { '2026-11-27': friday };
    expect(judged(before, { ...before, '2026-11-28': saturday })).toMatchObject([
      { rule: 'daily_rest', date: '2026-11-28', minutes },
    ]);
  });

  it('names where it begins and ends', () => {
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

  it('is no matter of the swap where it was as short before', () => {
    const before = { '2026-11-27': '14:00-22:00', '2026-11-28': '06:00-14:00' };
    expect(judged(before, { ...before, '2026-11-30': '09:00-17:00' })).toEqual([]);
    expect(judged(before, { ...before, '2026-11-28': '07:00-15:00' })).toEqual([]);
    expect(judged(before, { ...before, '2026-11-28': '05:00-13:00' })).toMatchObject([{ minutes: 420 }]);
  });

  it.each([
    ['spring, when an hour is missing', '2027-03-27', '2027-03-28', 600],
    ['autumn, when an hour comes twice', '2026-10-24', '2026-10-25', 720],
  ])('follows the clock in %s', (_, saturday, sunday, minutes) => {
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

  it('are still there where of a weekend Sunday is left', () => {
    expect(rests(weeks, { ...weeks, '2026-12-05': work })).toEqual([]);
    expect(rests(weeks, { ...weeks, '2026-12-05': '18:00-22:00' })).toEqual([]);
  });

  it('are missed where too little of it is left, by the earliest 14 days', () => {
    const found = [{ rule: 'weekly_rest', limit: 35, from: '2026-11-22', to: '2026-12-05', rests: 1 }];
    expect(rests(weeks, { ...weeks, '2026-12-05': '14:00-22:15' })).toEqual(found);
    expect(rests(weeks, { ...weeks, '2026-12-05': '14:00-22:00' })).toEqual([]);
  });

  it('are no matter of the swap where they were missed before', () => {
    const full = { ...weeks, ...days('2026-11-09', 42, work) };
    expect(rests(full, { ...full, '2026-12-05': '14:00-22:00' })).toEqual([]);
  });

  it('are none where nobody asks for them', () => {
    const limits = { ...defaultRestLimits, weeklyRestHours: 0 };
    const full = days('2026-11-09', 42, work);
    const found = judged(weeks, { ...weeks, ...full }, limits);
    expect(found.filter(({ rule }) => rule === 'weekly_rest')).toEqual([]);
    expect(rests(weeks, { ...weeks, ...full })).toMatchObject([{ from: '2026-11-08', rests: 0 }]);
  });

  it('are in one long time without work too', () => {
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

  it('are broken by one hour more', () => {
    expect(judged(weeks, { ...weeks, '2026-11-03': '08:00-17:00' })).toEqual([
      { rule: 'average_week', limit: 48, from: '2026-09-07', to: '2027-01-03', minutes: 48 * 60 + 4 },
    ]);
    expect(judged(weeks, { ...weeks, '2026-11-03': '09:00-17:00' })).toEqual([]);
  });

  it('are not broken at 48, however many they were', () => {
    const less = { ...weeks, '2026-11-03': '08:00-12:00' };
    expect(judged(less, weeks)).toEqual([]);
    expect(judged(less, { ...weeks, '2026-11-03': '08:00-16:01' })).toMatchObject([
      { rule: 'average_week', minutes: 48 * 60 + 1 },
    ]);
  });

  it('are no matter of the swap where they were more before', () => {
    const more = { ...weeks, '2026-11-03': '08:00-18:00' };
    expect(judged(more, { ...more, '2026-11-03': '08:00-17:00' })).toEqual([]);
  });

  it('are named with the 17 weeks of most hours', () => {
    const next = { ...weeks, ...days('2027-01-04', 6, '08:00-16:00'), '2027-01-05': '08:00-17:00' };
    const found = judged(next, { ...next, '2026-11-03': '08:00-17:00' });
    expect(found).toMatchObject([{ from: '2026-09-14', to: '2027-01-10', minutes: 48 * 60 + 8 }]);
  });

  it.each(['ferie', 'malattia'])('leave days of %s out', (away) => {
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

  it('counts where it was no shorter before', () => {
    expect(judged({ '2026-11-27': '20:00-06:00' }, { '2026-11-27': '21:00-06:00' })).toEqual([]);
  });
});

describe('days in a row', () => {
  const six = days('2026-11-23', 6, '09:00-17:00');
  it('are six at most', () => {
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

  it('are more where a day joins two rows, and fewer are no matter', () => {
    const { '2026-11-25': third = '', ...parted } = days('2026-11-23', 8, '09:00-17:00');
    const joined = { ...parted, '2026-11-25': third };
    const found = (before: Record<Day, string>, after: Record<Day, string>) =>
      judged(before, after).filter(({ rule }) => rule === 'days_in_row');
    expect(found(parted, joined)).toMatchObject([{ from: '2026-11-23', to: '2026-11-30', days: 8 }]);
    expect(found(joined, parted)).toEqual([]);
    expect(found(parted, { ...parted, '2026-12-02': third })).toEqual([]);
    expect(found({}, days('2026-11-23', 7, '09:00-17:00'))).toMatchObject([{ days: 7 }]);
  });

  it('may stay as many as they were', () => {
    const eight = days('2026-11-23', 8, '09:00-17:00');
    const { '2026-11-23': first = '', ...others } = eight;
    const found = judged(eight, { ...others, '2026-12-01': first });
    expect(found.filter(({ rule }) => rule === 'days_in_row')).toEqual([]);
  });
});

it('nothing is asked where nothing changes', () => {
  const six = days('2026-11-23', 9, '06:00-22:00');
  expect(judged(six, six)).toEqual([]);
});

it('rosterSpan holds every 17 weeks of a day', () => {
  expect(rosterSpan(['2026-11-25', '2026-12-02'])).toEqual({ from: '2026-08-03', to: '2027-03-28' });
});

it('limits outside their range are refused', () => {
  expect(restLimitsSchema.safeParse(defaultRestLimits).success).toBe(true);
  expect(restLimitsSchema.safeParse({ ...defaultRestLimits, dailyRestHours: -1 }).success).toBe(false);
  expect(restLimitsSchema.safeParse({ ...defaultRestLimits, daysInRow: 2 }).success).toBe(false);
});

describe('against a check by the minute, written apart', () => {
  const pairs = isLong ? 10_000 : 400;
  let state = 20261123;
  const random = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const pick = <T>(choices: readonly T[]): T => choices[random(choices.length)] as T;
  const two = (hours: number): string => String(hours).padStart(2, '0');

  function shift(hours: number): string {
    if (hours >= 8 && random(12) === 0) {
      const [start, half] = [5 + random(4), hours / 2];
      const again = start + Math.floor(half) + 1 + random(3);
      return `${two(start)}:00-${two(start + Math.floor(half))}:00 ${two(again)}:15-${two(again + Math.ceil(half))}:15`;
    }
    const start = random(3) === 0 ? random(24) : pick([5, 6, 7, 8, 13, 14, 15, 20, 21, 22]);
    const minute = pick(['00', '00', '15', '30', '45']);
    return `${two(start)}:${minute}-${two((start + hours) % 24)}:${minute}`;
  }

  /** Somebody's weeks, more or less regular. */
  function weeks(first: number, count: number, hours: number): DatedDuty[] {
    const free = random(7);
    const usual = shift(hours);
    const regular = pick([20, 60, 95]);
    return Array.from({ length: count }, (_, index) => {
      const date = dayOf(first + index);
      const offset = (first + index + free) % 7;
      const isFree = offset === 0 || (offset === 1 && random(3) > 0);
      if (random(15) === 0)
        return random(2) === 0 ? [] : [entry(date, pick(['ferie', 'malattia', 'libero']))];
      if (isFree) return random(10) === 0 ? [entry(date, usual)] : [];
      return [entry(date, random(100) < regular ? usual : shift(hours))];
    }).flat();
  }

  const limitsOf = (): RestLimits =>
    random(3) > 0
      ? defaultRestLimits
      : {
          ...defaultRestLimits,
          dailyRestHours: random(17),
          weeklyRestHours: random(73),
          nightHours: 4 + random(8),
        };

  const textOf = (breach: RestBreach): string => {
    if (breach.rule === 'daily_rest') return `daily_rest ${breach.date} ${breach.minutes}`;
    if (breach.rule === 'weekly_rest') return `weekly_rest ${breach.from} ${breach.rests}`;
    if (breach.rule === 'night_work') return `night_work ${breach.date} ${breach.minutes}`;
    return '';
  };

  it(`judgeRest finds the same in ${pairs} pairs of rosters`, () => {
    const found = new Map<string, number>();
    for (let pair = 0; pair < pairs; pair += 1) {
      const hours = pick([4, 6, 8, 8, 9, 12]);
      const middle = numberOf(pick(['2026-10-25', '2027-03-28', '2026-11-25', '2027-02-28'])) + random(9) - 4;
      const people = [0, 1].map(() => weeks(middle - 25, 50, hours)) as [DatedDuty[], DatedDuty[]];
      const given = people.map((entries) => {
        const near = entries.filter(({ date }) => Math.abs(numberOf(date) - middle) < 9);
        return pick(near.filter(({ startTime }) => startTime !== null));
      });
      const [one, otherGiven] = given;
      if (!one || !otherGiven) continue;
      const other = random(3) === 0 ? entry(otherGiven.date, shift(pick([4, 8, 12]))) : otherGiven;
      const limits = limitsOf();
      for (const [entries, gave, got] of [
        [people[0], one, other],
        [people[1], other, one],
      ] as const) {
        const after = entries.filter(({ date }) => date !== gave.date && date !== got.date).concat(got);
        const answer = judgeRest(entries, rosterAfter(entries, [gave], [got]), limits);
        const texts = answer.map(textOf).filter(Boolean).toSorted();
        expect(texts, JSON.stringify({ pair, gave, got, limits })).toEqual(
          restByMinute(entries, after, limits).toSorted(),
        );
        for (const { rule } of answer) found.set(rule, (found.get(rule) ?? 0) + 1);
      }
    }
    // each rule was broken often enough for the comparison to mean something
    const rules = ['daily_rest', 'weekly_rest', 'night_work'];
    expect(Object.fromEntries(rules.map((rule) => [rule, (found.get(rule) ?? 0) > pairs / 30]))).toEqual(
      Object.fromEntries(rules.map((rule) => [rule, true])),
    );
  }, 900_000);
});
