import { addDays, type Day, daysBetween, daysOf, weekdayOf } from '../../src/domain/calendar/day.ts';
import { formatMonth, monthOf } from '../../src/domain/calendar/month.ts';
import { isSameMeaning, type Legend, type Meaning } from '../../src/domain/rosters/legend.ts';
import type { Colleague } from '../../src/domain/rosters/names.ts';
import type { Reading } from '../../src/domain/rosters/reading.ts';
import type { RosterDuty } from '../../src/domain/rosters/schema.ts';

/** What a roster really says: working shifts by person and day; no other day is worked. */
export interface Truth {
  from: Day;
  to: Day;
  people: { colleague: Colleague; shifts: Map<Day, RosterDuty> }[];
}

/** A truth as somebody wrote it down. */
export interface WrittenRoster {
  sheet: string;
  table: string[][];
  /** What its letters mean, as whoever wrote it would answer. */
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

/** @param csv of `tests/data`: employee, role, contract_hours, day, start, end, duty */
export function truthOf(csv: string, monday: Day): Truth {
  const rows = csv
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(','));
  const employees = [...new Set(rows.map(([employee]) => employee))];
  const last = Math.max(...rows.map((row) => Number(row[3])));
  const people = employees.map((employee, index) => ({
    colleague: colleagueOf(index),
    shifts: new Map(
      rows
        .filter(([name]) => name === employee)
        .map(([, , , day, startTime = '', endTime = '']) => [
          addDays(monday, Number(day)),
          { workLocation: 'sede' as const, startTime, endTime },
        ]),
    ),
  }));
  return { from: monday, to: addDays(monday, last - (last % 7) + 6), people };
}

const textOf = {
  short: ({ startTime, endTime }: RosterDuty): string =>
    `${Number(startTime.slice(0, 2))}-${Number(endTime.slice(0, 2))}`,
  long: ({ startTime, endTime }: RosterDuty): string => `${startTime}–${endTime}`,
  points: ({ startTime, endTime }: RosterDuty): string =>
    `${Number(startTime.slice(0, 2))}.${startTime.slice(3)}/${Number(endTime.slice(0, 2))}.${endTime.slice(3)}`,
};

const weekdayLetters = ['L', 'M', 'M', 'G', 'V', 'S', 'D'];
const weekdayNames = ['LUN', 'MAR', 'MER', 'GIO', 'VEN', 'SAB', 'DOM'];
const letterOf = (day: Day): string => weekdayLetters[weekdayOf(day) - 1] ?? '';
const nameOf = (day: Day): string => weekdayNames[weekdayOf(day) - 1] ?? '';

/** 'ROSSI M.' */
const initialName = ({ name }: Colleague): string => {
  const [first = '', ...rest] = name.split(' ');
  return `${rest.join(' ').toUpperCase()} ${first.slice(0, 1)}.`;
};

const startLetters: Record<string, string> = { '06:00': 'M', '09:00': 'G', '14:00': 'P', '00:00': 'N' };

function letters(truth: Truth): { write: (duty: RosterDuty) => string; legend: Legend; told: string[] } {
  const legend: Record<string, Meaning> = {};
  const write = (duty: RosterDuty): string => {
    const hours = (Number(duty.endTime.slice(0, 2)) - Number(duty.startTime.slice(0, 2)) + 24) % 24;
    const letter = `${startLetters[duty.startTime] ?? 'X'}${hours === 8 ? '' : hours}`;
    legend[letter] = { kind: 'work', duty };
    return letter;
  };
  for (const { shifts } of truth.people) for (const duty of shifts.values()) write(duty);
  const told = Object.entries(legend).map(
    ([letter, meaning]) => `${letter} = ${meaning.kind === 'work' ? textOf.short(meaning.duty) : 'riposo'}`,
  );
  return {
    write,
    legend: { ...legend, R: { kind: 'off' }, '': { kind: 'off' } },
    told: [...told, 'R = Riposo'],
  };
}

/**
 * A grid of letters: a title over all columns, a weekday under each number, a blank row, columns and a row of totals,
 * the legend below.
 */
