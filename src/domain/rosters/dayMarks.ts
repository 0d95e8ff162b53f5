import { type Day, daysBetween, isDay, weekdayOf } from '../calendar/day.ts';
import { type Month, monthOf } from '../calendar/month.ts';

/** What the head of a column, or the date of a row, says of its day. */
export interface DayMark {
  date: number;
  month?: number | undefined;
  year?: number | undefined;
  /** 1 Monday … 7 Sunday. A single M is a Tuesday or a Wednesday. */
  weekdays?: readonly number[] | undefined;
}

const weekdayWords = new Map<string, readonly number[]>();
for (const [index, name] of [
  'lunedi',
  'martedi',
  'mercoledi',
  'giovedi',
  'venerdi',
  'sabato',
  'domenica',
].entries()) {
  const day = index + 1;
  for (const word of [name, name.slice(0, 3), name.slice(0, 2)]) weekdayWords.set(word, [day]);
  const letter = name.slice(0, 1);
  weekdayWords.set(letter, [...(weekdayWords.get(letter) ?? []), day]);
}

const monthNames = [
  'gennaio',
  'febbraio',
  'marzo',
  'aprile',
  'maggio',
  'giugno',
  'luglio',
  'agosto',
  'settembre',
  'ottobre',
  'novembre',
  'dicembre',
];

/** A text as it is compared: without accents, case, points and runs of blanks. */
export const plainText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();

export const weekdaysOfWord = (word: string): readonly number[] | undefined =>
  weekdayWords.get(plainText(word).replace(/\W+$/, ''));

/** The number of a month's name, also cut to three letters or 'sett'. */
function monthOfWord(word: string): number | undefined {
  if (word.length < 3) return undefined;
  const index = monthNames.findIndex((name) => name === word || (word.length <= 4 && name.startsWith(word)));
  return index === -1 ? undefined : index + 1;
}

const fullYear = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text.length === 2 ? `20${text}` : text);

