import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import writeExcelFile, { type Cell, type SheetData } from 'write-excel-file/node';
import { type Caller, callerOf } from '../../../../tests/support/caller.ts';
import {
  comparison,
  daysIn,
  letterGrid,
  shiftList,
  timeGrid,
  type Truth,
  truthOf,
  type WrittenRoster,
} from '../../../../tests/support/rosterTables.ts';
import { startTestServer } from '../../../../tests/support/server.ts';
import { csvLine } from '../../../domain/csv.ts';
import { readRoster } from '../../../domain/rosters/reading.ts';
import { readCsv } from './csvTable.ts';
import { TableReader } from './tableReader.ts';
import { readXlsx } from './xlsxTable.ts';
import { packZip } from './zip.ts';

const server = await startTestServer();
afterAll(() => server.close());

const reader = new TableReader();
const published = (name: string): string =>
  readFileSync(new URL(`../../../../tests/data/${name}-shifts.csv`, import.meta.url), 'utf8');

/** As somebody writes it with a spreadsheet: the title merged over all columns, weekends in red, numbers as numbers. */
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
  // without a thread of its own: it takes longer to start than to read
  const isXlsx = file.subarray(0, 2).toString('latin1') === 'PK';
  const sheets = isXlsx ? await readXlsx(file) : [{ name: '', rows: readCsv(file, 26_000) }];
  const [sheet, ...others] = sheets;
  if (!sheet) throw new Error('no sheet');
  expect(others).toEqual([]);
  const reading = readRoster({
    table: sheet.rows,
    names: [sheet.name, written.sheet],
    corrections: {},
    colleagues: truth.people.map(({ colleague }) => colleague),
    facts: { variant: 'standard', usual: [], remembered: {}, answers: written.legend },
    who: {},
    today: '2026-11-23',
  });
  return comparison(reading, truth);
}

