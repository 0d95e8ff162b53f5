import type { FastifyReply } from 'fastify';
import type { CsvCell } from '../../../domain/csv.ts';

interface XlsxSheet {
  /** The sheet's name, at most 31 characters. */
  name: string;
  header: readonly string[];
  rows: readonly (readonly CsvCell[])[];
  /** Width of each column, in characters. */
  widths: readonly number[];
}

/**
 * Sends an Excel file with one sheet. Text stays text, whatever it begins with: no cell is ever a formula.
 * @param fileName plain letters, digits and hyphens, such as `turnario-turni-2026-11-20.xlsx`
 */
export async function sendXlsx(
  reply: FastifyReply,
  fileName: string,
  sheet: XlsxSheet,
): Promise<FastifyReply> {
  // loaded on first use: few need it
  const { default: writeXlsx } = await import('write-excel-file/node');
  const head = sheet.header.map((value) => ({ value, type: String, fontWeight: 'bold' as const }));
  const rows = sheet.rows.map((row) => row.map(writtenCell));
  const file = await writeXlsx([head, ...rows], {
    sheet: sheet.name,
    columns: sheet.widths.map((width) => ({ width })),
    stickyRowsCount: 1,
  }).toBuffer();
  return reply
    .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(file);
}

// a character invalid in XML would corrupt the whole file
const forbidden = /(?![\n\t])[\p{Cc}\uFFFE\uFFFF]/gu;

function writtenCell(cell: CsvCell) {
  if (cell === null) return null;
  if (typeof cell === 'number') return { value: cell, type: Number };
  return { value: cell.replaceAll(forbidden, ''), type: String };
}
