import { parse } from 'csv-parse/sync';
import { TableError } from './zip.ts';

const separators = [';', ',', '\t', '|'];

/** The cells of a text file, in UTF-8, UTF-16 or Windows-1252, whatever separates them. @throws TableError */
export function readCsv(file: Buffer): string[][] {
  const text = decode(file);
  if (text.includes('\0') || /^\s*<(!|html|\?xml)/i.test(text))
    throw new TableError('roster_file_unreadable');
  // Excel may say it itself
  const told = /^sep=(.)\r?\n/i.exec(text);
  const body = told ? text.slice(told[0].length) : text;
  const tried = told?.[1] ? [told[1]] : separators;
  const tables = tried.flatMap((separator) => parsed(body, separator) ?? []);
  const best = tables.toSorted((one, other) => usualWidth(other) - usualWidth(one))[0];
  if (!best) throw new TableError('roster_file_unreadable');
  return best;
}

function parsed(text: string, delimiter: string): [string[][]] | null {
  try {
    return [
      parse(text, { delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: false }),
    ];
  } catch {
    return null;
  }
}

/** Of the widest tenth of the rows: titles and blank lines are narrow whatever separates cells. */
const usualWidth = (rows: readonly string[][]): number =>
  rows.map((row) => row.filter((text) => text.trim() !== '').length).toSorted((one, other) => other - one)[
    Math.floor(rows.length / 10)
  ] ?? 0;

function decode(file: Buffer): string {
  if (file[0] === 0xff && file[1] === 0xfe) return new TextDecoder('utf-16le').decode(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return new TextDecoder('windows-1252').decode(file);
  }
}
