import readExcelFile, { type CellValue } from 'read-excel-file/node';
import type { RosterTables } from '../../../domain/rosters/schema.table.ts';
import { packZip, TableError, unpackZip } from './zip.ts';

type Sheets = RosterTables['sheets'];

/** The sheets of an .xlsx file as text; merged cells all have the text that is seen in them. @throws TableError */
export async function readXlsx(file: Buffer): Promise<Sheets> {
  const entries = unpackZip(
    file,
    (name) => /\.(xml|rels)$/i.test(name) && !/^(docProps|customXml)\//.test(name),
  );
  if (!entries.has('xl/workbook.xml')) throw new TableError('roster_file_unreadable');
  const texts = sheetTexts(entries);
  const found = await readExcelFile(packZip(entries), { parseNumber: shownNumber }).catch(() => {
    throw new TableError('roster_file_unreadable');
  });
  return found.map(({ sheet, data }) => {
    const rows = data.map((row) => row.map(shownCell));
    const xml = texts.get(sheet) ?? '';
    fillMerged(rows, xml);
    markUncomputed(rows, xml);
    return { name: sheet, rows };
  });
}

/** Up to 12 digits, a comma before fractions: as a cell shows it, without what floating point adds. */
const shownNumber = (text: string): string => String(Number(Number(text).toPrecision(12))).replace('.', ',');

/** A time alone is a moment of the day from which spreadsheets count. */
const firstDays = new Set(['1899-12-30', '1899-12-31', '1904-01-01']);

function shownCell(cell: CellValue | string | null): string {
  if (cell === null) return '';
  if (!(cell instanceof Date)) return typeof cell === 'boolean' ? (cell ? 'VERO' : 'FALSO') : String(cell);
  if (Number.isNaN(cell.getTime())) return '?';
  // fractions of a day are seldom whole seconds
  const [day = '', time = ''] = new Date(Math.round(cell.getTime() / 60_000) * 60_000)
    .toISOString()
    .split('T');
  const clock = time.slice(0, 5);
  if (firstDays.has(day)) return clock;
  return clock === '00:00' ? day : `${day} ${clock}`;
}

const attribute = (tag: string, name: string): string => {
  const found = new RegExp(`(?<![\\w:])${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
  return found
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
};

/** The XML of each sheet by its name: what the reader leaves out stands there. */
function sheetTexts(entries: ReadonlyMap<string, Buffer>): Map<string, string> {
  const textOf = (name: string): string => entries.get(name)?.toString('utf8') ?? '';
  const targets = new Map(
    [...textOf('xl/_rels/workbook.xml.rels').matchAll(/<(?:\w+:)?Relationship\s[^>]*>/g)].map(([tag]) => [
      attribute(tag, 'Id'),
      attribute(tag, 'Target').replace(/^(?:\/?xl\/|\.\/)?/, 'xl/'),
    ]),
  );
  return new Map(
    [...textOf('xl/workbook.xml').matchAll(/<(?:\w+:)?sheet\s[^>]*>/g)].map(([tag]) => [
      attribute(tag, 'name'),
      textOf(targets.get(attribute(tag, '(?:r|\\w+):id')) ?? ''),
    ]),
  );
}

/** Row and column of 'B5', from 0. */
function placeOf(address: string): [row: number, column: number] {
  const [, letters = '', digits = ''] = /^([A-Z]{1,3})(\d{1,7})$/.exec(address) ?? [];
  const column = letters.split('').reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return [Number(digits) - 1, column - 1];
}

function fillMerged(rows: string[][], xml: string): void {
  for (const [tag] of xml.matchAll(/<(?:\w+:)?mergeCell\s[^>]*>/g)) {
    const [from = '', to = ''] = attribute(tag, 'ref').split(':');
    const [[firstRow, firstColumn], [lastRow, lastColumn]] = [placeOf(from), placeOf(to)];
    const text = rows[firstRow]?.[firstColumn] ?? '';
    if (text === '') continue;
    for (const row of rows.slice(firstRow, lastRow + 1)) {
      for (let column = firstColumn; column <= Math.min(lastColumn, row.length - 1); column += 1)
        row[column] = text;
    }
  }
}

/** Cells that show an error, and formulas whose result the file has not, are not empty. */
function markUncomputed(rows: string[][], xml: string): void {
  const errors = xml.matchAll(/<(?:\w+:)?c\s(?=[^>]*\bt="e")[^>]*>/g);
  const formulas = xml.matchAll(
    /<(?:\w+:)?c\s[^>]*[^/]>\s*<(?:\w+:)?f(?:\s[^>]*)?(?:\/>|>[^<]*<\/(?:\w+:)?f>)\s*<\/(?:\w+:)?c>/g,
  );
  for (const [tag] of [...errors, ...formulas]) {
    const [row, column] = placeOf(attribute(tag.slice(0, tag.indexOf('>') + 1), 'r'));
    const cells = rows[row];
    if (cells && column >= 0 && column < cells.length) cells[column] = '#ERRORE';
  }
}
