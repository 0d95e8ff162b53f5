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
  ['De Luca', 'José De Luca'],
  ['Conti Maria', 'Anna Maria Conti'],
  ['Rossi Mario (PT)', 'Mario Rossi'],
  // one slip, two in long words
  ['Rossi Mari', 'Mario Rossi'],
  ['M. Rosi', 'Mario Rossi'],
  ['Rosi', 'Mario Rossi'],
])('%s may be %s: asks', (name, userId) => {
  expect(matchOf(name)).toEqual(['likely', userId]);
});

test.each(['Bianchi', 'Rosi Maro X', 'Mrio Rsso', 'Luc', 'Verdi Carlo', 'B. L.', 'R M', 'Totale', '', '12'])(
  '%j matches nobody without asking',
  (name) => {
    expect(matchOf(name)).toEqual(['open', null]);
  },
);

test('two names for one colleague are unclear, except the colleague’s whole name', () => {
  expect(
    [...matchNames(['ROSSI M.', 'Rossi Maria'], colleagues).values()].map(({ userId }) => userId),
  ).toEqual([null, null]);
  expect(
    [...matchNames(['Rossi Mario', 'Rossi Maria'], colleagues).values()].map(({ userId }) => userId),
  ).toEqual(['Mario Rossi', null]);
});

test.each(['sig.', 'sig.ra', 'dott.', 'dott.ssa', 'dr', 'inf.', 'OSS', 'ing.', 'geom.', 'cap.', 'resp.'])(
  'a title is not part of a name: %s',
  (title) => expect(matchOf(`${title} Rossi Mario`)).toEqual(['sure', 'Mario Rossi']),
);

test.each([
  ['Anna Benadeti', 'likely'],
  ['Anna Benedtt', 'open'],
  ['Anna Bendtt', 'open'],
  ['Anna Benedettino', 'likely'],
  ['Anna Benedettinoo', 'open'],
  // too short to be a slip
  ['Ana Benedetti', 'open'],
])('%s, with slips in a long name, is %s', (name, certainty) => {
  expect(matchName(name, [{ id: 'one', name: 'Anna Benedetti' }]).certainty).toBe(certainty);
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
  ['ab', 'ba', 1],
  ['abc', 'cab', 2],
  ['ca', 'abc', 3],
  ['a', 'b', 1],
  ['abcd', '', 4],
])('from %s to %s it takes %i', (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance);
});

test('candidates are listed best first, at most eight; equal ones are ambiguous', () => {
  const many = Array.from({ length: 10 }, (_, index) => ({
    id: String(index),
    name: `Rossi ${'ABCDEFGHIL'[index]}nna`,
  }));
  expect(matchName('Rossi', [{ id: 'verdi', name: 'Carlo Verdi' }, ...many])).toEqual({
    certainty: 'open',
    userId: null,
    candidates: many.slice(0, 8).map(({ id }) => id),
  });
  expect(matchName('Rossi Bnna', [many[0]!, many[1]!])).toMatchObject({
    certainty: 'sure',
    userId: '1',
    candidates: ['1', '0'],
  });
});
