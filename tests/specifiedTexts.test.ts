import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// The texts that the specification quotes, each with the screen or the call that shows it and the test that reads it there.

const read = (path: string): string => readFileSync(join(import.meta.dirname, '..', path), 'utf8');
const [, ...rows] = read('tests/data/specified-texts.tsv')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t'));

/** What a test has of it: three dots stand for what is shortened, `n` for a number. */
const wordsOf = (text: string): string => text.replace(/^\.\.\. |\.\.\.$|\(n\)$|^Cliccato n\//g, '').trim();

test('every quoted text is read where it stands', () => {
  expect(rows).toHaveLength(95);
  const unread = rows.filter(
    ([text = '', , , file = '']) =>
      !read(file)
        .replaceAll(String.raw`\'`, "'")
        .includes(wordsOf(text)),
  );
  expect(unread).toEqual([]);
});
