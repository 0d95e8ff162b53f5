import { readFileSync } from 'node:fs';
import { addDays, type Day, daysBetween, daysOf, weekdayOf } from '../../src/domain/calendar/day.ts';
import { formatMonth, monthOf } from '../../src/domain/calendar/month.ts';
import { isSameMeaning, type Legend, type Meaning } from '../../src/domain/rosters/meaning.ts';
import type { Colleague } from '../../src/domain/rosters/names.ts';
import type { Reading } from '../../src/domain/rosters/reading.ts';
import type { RosterDuty } from '../../src/domain/rosters/schema.ts';

/** The correct content of a roster: working shifts by person and day; other days are not worked. */
export interface Truth {
  from: Day;
  to: Day;
  people: { colleague: Colleague; shifts: Map<Day, RosterDuty> }[];
}

/** The same roster as somebody might write it. */
export interface WrittenRoster {
  sheet: string;
  table: string[][];
  /** The correct meaning of its cell texts. */
  legend: Legend;
}

const names = [
  'Mario Rossi, Lucia Bianchi, Niccolò D’Angelo, Anna Maria Conti, José Ferrer',
  'Giulia Esposito, Matteo De Luca, Sara Ricci, Elena Bianchi, Paolo Greco',
  'Chiara Lo Presti, Luca Moretti, Martina Gallo, Davide Fontana, Ilaria Caruso',
  'Simone Rinaldi, Zoë Marchetti, Andrea Fabbri, Irene Sala, Tommaso Vitale',
  'Noemi Sartori',
].flatMap((line) => line.split(', '));

export const colleagueOf = (index: number): Colleague => ({
  id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  name: names[index] ?? `Persona Numero${index}`,
});

/** Reads `tests/data`: employee, role, contract_hours, day, start, end, duty. */
function truthOf(name: string, monday: Day): Truth {
  const csv = readFileSync(new URL(`../data/${name}-shifts.csv`, import.meta.url), 'utf8');
  const lines = csv.trim().split(/\r?\n/).slice(1);
  const rows = lines.map((line) => {
    const [employee = '', , , day, startTime = '', endTime = ''] = line.split(',');
    return { employee, day: Number(day), duty: { workLocation: 'sede' as const, startTime, endTime } };
  });
  const last = Math.max(...rows.map(({ day }) => day));
  const people = [...Map.groupBy(rows, ({ employee }) => employee).values()].map((own, index) => ({
    colleague: colleagueOf(index),
    shifts: new Map(own.map(({ day, duty }) => [addDays(monday, day), duty])),
  }));
  return { from: monday, to: addDays(monday, last - (last % 7) + 6), people };
}

type Write = (duty: RosterDuty) => string;
const pointTime = (time: string): string => `${Number(time.slice(0, 2))}.${time.slice(3)}`;
const shortText: Write = ({ startTime, endTime }) =>
  `${Number(startTime.slice(0, 2))}-${Number(endTime.slice(0, 2))}`;
const longText: Write = ({ startTime, endTime }) => `${startTime}–${endTime}`;
const pointText: Write = ({ startTime, endTime }) => `${pointTime(startTime)}/${pointTime(endTime)}`;

const weekdays = ['LUN', 'MAR', 'MER', 'GIO', 'VEN', 'SAB', 'DOM'];
const weekdayName = (day: Day): string => weekdays[weekdayOf(day) - 1] ?? '';
const numberOf = (day: Day): string => String(Number(day.slice(8)));

const startLetters: Record<string, string> = { '06:00': 'M', '09:00': 'G', '14:00': 'P', '00:00': 'N' };
const letterOf: Write = ({ startTime, endTime }) => {
  const hours = (Number(endTime.slice(0, 2)) - Number(startTime.slice(0, 2)) + 24) % 24;
  return `${startLetters[startTime] ?? 'X'}${hours === 8 ? '' : hours}`;
};

/**
 * A grid of letters: a title over all columns, weekdays below the numbers, a blank row, a column and a row of totals, the
 * legend at the bottom; people as 'ROSSI M.'.
 */
