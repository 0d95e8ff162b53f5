/** One value of a CSV file; null is an empty cell. */
export type CsvCell = string | number | null;

/** How a file begins: the mark by which Excel knows that it is UTF-8. */
export const csvStart = '\uFEFF';

// What a spreadsheet takes for the beginning of a formula (OWASP, CSV injection), full-width signs and leading blanks
// included; a quote is doubled anyway.
const formulaStart = /^["\s]*[=+\-@＝＋－＠]|^[\t\r\n]/;
/** The same within a text: a program set to another separator cuts there, and takes no notice of quotes. */
const laterFormulaStart = /(?<=[,;|\t\r\n]["\s]*)(?=[=+\-@＝＋－＠])/g;

/** More digits than this are shown as a power of ten, more than 15 lose their last ones. */
const mostPlainDigits = 11;

const isChangedNumber = (text: string): boolean =>
  /^\d+$/.test(text) && (text.length > mostPlainDigits || (text.length > 1 && text.startsWith('0')));

/**
 * A line of a CSV file as Excel in Italian opens it: semicolons, CRLF.
 *
 * - Text that a spreadsheet would run as a formula is shown with an apostrophe before it, and never run; the same after
 *   what other spreadsheets take for the end of a cell (`ciao,=1+1`).
 * - Digits that a spreadsheet would change (a leading zero, more than 11 of them) are written as a formula of their own
 *   text, `="007"`, so that they stay as they are.
 */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(writeCell).join(';')}\r\n`;

function writeCell(cell: CsvCell): string {
  if (cell === null) return '';
  // only a fraction needs a comma in Italian; thousands stay unmarked
  if (typeof cell === 'number') return String(cell).replace('.', ',');
  if (isChangedNumber(cell)) return `"=""${cell}"""`;
  const disarmed = cell.replaceAll(laterFormulaStart, "'");
  const text = formulaStart.test(cell) ? `'${disarmed}` : disarmed;
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
