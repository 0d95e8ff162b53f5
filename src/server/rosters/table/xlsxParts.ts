import { unzipSync, zipSync } from 'fflate';
import { most, refuseFile } from './bounds.ts';

const mostEntries = 2_000;
const mostUnpackedBytes = 24 * 1024 * 1024;
/** Highest compression ratio of long entries; sheets have about 15. */
const mostRatio = 200;
const longBytes = 1024 * 1024;
/** Most cells spanned by all sheets together, including empty ones. */
const mostSpanned = 4_000_000;
/** Most tags of column widths; each may cover all columns. */
const mostColumnTags = 2_000;

/** Whether the reader needs this entry: sheets and their dependencies, not pictures, charts, comments or properties. */
const isNeeded = (name: string): boolean =>
  /\.(xml|rels)$/i.test(name) &&
  !/(^|\/)(docProps|customXml|drawings|charts|theme|externalLinks|pivotCache|worksheets\/_rels)\//.test(name);

/**
 * The needed parts of a workbook, as a new archive of only what was checked here. Takes time in proportion to what it
 * unpacks.
 * @throws TaskRefusal roster_file_too_large, roster_file_unreadable
 */
export function boundedWorkbook(file: Buffer): Uint8Array {
  let entries = 0;
  let bytes = 0;
  const parts = unzipSync(file, {
    filter: ({ name, size, originalSize }) => {
      entries += 1;
      const isBomb = originalSize > longBytes && originalSize > size * mostRatio;
      if (isNeeded(name)) bytes += Math.max(size, originalSize);
      if (entries > mostEntries || bytes > mostUnpackedBytes || (isNeeded(name) && isBomb))
        throw refuseFile('roster_file_too_large');
      return isNeeded(name);
    },
  });
  let spanned = 0;
  for (const [name, content] of Object.entries(parts)) {
    const text = Buffer.from(content).toString('utf8');
    spanned += spanOf(text);
    if (spanned > mostSpanned) throw refuseFile('roster_file_too_large');
    // a chart sheet has no cells
    if (name.endsWith('.rels'))
      parts[name] = Buffer.from(text.replace(/\/(chart|dialog)sheet(?=["'])/g, '/worksheet'));
  }
  return zipSync(parts, { level: 0 });
}

/** How many cells the sheet in this text spans; empty cells may be further out. */
function spanOf(text: string): number {
  let [row, column, rows, columns, cells, widths] = [0, 0, 0, 0, 0, 0];
  for (const [tag, name] of text.matchAll(/<(?:\w{1,20}:)?(row|col|c)(?=[\s/>])[^<>]*/g)) {
    if (name === 'col') widths += 1;
    if (name === 'row') [row, column] = [Number(/\sr=["'](\d{1,9})["']/.exec(tag)?.[1] ?? row + 1), 0];
    if (name !== 'c') continue;
    [row, column] = placeOf(tag) ?? [row, column + 1];
    const isOutside = row > most.rows || column > most.columns;
    cells += 1;
    if (cells > mostSpanned || (isOutside && !tag.endsWith('/'))) throw refuseFile('roster_file_too_large');
    if (isOutside) continue;
    rows = Math.max(rows, row);
    columns = Math.max(columns, column);
  }
  if (widths > mostColumnTags) throw refuseFile('roster_file_too_large');
  return rows * columns;
}

/** Row and column of a cell's tag, one-based. */
function placeOf(tag: string): [row: number, column: number] | null {
  const [, letters, digits] = /\sr=["']([A-Za-z]{1,9})(\d{1,9})["']/.exec(tag) ?? [];
  if (letters === undefined) return null;
  const column = Array.from(letters.toUpperCase()).reduce(
    (sum, letter) => sum * 26 + letter.charCodeAt(0) - 64,
    0,
  );
  return [Number(digits), column];
}
