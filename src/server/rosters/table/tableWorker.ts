import { parentPort, workerData } from 'node:worker_threads';
import type { RosterTables } from '../../../domain/rosters/schema.table.ts';
import { readCsv } from './csvTable.ts';
import { readXlsx } from './xlsxTable.ts';
import { TableError } from './zip.ts';

/** What the thread answers: the tables, or the code of a refusal. */
export type TableAnswer = { tables: RosterTables } | { refused: TableError['code'] };

/** 400 people × 62 days as a list, or a year of grids; the answer stays below some megabytes. */
const most = {
  sheets: 40,
  rows: 26_000,
  columns: 300,
  cells: 300_000,
  characters: 4_000_000,
  cellCharacters: 500,
};

async function read(file: Buffer): Promise<RosterTables> {
  const signature = file.toString('latin1', 0, 4);
  // the format before .xlsx, and .xlsx with a password
  if (signature === '\xd0\xcf\x11\xe0') throw new TableError('roster_file_old');
  const sheets =
    signature === 'PK\x03\x04' ? await readXlsx(file) : [{ name: '', rows: readCsv(file, most.rows) }];
  const trimmed = sheets.map(({ name, rows }) => ({ name, rows: rows.map(trimmedRow) }));
  const filled = trimmed.filter(({ rows }) => rows.some((row) => row.length > 0));
  const rows = filled.flatMap((sheet) => sheet.rows);
  const cells = rows.reduce((sum, row) => sum + row.length, 0);
  const characters = rows.reduce(
    (sum, row) => sum + row.reduce((length, text) => length + text.length, 0),
    0,
  );
  const isTooLarge =
    filled.length > most.sheets ||
    rows.length > most.rows ||
    cells > most.cells ||
    characters > most.characters ||
    rows.some((row) => row.length > most.columns);
  if (isTooLarge) throw new TableError('roster_file_too_large');
  return { sheets: filled };
}

function trimmedRow(row: readonly string[]): string[] {
  const texts = row.map((text) => text.trim().slice(0, most.cellCharacters));
  return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1);
}

async function answer(): Promise<TableAnswer> {
  try {
    return { tables: await read(Buffer.from(workerData as Uint8Array)) };
  } catch (error) {
    return { refused: error instanceof TableError ? error.code : 'roster_file_unreadable' };
  }
}

parentPort?.postMessage(await answer());
