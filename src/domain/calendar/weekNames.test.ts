import { expect, test } from 'vitest';
import { saturdayWeekOf } from './day.ts';
import { formatLongWeek, formatSpan, formatWeek, spansOf } from './weekNames.ts';

test.each([
  ['2026-12-08', 'sab 5 – ven 11 dic', 'sabato 5 – venerdì 11 dicembre 2026'],
  ['2026-11-28', 'sab 28 nov – ven 4 dic', 'sabato 28 novembre – venerdì 4 dicembre 2026'],
  ['2027-01-01', 'sab 26 dic – ven 1 gen', 'sabato 26 dicembre 2026 – venerdì 1 gennaio 2027'],
])('the week of %s is written %s, %s', (day, short, long) => {
  expect(formatWeek(saturdayWeekOf(day))).toBe(short);
  expect(formatLongWeek(saturdayWeekOf(day))).toBe(long);
});

test('consecutive days are one span as long as they are alike', () => {
  const items = ['2026-11-29', '2026-11-30', '2026-12-01', '2026-12-03', '2026-12-04'].map((date, index) => ({
    date,
    kind: index < 4 ? 'a' : 'b',
  }));
  expect(spansOf(items).map(formatSpan)).toEqual(['dom 29 nov – mar 1 dic', 'gio 3 – ven 4 dic']);
  expect(spansOf(items, (one, other) => one.kind === other.kind)).toEqual([
    { from: '2026-11-29', to: '2026-12-01', first: items[0] },
    { from: '2026-12-03', to: '2026-12-03', first: items[3] },
    { from: '2026-12-04', to: '2026-12-04', first: items[4] },
  ]);
  expect(formatSpan(spansOf(items.slice(3, 4))[0]!)).toBe('gio 3 dic');
});
