import { expect, it } from 'vitest';
import type { Meaning } from '../../../domain/rosters/meaning.ts';
import type { ReadCell, Reading } from '../../../domain/rosters/reading.ts';
import * as texts from './readingTexts.ts';

const morning = { workLocation: 'sede', startTime: '06:00', endTime: '14:00' } as const;
const split = {
  ...morning,
  endTime: '10:00',
  isSplitShift: true,
  secondStartTime: '14:00',
  secondEndTime: '18:00',
};
it.each<[Meaning, string]>([
  [{ kind: 'work', duty: morning }, '06:00–14:00'],
  [{ kind: 'work', duty: { ...morning, workLocation: 'smart_working' } }, 'smart working 06:00–14:00'],
  [{ kind: 'work', duty: split }, '06:00–10:00 e 14:00–18:00'],
  [{ kind: 'off' }, 'Non lavora'],
  [{ kind: 'off', absence: 'libero' }, 'Libero'],
  [{ kind: 'off', absence: 'ferie' }, 'Ferie'],
  [{ kind: 'off', absence: 'malattia' }, 'Malattia'],
  [{ kind: 'skip' }, 'Da ignorare'],
])('what a cell means: %o is %s', (meaning, text) => {
  expect(texts.meaningText(meaning)).toBe(text);
  if (meaning.kind === 'work') expect(texts.dutyText(meaning.duty)).toBe(text);
});

it('a text of the file stands in quotes, an empty cell in words', () => {
  expect([texts.shownText('M'), texts.shownText('')]).toEqual(['«M»', 'cella vuota']);
});

it('the columns of a reading are its days, each once and in order; cells without a day have none', () => {
  const cells = (...days: (string | null)[]): ReadCell[] =>
    days.map((day, column) => ({ row: 0, column, day, text: 'M', problem: null, meaning: null }));
  const people = [
    { userId: 'a', name: 'Rossi', cells: cells('2026-12-02', '2026-12-03', null) },
    { userId: 'b', name: 'Verdi', cells: cells('2026-12-03', '2026-12-01') },
  ];
  expect(texts.daysOfReading({ people } as Reading)).toEqual(['2026-12-01', '2026-12-02', '2026-12-03']);
});
