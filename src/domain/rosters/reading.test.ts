import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  colleagueOf,
  comparison,
  daysIn,
  daysTold,
  layouts,
  letterGrid,
  rosters,
  shiftList,
  timeGrid,
  type Truth,
  type WrittenRoster,
} from '../../../tests/support/rosterTables.ts';
import { addDays, daysOf } from '../calendar/day.ts';
import type { Legend } from './meaning.ts';
import { type Reading, type ReadingInput, readRoster } from './reading.ts';
import { withoutAccount } from './readNames.ts';

const today = '2026-11-23';
const read = (
  truth: Truth,
  { table, sheet }: Pick<WrittenRoster, 'table' | 'sheet'>,
  answers: Legend = {},
  given: Partial<ReadingInput> = {},
): Reading =>
  readRoster({
    table,
    names: [sheet],
    edits: {},
    colleagues: truth.people.map(({ colleague }) => colleague),
    facts: { variant: 'standard', usual: [], remembered: {}, answers },
    who: {},
    today,
    ...given,
  });

describe.each(rosters)('the published %s', (_, truth) => {
  test.each(layouts)(
    'written as %s: every day is right once unclear texts are answered',
    (_layout, write) => {
      const written = write(truth);
      const unanswered = comparison(read(truth, written), truth);
      expect(unanswered.wrong).toEqual([]);
      const reading = read(truth, written, written.legend);
      expect(reading.mapping).toMatchObject({ problem: null });
      const { right, flagged, wrong } = comparison(reading, truth);
      expect(wrong).toEqual([]);
      expect(right).toBe(daysTold(truth, write));
      expect(right + flagged).toBe(daysIn(truth));
    },
  );

  test('its letters are asked about, with its legend’s proposals; people and month are found', () => {
    const { mapping, legend, names } = read(truth, letterGrid(truth));
    expect(mapping.month).toBe(truth.from.slice(0, 7));
    expect(names.map(({ certainty }) => certainty)).toEqual(truth.people.map(() => 'sure'));
    expect(legend.find(({ text }) => text === 'M')).toMatchObject({
      meaning: null,
      doubt: 'mattina o malattia?',
      proposal: { kind: 'work', duty: { startTime: '06:00', endTime: '14:00' } },
    });
  });
});

const arbitraryTruth = fc
  .record({
    first: fc.integer({ min: 0, max: 300 }),
    length: fc.integer({ min: 5, max: 45 }),
    people: fc.integer({ min: 1, max: 12 }),
    seed: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 40, maxLength: 40 }),
  })
  .map(({ first, length, people, seed }): Truth => {
    const days = daysOf({ from: addDays(today, first), to: addDays(today, first + length - 1) });
    const starts = ['06:00', '09:00', '14:00', '00:00'];
    const duties = starts.map((startTime) => ({
      workLocation: 'sede' as const,
      startTime,
      endTime: `${String(Number(startTime.slice(0, 2)) + 8).padStart(2, '0')}:00`,
    }));
    return {
      from: days[0] ?? today,
      to: days.at(-1) ?? today,
      people: Array.from({ length: people }, (_, index) => ({
        colleague: colleagueOf(index),
        shifts: new Map(
          days.flatMap((day, at) => {
            const duty = duties[seed[(at * 7 + index * 3) % 40] ?? 9];
            return duty ? [[day, duty]] : [];
          }),
        ),
      })),
    };
  });

/** Typical damage to a table that has been edited by many people. */
const messes: Record<string, (table: string[][], at: number) => string[][]> = {
  none: (table) => table,
  'blank rows': (table, at) => table.toSpliced(at % (table.length + 1), 0, []),
  'a column before': (table) => table.map((row) => ['', ...row]),
  'no title': (table) =>
    table.map((row, index) =>
      index === 0 && row.length < 99 ? row.map((text) => (text.startsWith('TURNI') ? '' : text)) : row,
    ),
  'another month in the title': (table) =>
    table.map((row) => row.map((text) => (text.startsWith('TURNI') ? 'TURNI MAGGIO 2027' : text))),
  'a row lost': (table, at) => table.toSpliced(at % table.length, 1),
  'a row twice': (table, at) => table.toSpliced(at % table.length, 0, table[at % table.length] ?? []),
  'a head lost': (table, at) =>
    table.map((row) => (row[0] === 'N.' ? row.with(2 + (at % Math.max(1, row.length - 3)), '') : row)),
  'blanks and small letters around': (table) => table.map((row) => row.map((text) => ` ${text}  `)),
};

test('random rosters in every layout, intact or damaged: nothing is misread, and intact ones are read completely', () => {
  const written = fc.record({
    truth: arbitraryTruth,
    write: fc.constantFrom(letterGrid, timeGrid, shiftList),
    mess: fc.constantFrom(...Object.keys(messes)),
    at: fc.nat(60),
  });
  fc.assert(
    fc.property(written, ({ truth, write, mess, at }) => {
      const roster = write(truth);
      const table = messes[mess]?.(roster.table, at) ?? [];
      const answers = comparison(read(truth, { ...roster, table }, roster.legend), truth);
      expect(answers.wrong).toEqual([]);
      if (mess !== 'none' || write === shiftList) return;
      const month = truth.from.slice(0, 7);
      const chosen = read(truth, roster, roster.legend, { edits: { month } });
      // a name with an empty row has no days
      const empty = truth.people.filter(({ shifts }, index) => shifts.size === 0 && index % 4 !== 0).length;
      const flagged = write === timeGrid ? empty * daysOf(truth).length : 0;
      expect(comparison(chosen, truth)).toEqual({ right: daysIn(truth) - flagged, flagged, wrong: [] });
    }),
    { numRuns: 150 },
  );
});

describe('somebody without an account', () => {
  const table = [
    ['DICEMBRE 2026'],
    ['Nome', '1', '2', '3', '4', '5', '6'],
    ['Nuovo  Carlo', '6-14', 'R', '14-22', '', '6-14', '6-14'],
    ['NUOVO CARLO', '', '', '', '6-14', '', ''],
    ['Ferri Giulia', '6-14', '6-14', '6-14', '6-14', 'R', 'R'],
  ];
  const readWith = (who: ReadingInput['who']) =>
    readRoster({
      table,
      names: [],
      edits: {},
      colleagues: [{ id: 'giulia', name: 'Giulia Ferri' }],
      facts: {
        variant: 'standard',
        usual: [],
        remembered: {},
        answers: { r: { kind: 'off' }, '': { kind: 'off' } },
      },
      who,
      today,
    });

  test('is left out until chosen', () => {
    const { roster, people } = readWith({});
    expect(people.map(({ userId }) => userId)).toEqual(['giulia']);
    expect(roster?.unclaimed).toEqual([]);
  });

  test('is read as one person under their name, separate from colleagues', () => {
    const { roster, people } = readWith({ 'Nuovo Carlo': withoutAccount, 'NUOVO CARLO': withoutAccount });
    expect(people.map(({ userId }) => userId)).toEqual([null, 'giulia']);
    expect(roster?.people.map(({ userId, name }) => [userId, name])).toEqual([['giulia', 'Ferri Giulia']]);
    expect(roster?.unclaimed?.map(({ name }) => name)).toEqual(['Nuovo Carlo']);
    const worked = roster?.unclaimed?.[0]?.days.flatMap(({ day, duty }) => (duty ? [day.slice(8)] : []));
    expect(worked).toContain('01');
    expect(worked).toContain('03');
  });
});
