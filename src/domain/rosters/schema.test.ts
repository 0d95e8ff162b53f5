import { expect, test } from 'vitest';
import { rosterSchema } from './schema.ts';

const roster = (from: string, to: string) => ({
  title: 'dicembre',
  days: { from, to },
  people: [{ userId: crypto.randomUUID(), days: [] }],
});

test.each([
  ['62 days', '2026-12-01', '2027-01-31', []],
  ['63 days', '2026-12-01', '2027-02-01', ['days']],
  ['days turned round', '2026-12-02', '2026-12-01', ['days']],
  ['a day that is none', '2026-12-01', '2026-12-32', ['days.to']],
  ['what is no day', '<script>', '2026-12-31', ['days.from']],
])('a roster of %s is refused where it is wrong', (_, from, to, wrong) => {
  const { error } = rosterSchema.safeParse(roster(from, to));
  expect((error?.issues ?? []).map(({ path }) => path.join('.'))).toEqual(wrong);
});
