import { describe, expect, test } from 'vitest';
import { dutyWith } from '../../../tests/support/duties.ts';
import { addDays, type Day } from '../calendar/day.ts';
import { lastDayAhead } from '../shifts/rules.ts';
import { type AskedDays, daysAround, judgeAskedDays, judgeKeptDays, openDays } from './askedDays.ts';

const today = '2026-11-20';
const offered = '2026-11-25';
const work = dutyWith({ date: '2026-11-27' });
const rest = dutyWith({
  date: '2026-11-28',
  workLocation: 'libero',
  startTime: null,
  endTime: null,
  shiftType: null,
});
const judge = (acceptableDays: Day[], withinDays: AskedDays['withinDays'] = null) =>
  judgeAskedDays({ acceptableDays, withinDays }, offered, [work, rest], today);

describe('the days for which a day is given', () => {
  test('may be any day from today to the last plannable one that is empty or a rest day', () => {
    const last = lastDayAhead(today);
    expect(judge([today, '2026-11-28', last])).toEqual({ ok: true });
    expect(judge([addDays(last, 1)])).toMatchObject({ code: 'exchange_day_too_far_ahead' });
    expect(judge([addDays(today, -1)])).toMatchObject({
      code: 'exchange_day_over',
      facts: { day: 'Gio 19 nov' },
    });
  });

  test('exclude the offered day and days already filled; the refusal names the first wrong one', () => {
    expect(judge([])).toMatchObject({ code: 'exchange_days_required' });
    expect(judge([offered])).toMatchObject({ code: 'exchange_day_is_offered', facts: { day: 'Mer 25 nov' } });
    expect(judge(['2026-11-29', '2026-11-27'])).toMatchObject({
      code: 'exchange_day_taken',
      facts: { day: 'Ven 27 nov' },
    });
    expect(judge(['2026-11-27', offered])).toMatchObject({ code: 'exchange_day_is_offered' });
  });

  test('may be all days within a distance, at least one of them free', () => {
    const around = daysAround(offered, 7, today);
    expect([around[0], around.at(-1), around.length]).toEqual([today, '2026-12-02', 12]);
    expect(around).not.toContain(offered);
    expect(judge(around, 7)).toEqual({ ok: true });
    expect(judge(['2026-11-27'], 7)).toMatchObject({ code: 'exchange_no_free_day', facts: { days: 7 } });
  });

  test.each([
    [['2026-11-27', '2026-11-28'], null, undefined],
    [['2026-11-27', '2026-11-19'], null, 'exchange_days_required'],
    [['2026-11-27'], 7, 'exchange_no_free_day'],
  ] as [Day[], AskedDays['withinDays'], string | undefined][])(
    'kept for another offered day need one still open: %j',
    (acceptableDays, withinDays, code) => {
      const verdict = judgeKeptDays({ acceptableDays, withinDays }, [work, rest], today);
      expect(verdict.ok ? undefined : verdict.code).toBe(code);
    },
  );

  test('are open where the requester does not work', () => {
    expect(openDays(['2026-11-26', '2026-11-27', '2026-11-28'], [work, rest])).toEqual([
      '2026-11-26',
      '2026-11-28',
    ]);
  });
});
