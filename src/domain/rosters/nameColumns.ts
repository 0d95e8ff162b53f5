import { plainText, weekdaysOfWord } from './dayMarks.ts';
import { cellAt, type Table, widthOf } from './table.ts';

const wholeName =
  /^(cognome e nome|nome e cognome|cognome nome|nome cognome|nominativ[oi]|dipendent[ei]|operator[ei]|colleg(a|hi)|risors[ae]|autist[ai]|personale|persona|lavorator[ei]|addett[oi]|infermier[ei]|nomi)$/;

/** Whether a head says that names stand below. */
export const headsNames = (head: string): boolean => {
  const plain = plainText(head).replace(/\W+$/, '');
  return wholeName.test(plain) || plain === 'cognome' || plain === 'nome';
};

/** What stands in a name's column: at least one word of three letters, no times, weekday or meaning of a letter. */
const looksLikeName = (text: string): boolean =>
  /\p{L}{3,}/u.test(text) && !/[=:]|\d\d?[.:]\d\d/.test(text) && !weekdaysOfWord(text);

/** The column or the two columns in which names stand, by their heads, else by what stands there. */
export function nameColumnsOf(
  table: Table,
  headerRow: number,
  days: readonly { column: number }[],
  span: { from: number; to: number },
): number[] {
  const taken = new Set(days.map(({ column }) => column));
  const free = Array.from({ length: widthOf(table) }, (_, column) => column).filter(
    (column) => !taken.has(column),
  );
  const headOf = (column: number): string[] =>
    [headerRow - 1, headerRow, headerRow + 1].map((row) =>
      plainText(cellAt(table, row, column)).replace(/\W+$/, ''),
    );
  const headed = (pattern: RegExp): number | undefined =>
    free.find((column) => headOf(column).some((text) => pattern.test(text)));
  const [surname, first] = [headed(/^cognome$/), headed(/^nome$/)];
  if (surname !== undefined && first !== undefined) return [surname, first];
  const named = surname ?? headed(wholeName);
  return named === undefined ? byContent(table, free, span) : [named];
}

function byContent(
  table: Table,
  columns: readonly number[],
  { from, to }: { from: number; to: number },
): number[] {
  const scored = columns.map((column) => {
    const texts = table.slice(from, to).map((_, index) => cellAt(table, from + index, column));
    const names = texts.filter(looksLikeName);
    const different = new Set(names).size;
    return { column, score: names.length === 0 ? 0 : (different * different) / names.length, names };
  });
  const best = scored.toSorted((one, other) => other.score - one.score)[0];
  if (!best || best.score === 0) return [];
  const beside = scored.find(({ column }) => column === best.column + 1);
  const areSingleWords = (names: readonly string[]): boolean =>
    names.length > 0 && names.filter((name) => !name.includes(' ')).length > names.length * 0.8;
  return beside &&
    beside.score > best.score * 0.6 &&
    areSingleWords(best.names) &&
    areSingleWords(beside.names)
    ? [best.column, beside.column]
    : [best.column];
}
