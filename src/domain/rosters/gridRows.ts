import { plainText } from './dayMarks.ts';
import type { Head } from './gridHeads.ts';
import { type Block, type ColumnMeaning, columnsAs, type Edits, type RowMeaning } from './mapping.ts';
import { cellAt, isBlankRow, type Table } from './table.ts';

const totals =
  /^(tot|totale|totali|somma|presenti|presenze|copertura|fabbisogno|legenda|nota|note|firma|data|ore|numero|n\.?)\b/;

/** Whether a text in a name column is not a name: a total, a legend, a signature. */
export const isNobody = (text: string): boolean =>
  text.includes('=') || totals.test(plainText(text)) || !/\p{L}/u.test(text);

/** Zeros and dashes in a second line have no meaning. */
export const saysNothing = (text: string): boolean => /^(0|-+)?$/.test(text);

/** The meaning of each grid row: heads, a person's row, a second line of the person above, or ignored. */
export function gridRows(
  table: Table,
  heads: readonly Head[],
  blocks: readonly Block[],
  columns: readonly ColumnMeaning[],
  { rows: said = {} }: Edits,
): RowMeaning[] {
  const meanings: RowMeaning[] = table.map(() => 'ignore');
  for (const row of heads.flatMap((head) => head.rows)) meanings[row] = 'head';
  const labels = columnsAs(columns, 'surname', 'name', 'code');
  for (const block of blocks) {
    let above: readonly string[] | null = null;
    for (let row = block.from; row < block.to; row += 1) {
      const cells = [...block.days.keys()].map((column) => cellAt(table, row, column));
      const name = labels
        .map((column) => cellAt(table, row, column))
        .join(' ')
        .trim();
      const meaning =
        said[row] ?? rowMeaning(table, row, { name, cells, above, block, isUnknown: labels.length === 0 });
      meanings[row] = meaning;
      if (meaning !== 'data') above = name === '' && !isBlankRow(cells) && isNumbers(cells) ? above : null;
      else if (name !== '') above = cells;
    }
  }
  return meanings;
}

interface RowFacts {
  name: string;
  cells: readonly string[];
  /** The cells of the person above, without an empty row between. */
  above: readonly string[] | null;
  block: Block;
  /** There is no known name column. */
  isUnknown: boolean;
}

function rowMeaning(
  table: Table,
  row: number,
  { name, cells, above, block, isUnknown }: RowFacts,
): RowMeaning {
  if (isBlankRow(cells)) return 'ignore';
  if (isUnknown) return (table[row] ?? []).some((text) => text.includes('=')) ? 'ignore' : 'data';
  if (name !== '') return isNobody(name) || isLegend(name, cells) ? 'ignore' : 'data';
  // empty before the days: the row continues that of the person above
  const first = Math.min(...block.days.keys());
  const isUnlabelled = isBlankRow((table[row] ?? []).slice(0, first));
  return above && isUnlabelled && !isCount(cells, above) ? 'data' : 'ignore';
}

/** 'M | 6-14', 'F | congedo' below the people. */
const isLegend = (name: string, cells: readonly string[]): boolean => {
  const filled = cells.filter((text) => text !== '');
  return name.length <= 3 && filled.length === 1 && /\d ?[-–:] ?\d|\p{L}{4,}/u.test(filled[0] ?? '');
};

const isNumber = (text: string): boolean => /^\d+([.,]\d+)?$/.test(text);
const isNumbers = (cells: readonly string[]): boolean => cells.every((text) => text === '' || isNumber(text));

/** Whether a row of plain numbers below a person's shifts counts them or their hours. */
function isCount(cells: readonly string[], above: readonly string[]): boolean {
  return isNumbers(cells) && above.every((text) => text === '' || !isNumber(text));
}