export function letterGrid(truth: Truth): WrittenRoster {
  const days = daysOf(truth);
  const { write, legend, told } = letters(truth);
  const rows = truth.people.map(({ colleague, shifts }, index) => [
    String(index + 1),
    initialName(colleague),
    ...days.map((day) => {
      const duty = shifts.get(day);
      return duty ? write(duty) : 'R';
    }),
    String(shifts.size),
  ]);
  const totals = days.map((day) => String(truth.people.filter(({ shifts }) => shifts.has(day)).length));
  const blank = ['', '', ...days.map(() => ''), ''];
  const title = `TURNI ${formatMonth(monthOf(truth.from)).toUpperCase()}`;
  return {
    sheet: 'Foglio1',
    legend,
    table: [
      [title, ...days.map(() => title)],
      blank,
      ['N.', 'NOMINATIVO', ...days.map((day) => String(Number(day.slice(8)))), 'TOT'],
      ['', '', ...days.map(letterOf), ''],
      ...rows.flatMap((row, index) => (index === 4 ? [blank, row] : [row])),
      blank,
      ['', 'Presenti', ...totals],
      blank,
      ['', 'LEGENDA'],
      ...told.map((line) => ['', line]),
    ],
  };
}

/** A grid of times: two-line heads of days with their weekday, names in two columns, the month in the sheet's name. */
export function timeGrid(truth: Truth): WrittenRoster {
  const days = daysOf(truth);
  const styles = [textOf.short, textOf.long, textOf.points];
  return {
    sheet: formatMonth(monthOf(truth.from)),
    legend: { '': { kind: 'off' }, Ferie: { kind: 'off' } },
    table: [
      [
        'Cognome',
        'Nome',
        'Qualifica',
        ...days.map((day) => `${Number(day.slice(8))}\n${nameOf(day)}`),
        'Ore',
      ],
      ...truth.people.map(({ colleague, shifts }, index) => {
        const [first = '', ...rest] = colleague.name.split(' ');
        return [
          rest.join(' '),
          first,
          'Operatore',
          ...days.map((day) => {
            const duty = shifts.get(day);
            return duty ? (styles[index % 3] ?? textOf.short)(duty) : index % 4 === 0 ? 'Ferie' : '';
          }),
          String(shifts.size * 8),
        ];
      }),
    ],
  };
}

const italianDate = (day: Day): string => day.split('-').toReversed().join('/');

/** A list: a row a shift. */
export function shiftList(truth: Truth): WrittenRoster {
  const rows = truth.people.flatMap(({ colleague, shifts }) =>
    [...shifts].map(([day, { startTime, endTime }]) => [
      colleague.name.toUpperCase(),
      italianDate(day),
      startTime,
      endTime,
      'Sede',
    ]),
  );
  return {
    sheet: 'Turni',
    legend: {},
    table: [
      ['Elenco turni', '', '', '', ''],
      ['Dipendente', 'Data', 'Inizio', 'Fine', 'Luogo'],
      ...rows.toSorted((one, other) => ((one[1] ?? '').slice(0, 2) < (other[1] ?? '').slice(0, 2) ? -1 : 1)),
    ],
  };
}

/** What was read against the truth, day by day. A day that is not in the result counts as flagged. */
export function comparison(
  reading: Reading,
  truth: Truth,
): { right: number; flagged: number; wrong: string[] } {
  const read = new Map(reading.roster?.people.map(({ userId, days }) => [userId, days]) ?? []);
  const result = { right: 0, flagged: 0, wrong: [] as string[] };
  for (const { colleague, shifts } of truth.people) {
    const days = new Map(read.get(colleague.id)?.map(({ day, duty }) => [day, duty]) ?? []);
    for (const day of daysOf(truth)) {
      const duty = days.get(day);
      if (duty === undefined) result.flagged += 1;
      else if (isSameMeaning(meaningOf(duty), meaningOf(shifts.get(day) ?? null))) result.right += 1;
      else result.wrong.push(`${colleague.name} ${day}: ${JSON.stringify(duty)}`);
      days.delete(day);
    }
    result.wrong.push(...[...days.keys()].map((day) => `${colleague.name} ${day}: not in the roster`));
    read.delete(colleague.id);
  }
  result.wrong.push(...[...read.keys()].map((id) => `${id}: nobody of the roster`));
  return result;
}

const meaningOf = (duty: RosterDuty | null): Meaning => (duty ? { kind: 'work', duty } : { kind: 'off' });

/** How many days of people a truth has. */
export const daysIn = ({ from, to, people }: Truth): number => people.length * (daysBetween(from, to) + 1);
