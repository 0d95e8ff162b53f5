import { expect, test } from 'vitest';
import { editDistance, matchName, matchNames } from './names.ts';

const colleagues = [
  'Mario Rossi',
  'Lucia Bianchi',
  'Elena Bianchi',
  'Niccolò D’Angelo',
  'Anna Maria Conti',
  'José De Luca',
].map((name) => ({ id: name, name }));
const matchOf = (name: string) => {
  const { certainty, userId } = matchName(name, colleagues);
  return [certainty, userId];
};

test.each([
  ['Rossi Mario', 'Mario Rossi'],
  ['MARIO ROSSI', 'Mario Rossi'],
  ['ROSSI M.', 'Mario Rossi'],
  ['M. Rossi', 'Mario Rossi'],
  ['Rossi, Mario', 'Mario Rossi'],
  ['Sig. Rossi Mario', 'Mario Rossi'],
  ['BIANCHI L', 'Lucia Bianchi'],
  ["D'ANGELO NICCOLO'", 'Niccolò D’Angelo'],
  ['Conti Anna', 'Anna Maria Conti'],
  ['De Luca Jose', 'José De Luca'],
])('%s is %s', (name, userId) => {
  expect(matchOf(name)).toEqual(['sure', userId]);
});

test.each([
  ['Rosi Mario', 'Mario Rossi'],
  ['Rossi Maria', 'Mario Rossi'],
  ['Rossi Mraio', 'Mario Rossi'],
  ['Rossi', 'Mario Rossi'],
  ['Rossi Mario (PT)', 'Mario Rossi'],
])('%s may be %s: it is asked', (name, userId) => {
  expect(matchOf(name)).toEqual(['likely', userId]);
});

test.each(['Bianchi', 'Verdi Carlo', 'B. L.', 'R M', 'Totale', '', '12'])(
  '%j is nobody without being asked',
  (name) => {
    expect(matchOf(name)).toEqual(['open', null]);
  },
);

test('two names that mean the same colleague are open, but for the whole name of theirs', () => {
  expect(
    [...matchNames(['ROSSI M.', 'Rossi Maria'], colleagues).values()].map(({ userId }) => userId),
  ).toEqual([null, null]);
  expect(
    [...matchNames(['Rossi Mario', 'Rossi Maria'], colleagues).values()].map(({ userId }) => userId),
  ).toEqual(['Mario Rossi', null]);
});

test('numbers are never slips of each other', () => {
  expect(matchName('Operatore 1234', [{ id: 'one', name: 'Operatore 1235' }]).userId).toBeNull();
});

test.each([
  ['rossi', 'rosi', 1],
  ['mario', 'mraio', 1],
  ['conti', 'monti', 1],
  ['conti', 'conto', 1],
  ['', 'abc', 3],
  ['luca', 'luca', 0],
])('from %s to %s it takes %i', (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance);
});
