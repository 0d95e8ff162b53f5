import { expect, it } from 'vitest';
import { unsplit } from '../../../tests/support/duties.ts';
import type { Shift } from '../../domain/shifts/schema.ts';
import { nameOfDay, nameOfEntry, relativeDay, shortNameOfDay, timesUntil } from './dayNames.ts';

it.each([
  ['2026-11-20', 'oggi, venerdì 20'],
  ['2026-11-21', 'domani, sabato 21'],
  ['2026-11-23', 'lunedì 23 novembre'],
  ['2026-11-27', 'venerdì 27 novembre'],
  ['2026-11-18', 'mercoledì 18 novembre'],
  ['2027-01-04', 'lunedì 4 gennaio 2027'],
])('on 20 November 2026 calls %s %s', (day, expected) => {
  expect(relativeDay(day, '2026-11-20')).toBe(expected);
});

const office = {
  date: '2026-11-20',
  workLocation: 'sede',
  shiftType: null,
  startTime: '06:00',
  endTime: '14:00',
  ...unsplit,
  exchangeInfo: null,
  openRequestId: null,
  notes: null,
} as unknown as Shift;
const late: Shift = { ...office, startTime: '20:00', endTime: '03:00' };
const split: Shift = {
  ...office,
  endTime: '10:00',
  isSplitShift: true,
  secondStartTime: '14:00',
  secondEndTime: '18:00',
};

it('names a day with its holiday', () => {
  expect(nameOfDay('2026-11-20')).toBe('venerdì 20 novembre 2026');
  expect(nameOfDay('2026-08-15')).toBe('sabato 15 agosto 2026, Ferragosto');
});

it('names a nearby day by weekday and number', () => {
  expect(shortNameOfDay('2026-11-28')).toBe('sabato 28');
});

it('names the end day of a shift past midnight', () => {
  expect(timesUntil(office)).toBe('06:00–14:00');
  expect(timesUntil(late)).toBe('20:00–03:00 di sab 21 nov');
});

it.each<[string, Shift | undefined]>([
  ['nessun turno', undefined],
  ['sede 06:00–14:00', office],
  ['sede 06:00–10:00 e 14:00–18:00, turno spezzato', split],
  [
    'sede 06:00–14:00, scambiato con Anna Bianchi',
    { ...office, exchangeInfo: { exchangePartner: 'Anna Bianchi' } } as Shift,
  ],
  ['sede 06:00–14:00, offerto in uno scambio', { ...office, openRequestId: 'r1' }],
  ['sede 06:00–14:00, con note', { ...office, notes: 'porta 3' }],
])('a screen reader says: %s', (text, shift) => {
  expect(nameOfEntry('2026-11-20', shift, 'standard')).toBe(`venerdì 20 novembre 2026, ${text}`);
});
