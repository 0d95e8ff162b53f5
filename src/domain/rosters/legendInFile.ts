import { meaningAmongWords, offMeaning, offWords, usualOf } from './cellMeanings.ts';
import { findTimes, readTimes } from './cellTimes.ts';
import { plainText } from './dayMarks.ts';
import { isSameMeaning, type LegendFacts, legendKey, type Meaning } from './meaning.ts';
import type { Table } from './table.ts';

/** 'M = Mattina 6-14', 'R: riposo', or both parts in adjacent cells; null if the file contradicts itself. */
export function legendInFile(table: Table, facts: LegendFacts): Map<string, Meaning | null> {
  const found = new Map<string, Meaning | null>();
  const add = (key: string, told: string): void => {
    const meaning = toldMeaning(told, facts);
    if (!meaning) return;
    const known = found.get(key);
    found.set(key, known === undefined || (known && isSameMeaning(known, meaning)) ? meaning : null);
  };
  for (const row of table) {
    const cells = row.map((text) => text.trim());
    for (const [index, cell] of cells.entries()) {
      for (const [, key = '', told = ''] of cell.matchAll(
        /(?:^|[\s,;|:])\s*([^\s=:,;|]{1,6})\s*[=:]\s*([^=\n,;|]+?)(?=\s*(?:[\n,;|]|$|\s\S{1,6}\s*=))/g,
      )) {
        if (!/^\d+$/.test(key)) add(legendKey(key), told);
      }
      const beside = cells[index + 1] ?? '';
      const [, dashed, said] = /^(\p{L}{1,3}\d?) - (\p{L}{3}.*)$/u.exec(legendKey(cell)) ?? [];
      if (dashed !== undefined && said !== undefined) add(dashed, said);
      // two cells are a legend if the second one explains and the row has little else
      const isPair = cells.filter((text) => text !== '').length <= 4 && /^\p{L}{1,3}\d?\.?$/u.test(cell);
      if (isPair && (/\p{L}{3,}/u.test(beside) || readTimes(beside) !== null)) add(legendKey(cell), beside);
    }
  }
  return found;
}

function toldMeaning(told: string, facts: LegendFacts): Meaning | null {
  const duty = readTimes(told)?.duty ?? findTimes(told);
  const among = meaningAmongWords(told, facts);
  if (among) return among.meaning;
  if (duty) return { kind: 'work', duty };
  const plain = plainText(told);
  const offWord = [plain, plain.split(' ')[0] ?? ''].find((word) => offWords.test(word));
  if (offWord !== undefined) return offMeaning(offWord, facts);
  const usual = usualOf(plain.split(' ')[0] ?? '', facts);
  return usual && { kind: 'work', duty: usual };
}
