import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// Texts quoted by the specification, each with the screen or call that shows it and the test that reads it there.

const read = (path: string): string => readFileSync(join(import.meta.dirname, '..', path), 'utf8');
const [, ...rows] = read('tests/data/specified-texts.tsv')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t'));

/** The part of a text that a test contains: three dots mark abbreviations, `n` a number. */
const wordsOf = (text: string): string => text.replace(/^\.\.\. |\.\.\.$|\(n\)$|^Cliccato n\//g, '').trim();

test('every quoted text is read by its test', () => {
  expect(rows).toHaveLength(95);
  const unread = rows.filter(
    ([text = '', , , file = '']) =>
      !read(file)
        .replaceAll(String.raw`\'`, "'")
        .includes(wordsOf(text)),
  );
  expect(unread).toEqual([]);
});
