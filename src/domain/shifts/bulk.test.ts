import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../calendar/day.ts';
import { countingSpanOf, countingWeekOf, judgeDrafts } from './bulk.ts';
import { taxiShifts } from './duty.ts';
import { type Entry, judgeShift, type ShiftDraft, type ShiftOwner } from './rules.ts';

const today = '2026-11-16';
const eightHours: ShiftOwner = { contractHours: 8, enableFlexibleShifts: false, variant: 'standard' };
const flexible: ShiftOwner = { ...eightHours, contractHours: 5, enableFlexibleShifts: true };
const driver: ShiftOwner = { contractHours: 7, enableFlexibleShifts: false, variant: 'taxi' };

type Known = Entry & { exchangeInfo: { exchangePartner: string; completedDate: string } | null };
const swapped = { exchangePartner: 'Marco Bianchi', completedDate: '2026-11-14T09:00:00.000Z' };

const sede = (date: string, startTime = '06:00', endTime = '14:00'): ShiftDraft => ({
  date,
  workLocation: 'sede',
  startTime,
  endTime,
});
const entry = (draft: ShiftDraft, exchangeInfo: Known['exchangeInfo'] = null): Known => {
  const verdict = judgeShift(draft, eightHours, []);
  if (!verdict.ok) throw new Error('no entry');
  return { ...verdict.duty, date: draft.date, exchangeInfo };
};

const judge = (
  drafts: readonly ShiftDraft[],
  { owner = eightHours, entries = [] as Known[], isReplacing = false } = {},
) => {
  const { accepted, unchanged, refused } = judgeDrafts(drafts, { owner, today, entries, isReplacing });
  return {
    accepted: accepted.map(({ duty }) => duty.date),
    unchanged: unchanged.map(({ date }) => date),
    refused: refused.map(({ day, refusal }) => `${day} ${refusal.code}`),
  };
};

describe('judgeDrafts', () => {
  test('judgeDrafts accepts by day and refuses those that do not fit', () => {
    expect(
      judge(
        [sede('2026-11-19'), sede('2026-11-17', '06:00', '10:00'), sede('2026-11-15'), sede('2026-11-18')],
        {
          entries: [entry(sede('2026-11-18'))],
        },
      ),
    ).toEqual({
      accepted: ['2026-11-19'],
      unchanged: [],
      refused: [
        '2026-11-15 shift_day_in_the_past',
        '2026-11-17 shift_eight_hours_duration',
        '2026-11-18 shift_day_taken',
      ],
    });
  });

  test('the second of two drafts for one day is refused', () => {
    expect(judge([sede('2026-11-19'), sede('2026-11-19', '14:00', '22:00')])).toMatchObject({
      accepted: ['2026-11-19'],
      refused: ['2026-11-19 shift_day_twice'],
    });
  });

  test('replacing keeps equal entries and swapped ones', () => {
    const entries = [
      entry(sede('2026-11-17')),
      entry(sede('2026-11-18'), swapped),
      entry(sede('2026-11-19')),
      entry(sede('2026-11-20'), swapped),
    ];
    const drafts = [
      sede('2026-11-17'),
      sede('2026-11-18', '14:00', '22:00'),
      sede('2026-11-19', '14:00', '22:00'),
      sede('2026-11-20'),
    ];
    expect(judge(drafts, { entries, isReplacing: true })).toEqual({
      accepted: ['2026-11-19'],
      unchanged: ['2026-11-17', '2026-11-20'],
      refused: ['2026-11-18 shift_swapped'],
    });
  });

  test('earlier drafts count in a flexible week, replaced entries do not', () => {
    const week = ['2026-11-23', '2026-11-24', '2026-11-25'].map((day) => sede(day));
    expect(judge(week, { owner: flexible }).refused).toEqual(['2026-11-25 shift_flexible_week_full']);
    const entries = [
      entry(sede('2026-11-24', '07:00', '15:00')),
      entry(sede('2026-11-25', '07:00', '15:00')),
    ];
    const shorter = [sede('2026-11-23'), sede('2026-11-24', '06:00', '10:00'), sede('2026-11-25')];
    expect(judge(shorter, { owner: flexible, entries, isReplacing: true }).refused).toEqual([]);
    expect(judge(shorter.slice(0, 1), { owner: flexible, entries }).refused).toEqual([
      '2026-11-23 shift_flexible_week_full',
    ]);
  });

  test('unchanged entries count in the week', () => {
    const entries = [entry(sede('2026-11-23')), entry(sede('2026-11-24'))];
    const drafts = [sede('2026-11-23'), sede('2026-11-24'), sede('2026-11-25')];
    expect(judge(drafts, { owner: flexible, entries, isReplacing: true })).toMatchObject({
      unchanged: ['2026-11-23', '2026-11-24'],
      refused: ['2026-11-25 shift_flexible_week_full'],
    });
  });

  test('a driver’s weeks are judged one by one', () => {
    const [morning, afternoon] = taxiShifts;
    const on = (date: string, { startTime, endTime } = morning!): ShiftDraft =>
      sede(date, startTime, endTime);
    expect(
      judge([on('2026-11-21'), on('2026-11-27'), on('2026-11-28', afternoon), on('2026-11-29')], {
        owner: driver,
      }),
    ).toMatchObject({ refused: ['2026-11-29 shift_taxi_week_mixed'] });
  });

  test('judgeDrafts agrees with the same entries recorded one by one', () => {
    const hours = fc.constantFrom(
      ['06:00', '10:00'],
      ['06:00', '14:00'],
      ['09:00', '18:00'],
      ['07:00', '12:00'],
    );
    const drafts = fc.uniqueArray(fc.record({ day: fc.nat(20), times: hours, isRest: fc.boolean() }), {
      selector: ({ day }) => day,
      maxLength: 15,
    });
    fc.assert(
      fc.property(drafts, fc.constantFrom(eightHours, flexible), (drawn, owner) => {
        const asked = drawn.map(({ day, times: [start, end], isRest }): ShiftDraft =>
          isRest
            ? { date: addDays(today, day), workLocation: 'libero' }
            : sede(addDays(today, day), start, end),
        );
        const known: Entry[] = [];
        for (const draft of asked.toSorted((one, other) => (one.date < other.date ? -1 : 1))) {
          const { from, to } = countingWeekOf(draft.date, owner);
          const verdict = judgeShift(
            draft,
            owner,
            known.filter(({ date }) => date >= from && date <= to),
          );
          if (verdict.ok) known.push({ ...verdict.duty, date: draft.date });
        }
        expect(judge(asked, { owner }).accepted).toEqual(known.map(({ date }) => date));
      }),
    );
  });
});

test('countingSpanOf covers whole weeks: Monday to Sunday, Saturday to Friday for drivers', () => {
  const days = ['2026-12-02', '2026-11-20'];
  expect(countingSpanOf(days, eightHours)).toEqual({ from: '2026-11-16', to: '2026-12-06' });
  expect(countingSpanOf(days, driver)).toEqual({ from: '2026-11-14', to: '2026-12-04' });
  expect(countingSpanOf([], driver)).toBeNull();
});