const numericDate = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}|\d{2}))?$/;
const wordedDate = /^(\d{1,2})[ /.-]?([a-z]{3,})(?:[ /.-]+'?(\d{4}|\d{2}))?$/;
const isoDate = /^(20\d\d)([-/]?)(\d\d)\2(\d\d)$/;

const holidays = new Map([
  ['capodanno', { date: 1, month: 1 }],
  ['epifania', { date: 6, month: 1 }],
  ['ferragosto', { date: 15, month: 8 }],
  ['ognissanti', { date: 1, month: 11 }],
  ['immacolata', { date: 8, month: 12 }],
  ['natale', { date: 25, month: 12 }],
  ['santo stefano', { date: 26, month: 12 }],
  ['s. stefano', { date: 26, month: 12 }],
]);

/** '25*', '(25)', '29 F', '8 fest': a day that is marked as a holiday; a time behind a date says nothing of the day. */
const withoutMarks = (plain: string): string =>
  plain
    .replace(/[°º*()]/g, '')
    .replace(/^(\d{1,2})[ .]?f(est(ivo|a)?)?\.?$/, '$1')
    .replace(/(\d{4}|\d[/-]\d{1,2})[ t]\d{1,2}:\d\d(:\d\d)?$/, '$1')
    .trim();

/** '1', '01/12', '1-dic', '2026-12-01', each with or without a weekday, on one line or two; null for anything else. */
export function readDayMark(text: string): DayMark | null {
  const plain = withoutMarks(plainText(text));
  const words = plain.split(/[ ,]+/).filter((word) => word !== '');
  const [first = '', last = ''] = [words[0], words.at(-1)];
  if (words.length > 1) {
    const before = weekdaysOfWord(first);
    if (before) return withWeekdays(readDate(words.slice(1).join(' ')), before);
    const after = weekdaysOfWord(last);
    if (after) return withWeekdays(readDate(words.slice(0, -1).join(' ')), after);
  }
  const glued = /^(\d{1,2})([a-z]{1,3})$|^([a-z]{2,3})(\d{1,2})$/.exec(plain);
  const weekdays = glued ? weekdaysOfWord(glued[2] ?? glued[3] ?? '') : undefined;
  if (glued && weekdays) return withWeekdays(readDate(glued[1] ?? glued[4] ?? ''), weekdays);
  return readDate(plain);
}

function readDate(text: string): DayMark | null {
  if (/^\d{1,2}\.?$/.test(text)) return valid({ date: Number.parseInt(text, 10) });
  const iso = isoDate.exec(text);
  if (iso) return valid({ year: Number(iso[1]), month: Number(iso[3]), date: Number(iso[4]) });
  const numeric = numericDate.exec(text);
  if (numeric) {
    return valid({ date: Number(numeric[1]), month: Number(numeric[2]), year: fullYear(numeric[3]) });
  }
  const worded = wordedDate.exec(text);
  const month = worded ? monthOfWord(worded[2] ?? '') : undefined;
  if (worded && month) return valid({ date: Number(worded[1]), month, year: fullYear(worded[3]) });
  return holidays.get(text) ?? null;
}

const withWeekdays = (mark: DayMark | null, weekdays: readonly number[]): DayMark | null =>
  mark && { ...mark, weekdays };

function valid(mark: DayMark): DayMark | null {
  const { date, month = 1, year = 2000 } = mark;
  return date >= 1 && date <= 31 && month >= 1 && month <= 12 && year >= 2000 && year < 2100 ? mark : null;
}

export const dayOf = (year: number, month: number, date: number): Day | null => {
  const day = [String(year), String(month).padStart(2, '0'), String(date).padStart(2, '0')].join('-');
  return isDay(day) ? day : null;
};

/** Whether a day is one of the weekdays that stand with it. */
export const agrees = (day: Day, mark: DayMark): boolean =>
  mark.weekdays === undefined || mark.weekdays.includes(weekdayOf(day));

/** The day of a mark that names its month; without a year the one nearest to today. */
export function datedDay(mark: DayMark, today: Day): Day | null {
  const { month, date } = mark;
  if (month === undefined) return null;
  if (mark.year !== undefined) return dayOf(mark.year, month, date);
  const years = [-1, 0, 1].map((offset) => Number(today.slice(0, 4)) + offset);
  const days = years.map((year) => dayOf(year, month, date)).filter((day) => day !== null);
  return days.toSorted((one, other) => distance(one, today) - distance(other, today))[0] ?? null;
}

const distance = (day: Day, today: Day): number => Math.abs(daysBetween(today, day));

// 'mar' is a Tuesday as well: alone it names no month
const monthWord = `(${monthNames.map((name) => `${name}|${name.slice(0, 3)}`).join('|')}|sett)`;
const namedMonth = new RegExp(
  `(?<![a-z])(?!mar(?![a-z])(?![ .,/_-]*20))${monthWord}(?![a-z])(?:[ .,/_-]*['’]?(20\\d\\d|\\d\\d)(?!\\d))?`,
  'g',
);
const numberedMonth =
  /(?<![\d/.-])(0?[1-9]|1[0-2])[/_-](20\d\d)(?![\d/.-])|(?<!\d)(20\d\d)[-_](0[1-9]|1[0-2])(?![\d-])/g;

/** A month that a text names, with the year where it stands with it. */
interface NamedMonth {
  month: number;
  year?: number | undefined;
}

function monthMarksIn(text: string): NamedMonth[] {
  const plain = plainText(text);
  const first = /^(20\d\d)-(\d\d)-01$/.exec(plain);
  if (first) return [{ year: Number(first[1]), month: Number(first[2]) }];
  const found = [
    ...[...plain.matchAll(namedMonth)].map(({ index, 1: name, 2: year }) => ({
      index,
      mark: { month: monthOfWord(name ?? '') ?? 0, year: fullYear(year) },
    })),
    ...[...plain.matchAll(numberedMonth)].map(
      ({ index, 1: month, 2: year, 3: otherYear, 4: otherMonth }) => ({
        index,
        mark: { month: Number(month ?? otherMonth), year: Number(year ?? otherYear) },
      }),
    ),
  ];
  return withNeighboursYears(found.toSorted((one, other) => one.index - other.index).map(({ mark }) => mark));
}

/** 'dicembre – gennaio 2027' begins in 2026, 'novembre – dicembre 2027' does not. */
function withNeighboursYears(marks: readonly NamedMonth[]): NamedMonth[] {
  return marks.map((mark, index) => {
    const [before, after] = [marks[index - 1], marks[index + 1]];
    if (mark.year !== undefined) return mark;
    if (after?.year !== undefined) return { ...mark, year: after.year - Number(mark.month > after.month) };
    if (before?.year !== undefined) return { ...mark, year: before.year + Number(mark.month < before.month) };
    return mark;
  });
}

const yearsIn = (texts: readonly string[]): number[] => [
  ...new Set(
    texts.flatMap((text) => [...text.matchAll(/(?<!\d)20\d\d(?!\d)/g)].map(([year]) => Number(year))),
  ),
];

/**
 * The months that texts name, in their order, each once: 'Turni DICEMBRE 2026', '12/2026', 'dic'. A year that stands
 * apart counts, 'APRILE ANNO 2026' or in a cell of its own; of several years each is possible.
 * @param around further texts in which the year may stand
 */
export function monthsIn(texts: readonly string[], today: Day, around: readonly string[] = []): Month[] {
  const months = texts.flatMap((text) => {
    const marks = monthMarksIn(text);
    const years = [yearsIn([text]), yearsIn(texts), yearsIn(around)].find((all) => all.length > 0) ?? [
      undefined,
    ];
    return marks.flatMap(({ month, year }) =>
      (year === undefined ? years : [year]).map((of) => datedDay({ date: 1, month, year: of }, today)),
    );
  });
  return [...new Set(months.filter((day) => day !== null).map(monthOf))];
}

/** The day to which dates without a year are near: in the month or the year that texts name, else today. */
export function referenceDay(texts: readonly string[], today: Day): Day {
  const [month, otherMonth] = monthsIn(texts, today);
  if (month !== undefined && otherMonth === undefined) return `${month}-15`;
  const [year, otherYear] = yearsIn(texts);
  return year !== undefined && otherYear === undefined ? `${year}-07-01` : today;
}

const dateInText =
  /(?<![\d/.-])(\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?|20\d\d-\d\d-\d\d|\d{1,2}[ -][a-z]{3,}(?:[ -]20\d\d)?)(?![\d/-])/g;

/** The first and the last day of 'dal 30/11 al 06/12', 'settimana del 30 novembre': null where it names none. */
export function spanIn(text: string, reference: Day): { from: Day; to: Day | null } | null {
  const marks = [...plainText(text).matchAll(dateInText)].flatMap(([found]) => readDayMark(found) ?? []);
  const [first, last] = marks;
  const from = first && datedDay({ ...first, year: first.year ?? last?.year }, reference);
  if (!from || marks.length > 2) return null;
  return { from, to: last ? datedDay(last, from) : null };
}
