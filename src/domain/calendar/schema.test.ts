import { describe, expect, test } from 'vitest';
import { daySchema, monthSchema, timeSchema } from './schema.ts';

describe('daySchema', () => {
  test.each([
    ['2026-11-20', '2026-11-20'],
    ['2026-11-20T00:00:00.000Z', '2026-11-20'],
    // the time part is cut, never converted: in Rome this moment is already the 21st
    ['2026-11-20T23:30:00.000Z', '2026-11-20'],
    ['2026-11-20T23:30:00+14:00', '2026-11-20'],
    ['2026-11-20 00:00:00', '2026-11-20'],
    ['2024-02-29', '2024-02-29'],
    ['2000-01-01', '2000-01-01'],
    ['2099-12-31', '2099-12-31'],
  ])('%s is %s', (input, day) => {
    expect(daySchema.parse(input)).toBe(day);
  });

  test.each([
    '',
    ' 2026-11-20',
    '2026-11-31',
    '2025-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-5',
    '20/11/2026',
    '1999-12-31',
    '2100-01-01',
    '+002026-11-20',
    '2026-11-20[u-ca=hebrew]',
    '2026-11-20Z',
    '٢٠٢٦-١١-٢٠',
    `2026-11-20T${'0'.repeat(40)}`,
  ])('%j is refused in Italian', (input) => {
    expect(daySchema.safeParse(input).error?.issues[0]?.message).toBe('Data non valida');
  });

  test.each([undefined, null, 20_261_120, {}, ['2026-11-20'], new Date(0)])('%j is missing', (input) => {
    expect(daySchema.safeParse(input).error?.issues[0]?.message).toBe('Data richiesta');
  });
});

describe('timeSchema', () => {
  test.each([
    ['00:00', '00:00'],
    ['23:45', '23:45'],
    ['06:00:00', '06:00'],
  ])('%s is %s', (input, time) => {
    expect(timeSchema.parse(input)).toBe(time);
  });

  test.each(['24:00', '6:00', '06:60', '06:00:30', '06.00', '', '06:00 ', '-1:00', '0６:00'])(
    '%j is refused',
    (input) => {
      expect(timeSchema.safeParse(input).error?.issues[0]?.message).toBe('Orario non valido (HH:MM)');
    },
  );
});

test('monthSchema accepts months only', () => {
  expect(monthSchema.safeParse('2026-11').success).toBe(true);
  for (const wrong of ['2026-13', '2026-00', '2026-1', '1999-12', '2026-11-01', 'x2026-11', '']) {
    expect(monthSchema.safeParse(wrong).error?.issues[0]?.message).toBe('Mese non valido (AAAA-MM)');
  }
});
