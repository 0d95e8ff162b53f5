import type { Day } from '../calendar/day.ts';
import { type Month, monthOf } from '../calendar/month.ts';
import { datedDay, fullYear, monthNames, monthOfWord, plainText, readDayMark } from './dayMarks.ts';

// 'mar' is also a Tuesday: alone it is not a month
const monthWord = `(${monthNames.map((name) => `${name}|${name.slice(0, 3)}`).join('|')}|sett)`;
const namedMonth = new RegExp(
  `(?<![a-z])(?!mar(?![a-z])(?![ .,/_-]*20))${monthWord}(?![a-z])(?:[ .,/_-]*['’]?(20\\d\\d|\\d\\d)(?!\\d))?`,
  'g',
);
const numberedMonth =
  /(?<![\d/.-])(0?[1-9]|1[0-2])[/_-](20\d\d)(?![\d/.-])|(?<!\d)(20\d\d)[-_](0[1-9]|1[0-2])(?![\d-])/g;

/** A month in a text, with the year if there is one. */
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
 * The months in texts, in order, without duplicates: 'Turni DICEMBRE 2026', '12/2026', 'dic'. A separate year counts,
 * 'APRILE ANNO 2026' or in its own cell; with several years each is possible.
 * @param around further texts that may contain the year
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

/** The reference for dates without a year: in the month or year of the texts, otherwise today. */
export function referenceDay(texts: readonly string[], today: Day): Day {
  const [month, otherMonth] = monthsIn(texts, today);
  if (month !== undefined && otherMonth === undefined) return `${month}-15`;
  const [year, otherYear] = yearsIn(texts);
  return year !== undefined && otherYear === undefined ? `${year}-07-01` : today;
}

const dateInText =
  /(?<![\d/.-])(\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?|20\d\d-\d\d-\d\d|\d{1,2}[ -][a-z]{3,}(?:[ -]20\d\d)?)(?![\d/-])/g;

/** The first and last day of 'dal 30/11 al 06/12', 'settimana del 30 novembre'; null if there are none. */
export function spanIn(text: string, reference: Day): { from: Day; to: Day | null } | null {
  const marks = [...plainText(text).matchAll(dateInText)].flatMap(([found]) => readDayMark(found) ?? []);
  const [first, last] = marks;
  const from = first && datedDay({ ...first, year: first.year ?? last?.year }, reference);
  if (!from || marks.length > 2) return null;
  return { from, to: last ? datedDay(last, from) : null };
}
