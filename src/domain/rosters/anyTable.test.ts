import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, type Day, formatShortDay, weekdayOf } from '../calendar/day.ts';
import { isAsked } from './mapping.ts';
import { readRoster } from './reading.ts';
import { turned } from './table.ts';

const today = '2026-11-27';
const people = ['Rossi Piero', 'Bruni Lea', 'Conti Ugo', 'Bianchi Marco'];
const times = [
  ['06:00', '14:00'],
  ['14:00', '22:00'],
  ['08:30', '16:30'],
] as const;

interface Column {
  head: string;
  cells: string[];
}

/** Who works when, one row per shift. */
interface Truth {
  rows: { name: string; day: Day; start: string; end: string }[];
  days: Day[];
}

const truths = fc
  .record({
    first: fc.integer({ min: 4, max: 200 }),
    days: fc.integer({ min: 5, max: 12 }),
    shifts: fc.array(fc.nat(3), { minLength: 48, maxLength: 48 }),
  })
  .map(({ first, days: count, shifts }): Truth => {
    const days = Array.from({ length: count }, (_, index) => addDays(today, first + index));
    const rows = days.flatMap((day, at) =>
      people.flatMap((name, index) => {
        const [start, end] = times[shifts[(at * people.length + index) % shifts.length] ?? 3] ?? [];
        return start && end ? [{ name, day, start, end }] : [];
      }),
    );
    return { rows, days };
  })
  .filter(({ rows }) => rows.length >= 4);

/** Known words for a column, unknown ones, and those of another column. */
const headsOf = {
  name: ['Nome', 'Dipendente', 'NOMINATIVO', 'Chi', 'Risorsa umana', ''],
  day: ['Data', 'Giorno', 'Data servizio', 'Quando', 'Data rif.', ''],
  start: ['Inizio', 'Dalle', 'Entrata 1', 'Ora inizio', 'In', 'Timbro', ''],
  end: ['Fine', 'Alle', 'Uscita 1', 'Ora fine', 'Out', 'Timbro', ''],
};
const dateForms = [
  formatShortDay,
  (day: Day) => day,
  (day: Day) => `${day} 00:00:00`,
  (day: Day) =>
    `${['lun', 'mar', 'mer', 'gio', 'ven', 'sab', 'dom'][weekdayOf(day) - 1]} ${formatShortDay(day)}`,
];

/** Columns with other content, some of it times and dates. */
const others: readonly ((rows: Truth['rows']) => Column)[] = [
  (rows) => ({ head: 'Pausa', cells: rows.map(() => '00:30') }),
  (rows) => ({ head: 'Ore', cells: rows.map(() => '8') }),
  (rows) => ({ head: 'Data inserimento', cells: rows.map(({ day }) => formatShortDay(addDays(day, -3))) }),
  (rows) => ({ head: 'Data', cells: rows.map(({ day }) => formatShortDay(addDays(day, 1))) }),
  (rows) => ({ head: 'Inizio', cells: rows.map(() => '05:00') }),
  (rows) => ({ head: 'Fine effettiva', cells: rows.map(() => '23:00') }),
  (rows) => ({ head: 'Responsabile', cells: rows.map((_, index) => people[index % 2] ?? '') }),
  (rows) => ({ head: 'Nome', cells: rows.map((_, index) => people[index % 3] ?? '') }),
  (rows) => ({ head: 'Note', cells: rows.map((_, index) => (index % 2 ? 'annullato' : '')) }),
  (rows) => ({ head: '', cells: rows.map(() => '07:00') }),
];

