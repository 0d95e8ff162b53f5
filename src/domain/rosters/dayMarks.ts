import { type Day, daysBetween, isDay, weekdayOf } from '../calendar/day.ts';

/** The day in the head of a column or the date of a row. */
export interface DayMark {
  date: number;
  month?: number | undefined;
  year?: number | undefined;
  /** 1 Monday … 7 Sunday. A single M may be Tuesday or Wednesday. */
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

export const monthNames = [
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

/** Normalises a text for comparison: without accents, case, points or repeated blanks. */
export const plainText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();

export const weekdaysOfWord = (word: string): readonly number[] | undefined =>
  weekdayWords.get(plainText(word).replace(/\W+$/, ''));

/** The number of a month's name, full or cut to three letters or 'sett'. */
export function monthOfWord(word: string): number | undefined {
  if (word.length < 3) return undefined;
  const index = monthNames.findIndex((name) => name === word || (word.length <= 4 && name.startsWith(word)));
  return index === -1 ? undefined : index + 1;
}

/** '26' and '2026' are the same year. */
export const fullYear = (text: string | undefined): number | undefined =>
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

/** '25*', '(25)', '29 F', '8 fest': removes holiday marks, and times after a date. */
const withoutMarks = (plain: string): string =>
  plain
    .replace(/[°º*()]/g, '')
    .replace(/^(\d{1,2})[ .]?f(est(ivo|a)?)?\.?$/, '$1')
    .replace(/(\d{4}|\d[/-]\d{1,2})[ t]\d{1,2}:\d\d(:\d\d)?$/, '$1')
    .trim();

/** '1', '01/12', '1-dic', '2026-12-01', each with or without a weekday, on one or two lines; otherwise null. */
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

/** Whether a day matches the mark's weekdays. */
export const agrees = (day: Day, mark: DayMark): boolean =>
  mark.weekdays === undefined || mark.weekdays.includes(weekdayOf(day));

/** The day of a mark with a month; without a year the one nearest to today. */
export function datedDay(mark: DayMark, today: Day): Day | null {
  const { month, date } = mark;
  if (month === undefined) return null;
  if (mark.year !== undefined) return dayOf(mark.year, month, date);
  const years = [-1, 0, 1].map((offset) => Number(today.slice(0, 4)) + offset);
  const days = years.map((year) => dayOf(year, month, date)).filter((day) => day !== null);
  return days.toSorted((one, other) => distance(one, today) - distance(other, today))[0] ?? null;
}

const distance = (day: Day, today: Day): number => Math.abs(daysBetween(today, day));