const rosters = [
  ['roster-21', '2026-12-07'],
  ['roster-12', '2026-11-30'],
] as const;
const layouts = [
  ['a grid of letters', letterGrid],
  ['a grid of times', timeGrid],
  ['a list', shiftList],
] as const;
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
  [
    '.txt of Excel in Unicode',
    async ({ table }: WrittenRoster) => {
      const cells = (row: readonly string[]) =>
        row.map((text) => (/["\t\n]/.test(text) ? `"${text}"` : text)).join('\t');
      return Buffer.from(`\uFEFF${table.map(cells).join('\r\n')}`, 'utf16le');
    },
  ],
] as const;
const cases = rosters.flatMap(([name, monday]) =>
  layouts.flatMap(([layout, write]) =>
    files.map(([kind, file]) => [name, layout, kind, monday, write, file] as const),
  ),
);

test.each(cases)('%s, written as %s into a %s, is read without a wrong day', async (...given) => {
  const [name, , , monday, write, file] = given;
  const truth = truthOf(published(name), monday);
  const written = write(truth);
  const { right, wrong } = await readBack(await file(written), truth, written);
  expect(wrong).toEqual([]);
  const told =
    write === shiftList ? truth.people.reduce((sum, { shifts }) => sum + shifts.size, 0) : daysIn(truth);
  expect(right).toBe(told);
});

const oneSheet = async (data: SheetData): Promise<string[][]> =>
  (await readXlsx(await writeExcelFile(data, { sheet: 'Uno' }).toBuffer()))[0]?.rows ?? [];

test('days, times and numbers of cells are text as the cells show it', async () => {
  const day = { value: new Date('2026-12-01'), type: Date, format: 'dddd d' } as const;
  const time = { value: 0.25, type: Number, format: 'hh:mm' } as const;
  expect(await oneSheet([[day, time, { value: 7.5, type: Number }, { value: 8, type: Number }]])).toEqual([
    ['2026-12-01', '06:00', '7,5', '8'],
  ]);
});

test('merged cells have their text everywhere, also over several rows', async () => {
  const rows = await oneSheet([
    [{ value: 'Nome', rowSpan: 2 }, { value: 'FERIE', columnSpan: 3 }, null, null, { value: 'x' }],
    [null, { value: 'M' }, null, null, { value: 'y' }],
  ]);
  expect(rows).toEqual([
    ['Nome', 'FERIE', 'FERIE', 'FERIE', 'x'],
    ['Nome', 'M', '', '', 'y'],
  ]);
});

/** A workbook of one sheet with this XML for its cells. */
function workbook(sheetData: string, more: Record<string, Buffer> = {}): Map<string, Buffer> {
  const head = '<?xml version="1.0" encoding="UTF-8"?>';
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const texts = {
    'xl/workbook.xml': `${head}<workbook ${main} xmlns:r="${relations}"><sheets><sheet name="Uno" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `${head}<worksheet ${main}><sheetData>${sheetData}</sheetData></worksheet>`,
  };
  return new Map([
    ...Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)] as const),
    ...Object.entries(more),
  ]);
}

test('errors and formulas without a result are no empty cells', async () => {
  const cells =
    '<c r="A1" t="inlineStr"><is><t>Rossi</t></is></c><c r="B1" t="e"><v>#REF!</v></c><c r="C1"><f>A1</f></c><c r="D1"><v>1</v></c>';
  const { sheets } = await reader.read(packZip(workbook(`<row r="1">${cells}</row>`)));
  expect(sheets[0]?.rows).toEqual([['Rossi', '#ERRORE', '#ERRORE', '1']]);
});

/** An archive whose sheet unpacks to as many bytes of blanks, and says that it has only a few. */
function bomb(megabytes: number): Buffer {
  const content = Buffer.alloc(megabytes * 1024 * 1024, 0x20);
  const packed = deflateRawSync(content, { level: 9 });
  const file = packZip(workbook('', { 'xl/worksheets/sheet1.xml': packed }));
  const name = 'xl/worksheets/sheet1.xml';
  const [local, listed] = [file.indexOf(name) - 30, file.lastIndexOf(name) - 46];
  file.writeUInt16LE(8, local + 8);
  file.writeUInt16LE(8, listed + 10);
  file.writeUInt32LE(1_000, local + 22);
  file.writeUInt32LE(1_000, listed + 24);
  return file;
}

const refusalOf = (file: Buffer): Promise<unknown> =>
  reader.read(file).then(
    () => null,
    (error: { refusal?: { code: string } }) => error.refusal?.code,
  );

/** An archive that can be listed, but not unpacked. */
function damagedBomb(): Buffer {
  const file = Buffer.from(bomb(1));
  const name = 'xl/worksheets/sheet1.xml';
  const start = file.indexOf(name) + name.length;
  file.fill(0xff, start, start + 16);
  return file;
}

test('a zip bomb is refused, and memory stays as it was', async () => {
  const file = bomb(400);
  expect(file.length).toBeLessThan(500_000);
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5);
  const refused = await refusalOf(file);
  clearInterval(watch);
  expect(refused).toBe('roster_file_too_large');
  expect((most - before) / 1024 / 1024).toBeLessThan(200);
});

test('a sheet of a few bytes with a cell at its far end is refused, and the next file is read', async () => {
  const far = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>';
  expect(await refusalOf(packZip(workbook(far)))).toBe('roster_file_too_large');
  expect((await reader.read(Buffer.from('ok;1'))).sheets).toEqual([{ name: '', rows: [['ok', '1']] }]);
});

test.each([
  ['noise', randomBytes(2_000), null],
  ['the beginning of an archive', Buffer.from('PK\x03\x04 and nothing more'), 'roster_file_unreadable'],
  [
    'an archive of something else',
    packZip(new Map([['a.xml', Buffer.from('<a/>')]])),
    'roster_file_unreadable',
  ],
  ['an archive whose contents are damaged', damagedBomb(), 'roster_file_unreadable'],
  ['broken XML', packZip(workbook('<row><c')), null],
  ['the format before .xlsx', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'roster_file_old'],
  ['a page', Buffer.from('<html><table></table></html>'), 'roster_file_unreadable'],
  ['a picture', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'roster_file_unreadable'],
  ['one endless cell', Buffer.alloc(4_000_000, 'x'), 'roster_file_unreadable'],
  [
    'too many entries in an archive',
    packZip(
      new Map([
        ...workbook(''),
        ...Array.from({ length: 2_000 }, (_, index): [string, Buffer] => [`${index}`, Buffer.alloc(0)]),
      ]),
    ),
    'roster_file_too_large',
  ],
  ['too many rows', Buffer.from('a;b\n'.repeat(30_000)), 'roster_file_too_large'],
  ['too many cells', Buffer.from(`${'x;'.repeat(299)}x\n`.repeat(1_100)), 'roster_file_too_large'],
])('%s is no roster and does no harm', async (_, file, code) => {
  const refused = await refusalOf(file);
  if (code !== null) expect(refused).toBe(code);
  else expect([null, 'roster_file_unreadable']).toContain(refused);
});

test.each([
  ['UTF-16, the high byte first', Buffer.from('\uFEFFPerché;1\r\nà;2', 'utf16le').swap16()],
  ['UTF-16, the low byte first', Buffer.from('\uFEFFPerché;1\r\nà;2', 'utf16le')],
  ['UTF-8', Buffer.from('\uFEFFPerché;1\r\nà;2')],
  ['Windows-1252', Buffer.from('Perché;1\r\nà;2', 'latin1')],
])('a text in %s keeps its accents', (_, file) => {
  expect(readCsv(file, 10)).toEqual([
    ['Perché', '1'],
    ['à', '2'],
  ]);
});

test('files are read one after the other; beyond a few that wait, more are refused at once', async () => {
  const file = Buffer.from('a;b\n1;2');
  const outcomes = await Promise.all(Array.from({ length: 9 }, () => refusalOf(file)));
  expect(outcomes.filter((code) => code === null)).toHaveLength(5);
  expect(outcomes.filter((code) => code === 'roster_reader_busy')).toHaveLength(4);
  expect(await refusalOf(file)).toBeNull();
});

const ask = (caller: Caller, file: Buffer) =>
  caller.call('POST /api/rosters/table', { body: { file: file.toString('base64') } });

test('whoever is signed in may have a file read, but not in somebody else’s account', async () => {
  const file = Buffer.from('a;b\n1;2');
  const giulia = await server.signIn();
  const loader = await server.signIn({ mayLoadShifts: true });
  const ceo = await server.signInCeo();
  expect(await ask(server.nobody, file)).toMatchObject({ status: 401 });
  const answer = {
    status: 200,
    body: {
      sheets: [
        {
          name: '',
          rows: [
            ['a', 'b'],
            ['1', '2'],
          ],
        },
      ],
    },
  };
  expect(await ask(giulia, file)).toMatchObject(answer);
  expect(await ask(loader, file)).toMatchObject(answer);
  expect(await ask(ceo, file)).toMatchObject(answer);
  const entered = await ceo.call('POST /api/ceo/impersonate/:id', { params: { id: loader.id } });
  const acting = callerOf(server.app, server.context.settings, ceo.token, entered.cookies[0]?.value);
  expect((await ask(acting, file)).refusal.code).toBe('not_while_impersonating');
});

test('a person has at most thirty files read in a quarter of an hour; others go on', async () => {
  const giulia = await server.signIn();
  const file = Buffer.from('a;b\n1;2');
  for (let count = 0; count < 30; count += 1) expect((await ask(giulia, file)).status).toBe(200);
  expect((await ask(giulia, file)).refusal.code).toBe('too_many_attempts');
  expect((await ask(await server.signIn(), file)).status).toBe(200);
});

test('a file of 5 MB is taken, a larger one is refused with the reason', async () => {
  const loader = await server.signIn({ mayLoadShifts: true });
  const { status, refusal } = await ask(loader, Buffer.alloc(5 * 1024 * 1024, 'x'));
  expect([status, refusal.code]).not.toContain('body_too_large');
  expect((await ask(loader, Buffer.alloc(6 * 1024 * 1024, 'x'))).status).toBe(413);
});

test('a cell is read as far as anybody reads it', async () => {
  const { sheets } = await reader.read(Buffer.from(`${'x'.repeat(2_000)};M\n`));
  expect(sheets[0]?.rows[0]?.map((text) => text.length)).toEqual([500, 1]);
});
