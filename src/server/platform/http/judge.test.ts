import { expect, test } from 'vitest';
import { z } from 'zod';
import { judge } from './judge.ts';

const judged: unknown[] = [];
const element = z.object({ at: z.int('Non un numero') }).refine((value) => judged.push(value) > 0);
const list = z.object({ list: z.array(element).max(3, 'Troppi').optional(), name: z.string('Senza nome') });
const looked = (value: unknown): unknown => {
  judged.length = 0;
  return judge(list, value);
};

test('input is returned as the schema parses it, without unknown fields', () => {
  expect(looked({ list: [{ at: 1, other: 1 }], name: 'a', __proto__: null, other: {} })).toEqual({
    value: { list: [{ at: 1 }], name: 'a' },
  });
});

test('input errors name the first problem of each field', () => {
  expect(looked({ list: [{ at: 1 }, { at: 'x' }, 7] })).toEqual({
    fields: { list: 'Non un numero', name: 'Senza nome' },
  });
  expect(judge(list, [])).toEqual({ fields: { body: expect.stringMatching(/./) as string } });
});

test('input errors include problems between fields, and never repeat unknown names', () => {
  const pair = z
    .strictObject({ a: z.int(), b: z.int() })
    .refine(({ a, b }) => a < b, { path: ['b'], error: 'Prima' });
  expect(judge(pair, { a: 2, b: 1 })).toEqual({ fields: { b: 'Prima' } });
  expect(judge(pair, { a: 1, b: 2, '<b>': 1 })).toEqual({ fields: { body: 'Parametro sconosciuto' } });
});

test('elements of a list that is too long are not checked', () => {
  expect(looked({ name: 'a', list: Array.from({ length: 100_000 }, () => ({ at: 1 })) })).toEqual({
    fields: { list: 'Troppi' },
  });
  // finding a wrong one
  expect(judged.length).toBeLessThanOrEqual(400);
});

test('nothing is checked after the first wrong element', () => {
  const wrong = z.object({ deep: z.array(element).max(400) });
  const many = z.object({ people: z.array(wrong).max(400) });
  const people = Array.from({ length: 400 }, () => ({ deep: Array.from({ length: 400 }, () => ({})) }));
  people[0]!.deep[0] = { at: 1 };
  judged.length = 0;
  expect(judge(many, { people })).toEqual({ fields: { people: 'Non un numero' } });
  expect(judged.length).toBeLessThan(10);
});
