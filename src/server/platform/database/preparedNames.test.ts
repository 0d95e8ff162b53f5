import { expect, test } from 'vitest';
import { PreparedNames } from './preparedNames.ts';

const most = 500;
/** Asked twice, as a statement is that comes again. */
const twice = (names: PreparedNames, text: string): (string | null)[] => [
  names.nameFor(text),
  names.nameFor(text),
];

test('a text has a name from its second use on, always the same', () => {
  const names = new PreparedNames();
  const [first, second] = twice(names, 'select 1');
  expect(first).toBeNull();
  expect(second).toMatch(/^s_[0-9a-f]{32}$/);
  expect(names.nameFor('select 1')).toBe(second);
  expect(twice(names, 'select 2')[1]).not.toBe(second);
});

test('only the first 500 texts have names', () => {
  const names = new PreparedNames();
  for (let at = 0; at < most; at += 1) expect(twice(names, `select ${at}`)[1]).not.toBeNull();
  expect(twice(names, 'one more')).toEqual([null, null]);
  expect(names.nameFor('select 0')).not.toBeNull();
});

test('of texts that came once the oldest is forgotten after 500 others', () => {
  const names = new PreparedNames();
  names.nameFor('oldest');
  names.nameFor('next');
  for (let at = 0; at < most - 1; at += 1) names.nameFor(`select ${at}`);
  expect(names.nameFor('next')).not.toBeNull();
  expect(names.nameFor('oldest')).toBeNull();
});
