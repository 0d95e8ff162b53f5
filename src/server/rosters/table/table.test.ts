import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import writeExcelFile, { type Cell, type SheetData } from 'write-excel-file/node';
import {
  comparison,
  daysTold,
  layouts,
  rosters,
  type Truth,
  type WrittenRoster,
} from '../../../../tests/support/rosterTables.ts';
import { packed, workbookOf, workbookParts } from '../../../../tests/support/workbooks.ts';
import { csvLine } from '../../../domain/csv.ts';
import { readRoster } from '../../../domain/rosters/reading.ts';
import type { TaskRefusal } from '../../platform/child/answerParent.ts';
import { readCsv } from './csvTable.ts';
import { tablesOf } from './tables.ts';
import { readXlsx } from './xlsxTable.ts';

/** A typical spreadsheet: the title merged over all columns, weekends in red, numbers as numbers. */
async function xlsxOf({ sheet, table }: WrittenRoster): Promise<Buffer> {
  const width = Math.max(...table.map((row) => row.length));
  const red = table[3]?.map((text) => text === 'S' || text === 'D') ?? [];
  const data: SheetData = table.map((row, index) => {
    if (row.length > 3 && row.every((text) => text === row[0])) {
      return [{ value: row[0] ?? '', columnSpan: width }, ...row.slice(1).map(() => null)];
    }
    return row.map((text, column): Cell => {
      if (text === '') return null;
      const style = red[column] ? { backgroundColor: '#ff0000' as const } : {};
      if (/^\d+$/.test(text)) return { value: Number(text), type: Number, ...style };
      const date = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text);
      if (date)
        return { value: new Date(`${date[3]}-${date[2]}-${date[1]}`), type: Date, format: 'dd/mm/yyyy' };
      const time = /^(\d\d):00$/.exec(text);
      if (time && index > 1) return { value: Number(time[1]) / 24, type: Number, format: 'hh:mm' };
      return { value: text, ...style };
    });
  });
  return writeExcelFile(data, { sheet }).toBuffer();
}

