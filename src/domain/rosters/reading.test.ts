import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  comparison,
  daysIn,
  letterGrid,
  shiftList,
  timeGrid,
  type Truth,
  truthOf,
  type WrittenRoster,
} from '../../../tests/support/rosterTables.ts';
import type { Legend } from './legend.ts';
import { type Reading, type ReadingInput, readRoster } from './reading.ts';

const today = '2026-11-23';
const published = (name: string): string =>
  readFileSync(new URL(`../../../tests/data/${name}-shifts.csv`, import.meta.url), 'utf8');
/** One goes over the end of the year, the other begins on a month's last day. */
const rosters = [
  ['roster-21', truthOf(published('roster-21'), '2026-12-07')],
  ['roster-12', truthOf(published('roster-12'), '2026-11-30')],
] as const;
const layouts = [
  ['a grid of letters', letterGrid],
  ['a grid of times', timeGrid],
  ['a list', shiftList],
] as const;

const read = (
  truth: Truth,
  { table, sheet }: Pick<WrittenRoster, 'table' | 'sheet'>,
  answers: Legend = {},
  given: Partial<ReadingInput> = {},
): Reading =>
  readRoster({
    table,
    names: [sheet],
    corrections: {},
    colleagues: truth.people.map(({ colleague }) => colleague),
    facts: { variant: 'standard', usual: [], remembered: {}, answers },
    who: {},
    today,
    ...given,
  });

describe.each(rosters)('the published %s', (_, truth) => {
  test.each(layouts)(
    'written as %s: every day is right once the texts that are asked have their meaning',
    (_, write) => {
      const written = write(truth);
      const unanswered = comparison(read(truth, written), truth);
      expect(unanswered.wrong).toEqual([]);
      const reading = read(truth, written, written.legend);
      expect(reading.layout).toMatchObject({ problem: null });
      const { right, flagged, wrong } = comparison(reading, truth);
      expect(wrong).toEqual([]);
      const told =
        write === shiftList ? truth.people.reduce((sum, { shifts }) => sum + shifts.size, 0) : daysIn(truth);
      expect(right).toBe(told);
      expect(flagged).toBe(daysIn(truth) - told);
    },
  );

  test('its letters are asked, with what its own legend says; people and month are found', () => {
    const { layout, legend, names } = read(truth, letterGrid(truth));
    expect(layout.month).toBe(truth.from.slice(0, 7));
    expect(names.map(({ certainty }) => certainty)).toEqual(truth.people.map(() => 'sure'));
    expect(legend.find(({ text }) => text === 'M')).toMatchObject({
      meaning: null,
      doubt: 'mattina o malattia?',
      proposal: { kind: 'work', duty: { startTime: '06:00', endTime: '14:00' } },
    });
  });
});
