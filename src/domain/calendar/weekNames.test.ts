import { expect, test } from 'vitest';
import { saturdayWeekOf } from './day.ts';
import { formatLongWeek, formatWeek } from './weekNames.ts';

test.each([
  ['2026-12-08', 'sab 5 – ven 11 dic', 'sabato 5 – venerdì 11 dicembre 2026'],
  ['2026-11-28', 'sab 28 nov – ven 4 dic', 'sabato 28 novembre – venerdì 4 dicembre 2026'],
  ['2027-01-01', 'sab 26 dic – ven 1 gen', 'sabato 26 dicembre 2026 – venerdì 1 gennaio 2027'],
])('the week of %s is written %s, %s', (day, short, long) => {
  expect(formatWeek(saturdayWeekOf(day))).toBe(short);
  expect(formatLongWeek(saturdayWeekOf(day))).toBe(long);
});
