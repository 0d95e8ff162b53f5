import { expect, test } from 'vitest';

/** The paths of empty texts in a table of texts. */
function emptyIn(value: unknown, place: string, seen = new Set<unknown>()): string[] {
  if (typeof value === 'string') return value === '' ? [place] : [];
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  if (!isPlain) return [];
  return Object.entries(value).flatMap(([name, part]) => emptyIn(part, `${place}.${name}`, seen));
}

test('no exported text is empty', async () => {
  const modules = import.meta.glob<Record<string, unknown>>(['./**/*.ts', '!./**/*.test.ts']);
  expect(Object.keys(modules).length).toBeGreaterThan(100);
  const found: string[] = [];
  for (const [path, load] of Object.entries(modules)) {
    for (const [name, value] of Object.entries(await load()))
      found.push(...emptyIn(value, `${path} ${name}`));
  }
  // the empty name stands for all rows
  expect(found).toEqual(['./rosters/ownRow.ts allRows']);
});
