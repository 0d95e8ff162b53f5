import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, formatShortDay } from './day.ts';
import { typedDay, withSlashes } from './typedDay.ts';

describe('a day that somebody types', () => {
  it.each([
    ['05/03/2027', '2027-03-05'],
    ['5/3/2027', '2027-03-05'],
    [' 5.3.2027 ', '2027-03-05'],
    ['05-03-2027', '2027-03-05'],
    ['05032027', '2027-03-05'],
    ['29/02/2028', '2028-02-29'],
  ])('%s is %s', (text, day) => {
    expect(typedDay(text)).toBe(day);
  });

  it.each([
    '',
    '5/3',
    '5/3/27',
    '29/02/2027',
    '31/04/2027',
    '05/13/2027',
    '2027/03/05',
    '05/03/1999',
    'domani',
    'il 5/3/2027',
    '5/3/2027 o 6',
    'x05032027',
    '050320271',
  ])("'%s' is not a day", (text) => {
    expect(typedDay(text)).toBeNull();
  });

  it('a formatted day is parsed back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30_000 }), (days) => {
        const day = addDays('2000-01-01', days);
        expect(typedDay(formatShortDay(day))).toBe(day);
      }),
    );
  });
});

describe('slashes', () => {
  const type = (keys: string): string =>
    keys.split('').reduce((text, key) => withSlashes(text + key, text), '');

  it.each([
    ['05032027', '05/03/2027'],
    ['05/03/2027', '05/03/2027'],
    ['5/3/2027', '5/3/2027'],
    ['5/03/2027', '5/03/2027'],
  ])('are added automatically: %s', (keys, text) => {
    expect(type(keys)).toBe(text);
  });

  it('are not added again after being deleted', () => {
    expect(withSlashes('0503', '05/03')).toBe('0503');
  });
});
