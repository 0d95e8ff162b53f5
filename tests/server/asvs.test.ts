import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

// docs/asvs.md answers every requirement, and files named in the documentation exist.

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

/** Requirement numbers of levels 1 and 2, from the standard's own list, version 5.0.0. */
const requirements = read('tests/data/asvs-5.0.0-level-2.txt')
  .trim()
  .split('\n')
  .map((line) => line.split(' ')[0] ?? '');

test('every requirement of levels 1 and 2 has exactly one answer, and every answer is for a real requirement', () => {
  expect(requirements).toHaveLength(253);
  const answers = rows.flatMap(({ numbers }) => numbers);
  // `V10` answers a whole chapter, `V4.3` a section
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

const documents = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.md'),
);

test.each(documents)('every file that docs/%s names exists', (document) => {
  const text = read(join('docs', document));
  const inCode = [...text.matchAll(/`((?:src|tests|scripts|tools|docs|db)\/[\w./-]+\.(?:tsx?|md|sql))`/g)];
  const links = [...text.matchAll(/\]\(([\w./-]+\.md)\)/g)];
  const named = [
    ...inCode.map(([, file = '']) => file),
    ...links.map(([, file = '']) => join('docs', dirname(document), file)),
  ];
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