const csvOf = ({ table }: WrittenRoster): string =>
  table.map((row) => row.map((text) => (/[",\n;]/.test(text) ? `"${text}"` : text)).join(',')).join('\n');

async function readBack(file: Buffer, truth: Truth, written: WrittenRoster) {
  // without a child process, which takes longer to start than to read
  const isXlsx = file.subarray(0, 2).toString('latin1') === 'PK';
  const sheets = isXlsx ? await readXlsx(file) : [{ name: '', rows: readCsv(file, 26_000) }];
  const [sheet, ...others] = sheets;
  if (!sheet) throw new Error('no sheet');
  expect(others).toEqual([]);
  const reading = readRoster({
    table: sheet.rows,
    names: [sheet.name, written.sheet],
    edits: {},
    colleagues: truth.people.map(({ colleague }) => colleague),
    facts: { variant: 'standard', usual: [], remembered: {}, answers: written.legend },
    who: {},
    today: '2026-11-23',
  });
  return comparison(reading, truth);
}

const files = [
  ['.xlsx', xlsxOf],
  ['.csv with commas', async (written: WrittenRoster) => Buffer.from(csvOf(written))],
  [
    '.csv of Excel in Italian',
    async ({ table }: WrittenRoster) => Buffer.from(`\uFEFF${table.map((row) => csvLine(row)).join('')}`),
  ],
  [
    '.csv in Windows-1252',
    async (written: WrittenRoster) =>
      Buffer.from(csvOf(written).replaceAll('–', '-').replaceAll('’', "'"), 'latin1'),
  ],
] as const;
const cases = rosters.flatMap(([name, truth]) =>
  layouts.flatMap(([layout, write]) =>
    files.map(([kind, file]) => [name, layout, kind, truth, write, file] as const),
  ),
);

test('struck-through text is marked; hidden rows and sheets are reported', async () => {
  const file = new URL('../../../../tests/data/tables/21-struck-and-hidden-row.xlsx', import.meta.url);
  const [sheet] = (await tablesOf(await readFile(file))).sheets;
  expect(sheet?.rows[2]?.slice(0, 3)).toEqual(['Rossi Piero', '6-14 (barrato)', '6-14']);
  expect(sheet?.hidden).toEqual({ rows: [3], columns: [] });
  expect(sheet?.isHidden).toBeUndefined();
});

test.each(cases)('%s, written as %s into a %s, is read without a wrong day', async (...given) => {
  const [, , , truth, write, file] = given;
  const written = write(truth);
  const { right, wrong } = await readBack(await file(written), truth, written);
  expect(wrong).toEqual([]);
  expect(right).toBe(daysTold(truth, write));
});

const oneSheet = async (data: SheetData): Promise<string[][]> =>
  (await readXlsx(await writeExcelFile(data, { sheet: 'Uno' }).toBuffer()))[0]?.rows ?? [];

test('days, times and numbers become text as shown in the cell, even hours beyond a day', async () => {
  const day = { value: new Date('2026-12-01'), type: Date, format: 'dddd d' } as const;
  const time = (value: number) => ({ value, type: Number, format: '[h]:mm' }) as const;
  const numbers = [7.5, 8].map((value) => ({ value, type: Number }) as const);
  expect(await oneSheet([[day, time(0), time(0.25), time(1), time(1.25), ...numbers]])).toEqual([
    ['2026-12-01', '00:00', '06:00', '00:00', '06:00', '7,5', '8'],
  ]);
});

test('merged cells repeat their text, even over several rows', async () => {
  const rows = await oneSheet([
    [{ value: 'Nome', rowSpan: 2 }, { value: 'FERIE', columnSpan: 3 }, null, null, { value: 'x' }],
    [null, { value: 'M' }, null, null, { value: 'y' }],
  ]);
  expect(rows).toEqual([
    ['Nome', 'FERIE', 'FERIE', 'FERIE', 'x'],
    ['Nome', 'M', '', '', 'y'],
  ]);
});

test('errors and formulas without a result are not empty cells', async () => {
  const cells =
    '<c r="A1" t="inlineStr"><is><t>Rossi</t></is></c><c r="B1" t="e"><v>#REF!</v></c><c r="C1"><f>A1</f></c><c r="D1"><v>1</v></c><c r="E1" t="str"><f>A1</f><v></v></c>';
  expect(await readXlsx(workbookOf(`<row r="1">${cells}</row>`))).toEqual([
    { name: 'Uno', rows: [['Rossi', '#ERRORE', '#ERRORE', '1', '']] },
  ]);
});

test('empty cells do not count, however far out they are', async () => {
  const rows =
    '<row r="1"><c r="A1"><v>1</v></c><c r="XFD1" s="1"/></row><row r="1048576"><c r="A1048576"/></row>';
  expect(await readXlsx(workbookOf(rows))).toEqual([{ name: 'Uno', rows: [['1']] }]);
});

test('a chart sheet does not prevent reading the others', async () => {
  const parts = workbookParts('<row r="1"><c r="A1"><v>1</v></c></row>');
  const file = workbookOf('<row r="1"><c r="A1"><v>1</v></c></row>', {
    'xl/workbook.xml': parts['xl/workbook.xml']!.replace(
      '</sheets>',
      '<sheet name="Due" sheetId="2" r:id="rId9"/></sheets>',
    ),
    'xl/_rels/workbook.xml.rels': parts['xl/_rels/workbook.xml.rels']!.replace(
      '</Relationships>',
      '<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/chartsheet" Target="chartsheets/sheet1.xml"/></Relationships>',
    ),
    'xl/chartsheets/sheet1.xml': '<chartsheet/>',
  });
  expect(await readXlsx(file)).toEqual([
    { name: 'Uno', rows: [['1']] },
    { name: 'Due', rows: [] },
  ]);
});

test.each([
  ['UTF-16, the high byte first', Buffer.from('\uFEFFPerché;1\r\nà;2', 'utf16le').swap16()],
  ['UTF-16 with tabs', Buffer.from('\uFEFFPerché\t1\r\nà\t2', 'utf16le')],
  ['UTF-8', Buffer.from('\uFEFFPerché;1\r\nà;2')],
  ['Windows-1252', Buffer.from('Perché;1\r\nà;2', 'latin1')],
])('a text in %s keeps its accents', (_, file) => {
  expect(readCsv(file, 10)).toEqual([
    ['Perché', '1'],
    ['à', '2'],
  ]);
});

const megabyte = 1024 * 1024;
/** The archive with a false size for an entry, in the directory and in the entry's header. */
function lying(file: Buffer, name: string, size: number): Buffer {
  file.writeUInt32LE(size, file.indexOf(name) - 30 + 22);
  file.writeUInt32LE(size, file.lastIndexOf(name) - 46 + 24);
  return file;
}
const sheet = 'xl/worksheets/sheet1.xml';
const blanks = (megabytes: number) => workbookOf('', { [sheet]: ' '.repeat(megabytes * megabyte) });
function damaged(): Buffer {
  const file = blanks(1);
  const start = file.indexOf(sheet) + sheet.length;
  return file.fill(0xff, start, start + 16);
}
const row = (cells: string) => workbookOf(`<row r="1">${cells}</row>`);
const merges = (count: number) =>
  `</sheetData><mergeCells>${'<mergeCell ref="A1:KN26000"/>'.repeat(count)}</mergeCells><sheetData>`;
test.each([
  ['the beginning of an archive', Buffer.from('PK\x03\x04 and nothing more'), 'roster_file_unreadable'],
  ['an archive of something else', packed({ 'a.xml': '<a/>' }), 'roster_file_unreadable'],
  ['an archive whose contents are damaged', damaged(), 'roster_file_unreadable'],
  ['broken XML', workbookOf('<row><c'), null],
  ['the format before .xlsx', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'roster_file_old'],
  ['a PDF', Buffer.from('%PDF-1.7 and more'), 'roster_file_other_kind'],
  ['a picture', Buffer.from('89504e470d0a1a0a', 'hex'), 'roster_file_other_kind'],
  ['nothing but blanks', Buffer.from('\n \n'), 'roster_file_empty'],
  ['a picture in a sheet', workbookOf('', { 'xl/media/image1.png': 'x' }), 'roster_file_pictures'],
  ['a page', Buffer.from('<html><table></table></html>'), 'roster_file_unreadable'],
  ['one endless cell', Buffer.alloc(4_000_000, 'x'), 'roster_file_unreadable'],
  ['a zip bomb', blanks(20), 'roster_file_too_large'],
  ['a zip bomb that says it is small', lying(blanks(100), sheet, 1_000), null],
  [
    'an archive of too many entries',
    workbookOf('', Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`${index}`, '']))),
    'roster_file_too_large',
  ],
  ['too many rows', Buffer.from('a;b\n'.repeat(30_000)), 'roster_file_too_large'],
  ['too many cells', Buffer.from(`${'x;'.repeat(299)}x\n`.repeat(1_100)), 'roster_file_too_large'],
  ['a cell at the far end of a sheet', row('<c r="XFD1048576"><v>1</v></c>'), 'roster_file_too_large'],
  ['a cell where no sheet has any', row('<c r="ZZZZZZ1"><v>1</v></c>'), 'roster_file_too_large'],
  ['a cell of which it is hidden where it is', row(`<c x='<' r="ZZZZZZ1"><v>1</v></c>`), null],
  [
    'cells without a place, beyond the last column',
    row('<c><v>1</v></c>'.repeat(301)),
    'roster_file_too_large',
  ],
  [
    'cells that span much and hold little',
    workbookOf('<row r="26000"><c r="KN26000"/></row>'),
    'roster_file_too_large',
  ],
  [
    'widths of all columns, very often',
    workbookOf('', { [sheet]: `<cols>${'<col min="1" max="16384" width="9"/>'.repeat(30_000)}</cols>` }),
    'roster_file_too_large',
  ],
  [
    'merged cells of the whole sheet, very often',
    workbookOf(
      `<row r="1"><c r="A1"><v>1</v></c></row><row r="9000"><c r="KN9000"><v>1</v></c></row>${merges(5_000)}`,
    ),
    'roster_file_too_large',
  ],
  ['tags that are never closed', workbookOf('<c '.repeat(12_000)), 'roster_file_too_large'],
  ['formulas that are never closed', workbookOf(`<row>${'<c r="A1"><f> '.repeat(3_000)}</row>`), null],
  [
    'elements in elements without end',
    workbookOf('', { 'xl/sharedStrings.xml': '<a>'.repeat(300_000) }),
    'roster_file_unreadable',
  ],
])('%s is no roster', async (_, file, code) => {
  const refused = await tablesOf(file).then(
    () => null,
    (error: TaskRefusal) => error.message,
  );
  if (code !== null) expect(refused).toBe(code);
  else expect([null, 'roster_file_unreadable', 'roster_file_empty']).toContain(refused);
});
