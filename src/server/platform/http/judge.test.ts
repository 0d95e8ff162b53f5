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

test('what a call brings is taken as the schema makes it, without what it does not know', () => {
  expect(looked({ list: [{ at: 1, other: 1 }], name: 'a', __proto__: null, other: {} })).toEqual({
    value: { list: [{ at: 1 }], name: 'a' },
  });
});

test('what a call brings tells of each field the first thing that is wrong', () => {
  expect(looked({ list: [{ at: 1 }, { at: 'x' }, 7] })).toEqual({
    fields: { list: 'Non un numero', name: 'Senza nome' },
  });
  expect(judge(list, [])).toEqual({ fields: { body: expect.stringMatching(/./) as string } });
});

test('what a call brings tells what is wrong between fields, and repeats no name that it does not know', () => {
  const pair = z
    .strictObject({ a: z.int(), b: z.int() })
    .refine(({ a, b }) => a < b, { path: ['b'], error: 'Prima' });
  expect(judge(pair, { a: 2, b: 1 })).toEqual({ fields: { b: 'Prima' } });
  expect(judge(pair, { a: 1, b: 2, '<b>': 1 })).toEqual({ fields: { body: 'Parametro sconosciuto' } });
});

test('of a list that is too long no element is judged, however it is wrong', () => {
  expect(looked({ name: 'a', list: Array.from({ length: 100_000 }, () => ({ at: 1 })) })).toEqual({
    fields: { list: 'Troppi' },
  });
  // to find a wrong one
  expect(judged.length).toBeLessThanOrEqual(400);
});

test('behind the first wrong element nothing is looked at', () => {
  const wrong = z.object({ deep: z.array(element).max(400) });
  const many = z.object({ people: z.array(wrong).max(400) });
  const people = Array.from({ length: 400 }, () => ({ deep: Array.from({ length: 400 }, () => ({})) }));
  people[0]!.deep[0] = { at: 1 };
  judged.length = 0;
  expect(judge(many, { people })).toEqual({ fields: { people: 'Non un numero' } });
  expect(judged.length).toBeLessThan(10);
});
