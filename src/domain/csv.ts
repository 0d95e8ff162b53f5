/** One value of a CSV file; null is an empty cell. */
export type CsvCell = string | number | null;

/** The BOM by which Excel recognises UTF-8. */
export const csvStart = '\uFEFF';

// What spreadsheets take for a formula (OWASP, CSV injection), including full-width signs and leading blanks; quotes
// are doubled anyway.
const formulaStart = /^["\s]*[=+\-@＝＋－＠]|^[\t\r\n]/;
/** The same within a text: programs set to another separator split there, ignoring quotes. */
const laterFormulaStart = /(?<=[,;|\t\r\n]["\s]*)(?=[=+\-@＝＋－＠])/g;

/** More digits than this are displayed as a power of ten, and more than 15 lose precision. */
const mostPlainDigits = 11;

const isChangedNumber = (text: string): boolean =>
  /^\d+$/.test(text) && (text.length > mostPlainDigits || (text.length > 1 && text.startsWith('0')));

/**
 * A CSV line for Italian Excel: semicolons, CRLF.
 *
 * - Text that a spreadsheet would run as a formula gets an apostrophe before it; also after characters that other
 * spreadsheets take for the end of a cell (`ciao,=1+1`).
 * - Digits that a spreadsheet would change (a leading zero, more than 11 digits) are written as a formula of their
 * text, `="007"`, to preserve them.
 */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(writeCell).join(';')}\r\n`;

function writeCell(cell: CsvCell): string {
  if (cell === null) return '';
  // a decimal comma for Italian; no thousands separators
  if (typeof cell === 'number') return String(cell).replace('.', ',');
  if (isChangedNumber(cell)) return `"=""${cell}"""`;
  const disarmed = cell.replaceAll(laterFormulaStart, "'");
  const text = formulaStart.test(cell) ? `'${disarmed}` : disarmed;
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
