import type { RosterTables } from '../../../domain/rosters/schema.table.ts';
import { TaskRefusal } from '../../platform/child/answerParent.ts';
import { most, refuseFile } from './bounds.ts';
import { readCsv } from './csvTable.ts';

/** Signatures of PDFs and pictures, which people mistake for tables. */
const otherKinds = ['%PDF', '\xff\xd8\xff', '\x89PNG', 'GIF8'];

/** The sheets of an .xlsx file, or the table in a text file. @throws TaskRefusal */
export async function tablesOf(file: Buffer): Promise<RosterTables> {
  const signature = file.toString('latin1', 0, 4);
  // the old .xls format, or an .xlsx with a password
  if (signature === '\xd0\xcf\x11\xe0') throw refuseFile('roster_file_old');
  if (otherKinds.some((kind) => signature.startsWith(kind))) throw refuseFile('roster_file_other_kind');
  const sheets =
    signature === 'PK\x03\x04' ? await readWorkbook(file) : [{ name: '', rows: readCsv(file, most.rows) }];
  const trimmed = sheets.map((sheet) => ({ ...sheet, rows: sheet.rows.map(trimmedRow) }));
  const filled = trimmed.filter(({ rows }) => rows.some((row) => row.length > 0));
  if (filled.length === 0) {
    throw refuseFile(file.includes('xl/media/') ? 'roster_file_pictures' : 'roster_file_empty');
  }
  const rows = filled.flatMap((sheet) => sheet.rows);
  const texts = rows.flat();
  const isTooLarge =
    filled.length > most.sheets ||
    rows.length > most.rows ||
    texts.length > most.cells ||
    texts.reduce((sum, text) => sum + text.length, 0) > most.characters ||
    rows.some((row) => row.length > most.columns);
  if (isTooLarge) throw refuseFile('roster_file_too_large');
  return { sheets: filled };
}

async function readWorkbook(file: Buffer): Promise<RosterTables['sheets']> {
  // loaded only for workbooks
  const { readXlsx } = await import('./xlsxTable.ts');
  try {
    return await readXlsx(file);
  } catch (error) {
    throw error instanceof TaskRefusal ? error : refuseFile('roster_file_unreadable');
  }
}

function trimmedRow(row: readonly string[]): string[] {
  const texts = row.map((text) => text.trim().slice(0, most.cellCharacters));
  return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1);
}
