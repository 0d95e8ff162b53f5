/** The cells of a sheet as text, row by row; rows may be of different lengths. */
export type Table = readonly (readonly string[])[];

export const cellAt = (table: Table, row: number, column: number): string =>
  table[row]?.[column]?.trim() ?? '';

export const widthOf = (table: Table): number => table.reduce((most, row) => Math.max(most, row.length), 0);

export const columnsOf = (table: Table): number[] =>
  Array.from({ length: widthOf(table) }, (_, column) => column);

export const isBlankRow = (row: readonly string[]): boolean => row.every((text) => text.trim() === '');

/** Transposes a table. */
export const turned = (table: Table): Table =>
  columnsOf(table).map((column) => table.map((_, row) => cellAt(table, row, column)));

/** Parses tab-separated text as copied from spreadsheets; quoted cells may contain lines and tabs. */
export function pastedTable(text: string): string[][] {
  const rows: string[][] = [[]];
  const cells = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r?\n|\r|$)/y;
  while (cells.lastIndex < text.length) {
    const found = cells.exec(text);
    if (!found) return text.split(/\r?\n/).map((line) => line.split('\t'));
    rows.at(-1)?.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] !== '\t' && cells.lastIndex < text.length) rows.push([]);
  }
  return rows;
}
