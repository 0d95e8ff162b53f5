import { type CellValue, readXlsx as readWorkbook, type Sheet } from 'hucre/xlsx';
import type { RosterTables } from '../../../domain/rosters/schema.table.ts';
import { most, refuseFile } from './bounds.ts';
import { boundedWorkbook } from './xlsxParts.ts';

/** Cells outside this range are empty. */
const range = `A1:KN${most.rows}`;

/** The sheets of an .xlsx file as text; merged cells all get the visible text. @throws Error, TaskRefusal */
export async function readXlsx(file: Buffer): Promise<RosterTables['sheets']> {
  const { sheets } = await readWorkbook(boundedWorkbook(file), { range, readStyles: true });
  return sheets.map((sheet) => {
    const rows = sheet.rows.map((row) => row.map(shownCell));
    markUncomputed(rows, sheet);
    markStruck(rows, sheet);
    fillMerged(rows, sheet);
    const hidden = hiddenOf(rows, sheet);
    const isHidden = sheet.hidden === true || sheet.veryHidden === true;
    return { name: sheet.name, rows, ...(hidden && { hidden }), ...(isHidden && { isHidden }) };
  });
}

/** Marks struck-through text, which is no longer valid but still in the table. */
function markStruck(rows: string[][], { cells }: Sheet): void {
  for (const [place, { style }] of cells ?? []) {
    if (style?.font?.strikethrough !== true) continue;
    const [row = 0, column = 0] = place.split(',').map(Number);
    const texts = rows[row];
    const text = texts?.[column] ?? '';
    if (texts && text !== '') texts[column] = `${text} (barrato)`;
  }
}

function hiddenOf(
  rows: readonly string[][],
  { rowDefs, columns }: Sheet,
): RosterTables['sheets'][number]['hidden'] {
  const hidden = {
    rows: [...(rowDefs ?? [])].flatMap(([row, def]) => (def.hidden && row < rows.length ? [row] : [])),
    columns: (columns ?? []).slice(0, most.columns).flatMap((def, column) => (def?.hidden ? [column] : [])),
  };
  return hidden.rows.length + hidden.columns.length > 0 ? hidden : undefined;
}

/** Up to 12 digits with a decimal comma: as a cell shows it, without floating-point noise. */
const shownNumber = (value: number): string => String(Number(value.toPrecision(12))).replace('.', ',');

function shownCell(cell: CellValue): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return shownNumber(cell);
  if (!(cell instanceof Date)) return typeof cell === 'boolean' ? (cell ? 'VERO' : 'FALSO') : cell;
  if (Number.isNaN(cell.getTime())) return '?';
  // fractions of a day are seldom whole seconds
  const [day = '', time = ''] = new Date(Math.round(cell.getTime() / 60_000) * 60_000)
    .toISOString()
    .split('T');
  const clock = time.slice(0, 5);
  // a time alone is stored as a date at the spreadsheet epoch
  if (day < '1905') return clock;
  return clock === '00:00' ? day : `${day} ${clock}`;
}

/** Marks cells with an error, or with a formula whose result is not in the file: they are not empty. */
function markUncomputed(rows: string[][], { cells }: Sheet): void {
  for (const [place, { type, value, formula }] of cells ?? []) {
    if (type !== 'error' && (formula === undefined || value !== null)) continue;
    const [row = 0, column = 0] = place.split(',').map(Number);
    const texts = rows[row];
    if (texts && column < texts.length) texts[column] = '#ERRORE';
  }
}

function fillMerged(rows: string[][], { merges }: Sheet): void {
  let filled = 0;
  for (const { startRow, startCol, endRow, endCol } of merges ?? []) {
    const text = rows[startRow]?.[startCol] ?? '';
    if (text === '') continue;
    for (const row of rows.slice(startRow, endRow + 1)) {
      const end = Math.min(endCol + 1, row.length);
      row.fill(text, startCol, end);
      filled += Math.max(1, end - startCol);
    }
    if (filled > most.cells) throw refuseFile('roster_file_too_large');
  }
}