export function letterGrid(truth: Truth): WrittenRoster {
  const days = daysOf(truth);
  const used = new Map(
    truth.people.flatMap(({ shifts }) => [...shifts.values()].map((duty) => [letterOf(duty), duty] as const)),
  );
  const rows = truth.people.map(({ colleague, shifts }, index) => {
    const [first = '', ...rest] = colleague.name.split(' ');
    const name = `${rest.join(' ').toUpperCase()} ${first.slice(0, 1)}.`;
    const cells = days.map((day) => (shifts.has(day) ? letterOf(shifts.get(day) as RosterDuty) : 'R'));
    return [String(index + 1), name, ...cells, String(shifts.size)];
  });
  const totals = days.map((day) => String(truth.people.filter(({ shifts }) => shifts.has(day)).length));
  const blank = ['', '', ...days.map(() => ''), ''];
  const title = `TURNI ${formatMonth(monthOf(truth.from)).toUpperCase()}`;
  return {
    sheet: 'Foglio1',
    legend: {
      ...Object.fromEntries([...used].map(([letter, duty]) => [letter, { kind: 'work' as const, duty }])),
      R: { kind: 'off' },
      '': { kind: 'off' },
    },
    table: [
      [title, ...days.map(() => title)],
      blank,
      ['N.', 'NOMINATIVO', ...days.map(numberOf), 'TOT'],
      ['', '', ...days.map((day) => weekdayName(day).slice(0, 1)), ''],
      ...rows.slice(0, 4),
      blank,
      ...rows.slice(4),
      blank,
      ['', 'Presenti', ...totals],
      blank,
      ['', 'LEGENDA'],
      ...[...used].map(([letter, duty]) => ['', `${letter} = ${shortText(duty)}`]),
      ['', 'R = Riposo'],
    ],
  };
}

/** A grid of times: two-line day headers with weekdays, names in two columns, the month in the sheet's name. */
export function timeGrid(truth: Truth): WrittenRoster {
  const days = daysOf(truth);
  const heads = days.map((day) => `${numberOf(day)}\n${weekdayName(day)}`);
  const rows = truth.people.map(({ colleague, shifts }, index) => {
    const [first = '', ...rest] = colleague.name.split(' ');
    const write = [shortText, longText, pointText][index % 3] as Write;
    const off = index % 4 === 0 ? 'Ferie' : '';
    const cells = days.map((day) => (shifts.has(day) ? write(shifts.get(day) as RosterDuty) : off));
    return [rest.join(' '), first, 'Operatore', ...cells, String(shifts.size * 8)];
  });
  return {
    sheet: formatMonth(monthOf(truth.from)),
    legend: { '': { kind: 'off' }, Ferie: { kind: 'off' } },
    table: [['Cognome', 'Nome', 'Qualifica', ...heads, 'Ore'], ...rows],
  };
}

/** A list: one row per shift, sorted by day of the month. */
export function shiftList(truth: Truth): WrittenRoster {
  const rows = truth.people.flatMap(({ colleague, shifts }) =>
    [...shifts].map(([day, { startTime, endTime }]) => {
      const date = day.split('-').toReversed().join('/');
      return [colleague.name.toUpperCase(), date, startTime, endTime, 'Sede'];
    }),
  );
  const dayOf = ([, date = '']: string[]): number => Number(date.slice(0, 2));
  return {
    sheet: 'Turni',
    legend: {},
    table: [
      ['Elenco turni', '', '', '', ''],
      ['Dipendente', 'Data', 'Inizio', 'Fine', 'Luogo'],
      ...rows.toSorted((one, other) => dayOf(one) - dayOf(other)),
    ],
  };
}

const meaningOf = (duty: RosterDuty | null): Meaning => (duty ? { kind: 'work', duty } : { kind: 'off' });

/** Compares a reading with the truth, day by day. A day missing from the result counts as flagged. */
export function comparison({ roster }: Reading, truth: Truth) {
  const read = new Map<string, RosterDuty | null>(
    (roster?.people ?? []).flatMap(({ userId, days }) =>
      days.map(({ day, duty }) => [`${userId} ${day}`, duty] as const),
    ),
  );
  const result = { right: 0, flagged: 0, wrong: [] as string[] };
  for (const { colleague, shifts } of truth.people) {
    for (const day of daysOf(truth)) {
      const key = `${colleague.id} ${day}`;
      const duty = read.get(key);
      if (duty === undefined) result.flagged += 1;
      else if (isSameMeaning(meaningOf(duty), meaningOf(shifts.get(day) ?? null))) result.right += 1;
      else result.wrong.push(`${key}: ${JSON.stringify(duty)}`);
      read.delete(key);
    }
  }
  result.wrong.push(...[...read.keys()].map((key) => `${key}: not in the roster`));
  return result;
}

/** How many person-days a truth has. */
export const daysIn = ({ from, to, people }: Truth): number => people.length * (daysBetween(from, to) + 1);

/** Two rosters: one spans the end of the year, the other starts on the last day of a month. */
export const rosters = [
  ['roster-21', truthOf('roster-21', '2026-12-07')],
  ['roster-12', truthOf('roster-12', '2026-11-30')],
] as const;
export const layouts = [
  ['a grid of letters', letterGrid],
  ['a grid of times', timeGrid],
  ['a list', shiftList],
] as const;

/** How many person-days a layout contains: a list has only those with a shift. */
export const daysTold = (truth: Truth, write: typeof shiftList): number =>
  write === shiftList ? truth.people.reduce((sum, { shifts }) => sum + shifts.size, 0) : daysIn(truth);
