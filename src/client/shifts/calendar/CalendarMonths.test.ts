import { expect, test } from 'vitest';
import { turnedTo, withAhead } from './CalendarMonths.tsx';

const alone = { months: ['2026-11'], shown: '2026-11' };

test('the months on both sides take places of their own', () => {
  const drawn = withAhead(alone, ['2026-10', '2026-12']);
  expect(drawn).toEqual({ months: ['2026-11', '2026-10', '2026-12'], shown: '2026-11' });
  expect(withAhead(drawn, ['2026-10', '2026-12'])).toBe(drawn);
});

test('a turn to a month that is drawn shows it where it stands, and the next one is drawn over what is left behind', () => {
  const turned = turnedTo(withAhead(alone, ['2026-10', '2026-12']), '2026-12');
  expect(turned).toEqual({ months: ['2026-11', '2026-10', '2026-12'], shown: '2026-12' });
  expect(withAhead(turned, ['2026-11', '2027-01'])).toEqual({
    months: ['2026-11', '2027-01', '2026-12'],
    shown: '2026-12',
  });
});

test('a month that is not drawn is written into the place in sight', () => {
  const jumped = turnedTo(withAhead(alone, ['2026-10', '2026-12']), '2027-06');
  expect(jumped).toEqual({ months: ['2027-06', '2026-10', '2026-12'], shown: '2027-06' });
  expect(withAhead(jumped, ['2027-05', '2027-07']).months).toEqual(['2027-06', '2027-05', '2027-07']);
});

test('only what is known is drawn ahead', () => {
  expect(withAhead(alone, ['2026-12']).months).toEqual(['2026-11', '2026-12']);
  expect(withAhead(alone, [])).toBe(alone);
});
