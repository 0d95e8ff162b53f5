import { parse } from 'csv-parse/sync';
import { refuseFile } from './bounds.ts';

const separators = [';', ',', '\t', '|'];
/** In characters. */
const sampleLength = 65_536;
const mostRowLength = 100_000;

/**
 * The cells of a text file in UTF-8, UTF-16 or Windows-1252, with any separator. Reads up to one row more than
 * `mostRows`, so that callers notice when there are too many.
 * @throws TaskRefusal
 */
export function readCsv(file: Buffer, mostRows: number): string[][] {
  const text = decode(file);
  if (text.includes('\0') || /^\s*<(!|html|\?xml)/i.test(text)) throw refuseFile('roster_file_unreadable');
  // Excel may name the separator
  const told = /^sep=(.)\r?\n/i.exec(text);
  const body = told ? text.slice(told[0].length) : text;
  const table = parsed(body, told?.[1] ?? separatorOf(body), mostRows + 1);
  if (!table) throw refuseFile('roster_file_unreadable');
  return table;
}

/** Judged from the start of the text: parsing a large one completely takes over a second per separator. */
function separatorOf(text: string): string {
  const lines = text.slice(0, sampleLength);
  const sample = lines.length < text.length ? lines.slice(0, lines.lastIndexOf('\n') + 1) : lines;
  const widths = separators.map((separator) => ({
    separator,
    width: usualWidth(parsed(sample, separator, sampleLength) ?? []),
  }));
  return widths.toSorted((one, other) => other.width - one.width)[0]?.separator ?? ';';
}

/** @returns null if it is no table or has an overlong row */
function parsed(text: string, delimiter: string, to: number): string[][] | null {
  try {
    return parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      max_record_size: mostRowLength,
      to,
    });
  } catch {
    return null;
  }
}

/** Width of the widest tenth of the rows: titles and blank lines are narrow with any separator. */
const usualWidth = (rows: readonly string[][]): number =>
  rows.map((row) => row.filter((text) => text.trim() !== '').length).toSorted((one, other) => other - one)[
    Math.floor(rows.length / 10)
  ] ?? 0;

function decode(file: Buffer): string {
  if (file[0] === 0xff && file[1] === 0xfe) return new TextDecoder('utf-16le').decode(file);
  if (file[0] === 0xfe && file[1] === 0xff) return new TextDecoder('utf-16be').decode(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return new TextDecoder('windows-1252').decode(file);
  }
}
