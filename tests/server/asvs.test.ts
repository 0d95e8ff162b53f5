import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

// docs/asvs.md names a test for what it calls met: each must exist, and every requirement must have its row.

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const states = ['met', 'in part', 'not met', 'n/a', 'operator'];

interface Row {
  numbers: string[];
  state: string;
  how: string;
}

const rows: Row[] = read('docs/asvs.md')
  .split('\n')
  .filter((line) => /^\| V?\d/.test(line))
  .map((line) => {
    const [numbers = '', , state = '', ...how] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    return { numbers: numbers.split(', '), state, how: how.join('|') };
  });

/** `1.2.3` of levels 1 and 2, from the standard's own file of version 5.0.0. */
const requirements = read('tests/data/asvs-5.0.0-level-2.txt')
  .trim()
  .split('\n')
  .map((line) => line.split(' ')[0] ?? '');

const cited = rows.flatMap(({ how }) =>
  [...how.matchAll(/`((?:src|tests|scripts)\/[\w./-]+\.test\.tsx?)`(?: «([^»]+)»)?/g)].map(
    ([, file = '', name]) => [file, name ?? ''] as const,
  ),
);

test('every requirement of levels 1 and 2 has one answer, and none is made up', () => {
  expect(requirements).toHaveLength(253);
  const answers = rows.flatMap(({ numbers }) => numbers);
  // `V10` answers a chapter, `V4.3` a section
  const answerOf = (number: string): string[] =>
    answers.filter(
      (answer) => answer === number || (answer.startsWith('V') && `V${number}.`.startsWith(`${answer}.`)),
    );
  expect(requirements.filter((number) => answerOf(number).length !== 1)).toEqual([]);
  expect(answers.filter((answer) => !answer.startsWith('V') && !requirements.includes(answer))).toEqual([]);
});

test('every row has a state of the legend and a reason', () => {
  for (const { numbers, state, how } of rows) {
    expect(states, numbers.join()).toContain(state);
    expect(how.length, numbers.join()).toBeGreaterThan(5);
  }
});

describe('a test that is named exists', () => {
  test('at least a hundred are named', () => expect(cited.length).toBeGreaterThan(100));

  test.each([...new Map(cited.map(([file, name]) => [`${file} ${name}`, [file, name] as const])).values()])(
    '%s «%s»',
    (file, name) => {
      const titles = [...read(file).matchAll(/(['"`])((?:(?!\1).)*)\1/g)].map(([, , title]) => title ?? '');
      expect(titles.some((title) => title.includes(name))).toBe(true);
    },
  );
});

test.each(['docs/threat-model.md'])('what %s names exists', (document) => {
  const files = [
    ...read(document).matchAll(/`((?:src|tests|scripts|docs|db)\/[\w./-]+\.(?:test\.)?(?:tsx?|md|sql))`/g),
  ];
  expect(files.length).toBeGreaterThan(10);
  for (const [, file = ''] of files) expect(read(file).length, file).toBeGreaterThan(0);
});