const lists = fc
  .record({
    truth: truths,
    heads: fc.record({
      name: fc.constantFrom(...headsOf.name),
      day: fc.constantFrom(...headsOf.day),
      start: fc.constantFrom(...headsOf.start),
      end: fc.constantFrom(...headsOf.end),
    }),
    form: fc.constantFrom(...dateForms),
    more: fc.subarray([...others], { maxLength: 3 }),
    order: fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
    title: fc.constantFrom([], [['Turni del personale']], [['Azienda'], []]),
  })
  .map(({ truth, heads, form, more, order, title }) => {
    const { rows } = truth;
    const columns: Column[] = [
      { head: heads.name, cells: rows.map(({ name }) => name) },
      { head: heads.day, cells: rows.map(({ day }) => form(day)) },
      { head: heads.start, cells: rows.map(({ start }) => start) },
      { head: heads.end, cells: rows.map(({ end }) => end) },
      ...more.map((write) => write(rows)),
    ];
    const shuffled = columns
      .map((column, index) => ({ column, at: order[index] ?? 0 }))
      .toSorted((one, other) => one.at - other.at)
      .map(({ column }) => column);
    const isKnown = more.length === 0 && [heads.name, heads.day, heads.start, heads.end].every(isOfRules);
    return {
      truth,
      isKnown,
      table: [
        ...title,
        shuffled.map(({ head }) => head),
        ...rows.map((_, row) => shuffled.map(({ cells }) => cells[row] ?? '')),
      ],
    };
  });

const isOfRules = (head: string): boolean =>
  !['', 'Chi', 'Risorsa umana', 'Quando', 'Data rif.', 'In', 'Out', 'Timbro'].includes(head);

const grids = fc
  .record({
    truth: truths,
    corner: fc.constantFrom('Nome', 'Chi', '', 'Data'),
    form: fc.constantFrom(...dateForms),
    isTurned: fc.boolean(),
    isPaired: fc.boolean(),
    partHeads: fc.constantFrom(['dalle', 'alle'], ['E', 'U'], ['', '']),
    more: fc.constantFrom<string[]>([], ['Tot', '40'], ['Tariffa', '7'], ['', '22-6'], ['Note', 'ferie']),
  })
  .map(({ truth, corner, form, isTurned, isPaired, partHeads, more: [head, cell] }) => {
    const { rows, days } = truth;
    const shiftOf = (name: string, day: Day) => rows.find((row) => row.name === name && row.day === day);
    const columnsOf = (day: Day): string[][] =>
      isPaired
        ? [
            [form(day), partHeads[0] ?? '', ...people.map((name) => shiftOf(name, day)?.start ?? 'R')],
            ['', partHeads[1] ?? '', ...people.map((name) => shiftOf(name, day)?.end ?? '')],
          ]
        : [
            [
              form(day),
              ...people.map((name) => {
                const shift = shiftOf(name, day);
                return shift ? `${shift.start}-${shift.end}` : 'R';
              }),
            ],
          ];
    const blank = isPaired ? [''] : [];
    const extra = head === undefined ? [] : [[head, ...blank, ...people.map(() => cell ?? '')]];
    const table = turned([[corner, ...blank, ...people], ...days.flatMap(columnsOf), ...extra]);
    const isKnown = !isPaired && head === undefined && corner === 'Nome' && !isTurned;
    return { truth, isKnown, table: isTurned ? turned(table) : table };
  });

/** Loaded shifts that differ from the truth. */
function wrongIn({ table, truth }: { table: readonly (readonly string[])[]; truth: Truth }) {
  const reading = readRoster({
    table,
    names: [],
    edits: {},
    colleagues: people.map((name) => ({ id: name, name: name.split(' ').toReversed().join(' ') })),
    facts: { variant: 'standard', usual: [], remembered: {}, answers: { R: { kind: 'off' } } },
    who: {},
    today,
  });
  const right = new Map(truth.rows.map(({ name, day, start, end }) => [`${name} ${day}`, `${start}-${end}`]));
  const told = (reading.roster?.people ?? []).flatMap(({ userId, days }) =>
    days.map(
      ({ day, duty }) =>
        [`${userId} ${day}`, duty ? `${duty.startTime}-${duty.endTime}` : undefined] as const,
    ),
  );
  return {
    wrong: told.filter(([key, duty]) => right.get(key) !== duty),
    isAsked: isAsked(reading.mapping),
    worked: told.filter(([, duty]) => duty !== undefined).length,
  };
}

test.each([
  ['lists', lists],
  ['grids', grids],
] as const)('of 500 %s with any heads in any order, nothing is misread', (_, tables) => {
  fc.assert(
    fc.property(tables, (one) => {
      const { wrong, isAsked: isOpen, worked } = wrongIn(one);
      expect(wrong).toEqual([]);
      // tables with only known heads are read completely, without questions
      if (one.isKnown) expect([isOpen, worked]).toEqual([false, one.truth.rows.length]);
    }),
    { numRuns: 500 },
  );
});
