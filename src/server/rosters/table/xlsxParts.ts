import { unzipSync, zipSync } from 'fflate';
import { most, refuseFile } from './bounds.ts';

const mostEntries = 2_000;
const mostUnpackedBytes = 24 * 1024 * 1024;
/** Of what is long; sheets of spreadsheets come to some 15. */
const mostRatio = 200;
const longBytes = 1024 * 1024;
/** Cells that a sheet spans, empty ones included, of all sheets. */
const mostSpanned = 4_000_000;
/** Of widths; each may speak of all columns. */
const mostColumnTags = 2_000;

/** Sheets and what they need: no pictures, charts, remarks, properties. */
const isNeeded = (name: string): boolean =>
  /\.(xml|rels)$/i.test(name) &&
  !/(^|\/)(docProps|customXml|drawings|charts|theme|externalLinks|pivotCache|worksheets\/_rels)\//.test(name);

/**
 * The part of a workbook that is read, as an archive of what was looked at here: the reader cannot be given anything
 * else. Takes time in proportion to what it unpacks.
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
    // a sheet that is a chart is one without cells
    if (name.endsWith('.rels'))
      parts[name] = Buffer.from(text.replace(/\/(chart|dialog)sheet(?=["'])/g, '/worksheet'));
  }
  return zipSync(parts, { level: 0 });
}

/** How many cells the sheet in this text spans; cells with nothing in them may lie further out. */
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

/** Row and column of a cell's tag, from 1. */
function placeOf(tag: string): [row: number, column: number] | null {
  const [, letters, digits] = /\sr=["']([A-Za-z]{1,9})(\d{1,9})["']/.exec(tag) ?? [];
  if (letters === undefined) return null;
  const column = Array.from(letters.toUpperCase()).reduce(
    (sum, letter) => sum * 26 + letter.charCodeAt(0) - 64,
    0,
  );
  return [Number(digits), column];
}
