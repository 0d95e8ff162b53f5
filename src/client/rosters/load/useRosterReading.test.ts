import { expect, test } from 'vitest';
import { renderHook } from '../../../../tests/support/hooks.ts';
import { colleagueOf } from '../../../../tests/support/rosterTables.ts';
import { addDays } from '../../../domain/calendar/day.ts';
import { withoutAccount } from '../../../domain/rosters/readNames.ts';
import type { RosterSetup } from '../../../domain/rosters/schema.answers.ts';
import { sheetToOpen } from '../../../domain/rosters/sheets.ts';
import { pastedTable, type Table } from '../../../domain/rosters/table.ts';
import { type RosterSource, useRosterReading } from './useRosterReading.ts';

const today = '2026-11-23';
const people = [0, 1].map((index) => {
  const { id, name } = colleagueOf(index);
  const [firstName = '', lastName = ''] = name.split(' ');
  return { id, firstName, lastName };
});
const [mario, lucia] = people.map(({ id }) => id) as [string, string];
const setup: RosterSetup = {
  worksite: { id: 'w1', name: 'Tiburtina', variant: 'standard' },
  people,
  usualDuties: [],
  legend: null,
  layout: null,
  names: [],
  mode: 'proposta',
};
const tableOf = (text: string): Table => pastedTable(text.trim().replace(/ *\| */g, '\t'));
const rows = tableOf(`
Nome | 1 | 2 | 3 | 4 | 5 | 6
Rossi M. | 6-14 | Z | 6-14 | 6-14 | Z | Z
Squadra B | 6-14 | 6-14 | Z | Z | 6-14 | 6-14`);
const ofSheets = (...names: string[]): RosterSource => ({
  name: 'turni.xlsx',
  sheets: names.map((name) => ({ name, rows })) as RosterSource['sheets'],
});

/** A file that is read; the sheet, what is known of earlier files and the day can change while it is. */
async function open(source = ofSheets('Dicembre 2026'), given: Partial<RosterSetup> = {}) {
  const now = { source, sheet: 0, setup: { ...setup, ...given }, today };
  const hook = await renderHook(() => useRosterReading(now.setup, now.source, now.sheet, now.today));
  return {
    ...hook,
    change: (changes: Partial<typeof now>) =>
      hook.act(() => {
        Object.assign(now, changes);
        // what is said of nothing draws it anew
        hook.now().answer({});
      }),
    /** Days of the first row, each with what it means. */
    read: () =>
      hook
        .now()
        .reading.people[0]?.cells.map(({ day, meaning }) => `${day} ${meaning ? meaning.kind : 'open'}`),
    month: () => hook.now().reading.mapping.month,
  };
}

test.each<[string, RosterSource]>([
  ['sheet', ofSheets('Dicembre 2026')],
  ['file', { ...ofSheets('Foglio1'), name: 'dicembre 2026.xlsx' }],
])('the month stands in the name of the %s', async (_where, source) => {
  const { now, month, read } = await open(source);
  expect(month()).toBe('2026-12');
  expect(read()?.slice(0, 2)).toEqual(['2026-12-01 work', '2026-12-02 open']);
  expect(now().isRecalled).toBe(false);
});

test('another sheet is read by its own name, the same sheet of another file by that', async () => {
  const { month, change } = await open(ofSheets('Dicembre 2026', 'Gennaio 2027'));
  await change({ sheet: 1 });
  expect(month()).toBe('2027-01');
  const { sheets } = ofSheets('Foglio1');
  await change({ sheet: 0, source: { name: 'febbraio 2027.xlsx', sheets } });
  expect(month()).toBe('2027-02');
  await change({ source: { name: 'marzo 2027.xlsx', sheets } });
  expect(month()).toBe('2027-03');
});

test('answers about rows and columns apply only to their sheet', async () => {
  const { now, act, month, change } = await open(ofSheets('Foglio1', 'Foglio2'));
  expect(now().reading.mapping.problem).toBe('no_month');
  await act(() => now().edit({ month: '2027-02' }));
  expect(month()).toBe('2027-02');
  await act(() => now().edit({ ...now().edits, columns: { 6: 'ignore' } }));
  expect(now().edits).toEqual({ month: '2027-02', columns: { 6: 'ignore' } });
  expect(now().reading.people[0]?.cells).toHaveLength(5);
  await change({ sheet: 1 });
  expect([now().edits, month()]).toEqual([{}, null]);
  await act(() => now().edit({ month: '2027-03' }));
  await change({ sheet: 0 });
  expect(month()).toBe('2027-02');
  expect(now().isRecalled).toBe(false);
});

test('meanings of cells and names apply to all sheets and override remembered ones', async () => {
  const off = { kind: 'off' } as const;
  const known = { name: 'esposito', userId: null, withoutAccount: false, others: [] };
  const { now, act, read, change } = await open(ofSheets('Dicembre 2026', 'Gennaio 2027'), {
    legend: { X: { kind: 'skip' } },
    names: [known],
  });
  await act(() => now().answer({ Z: off }));
  expect(read()?.slice(0, 2)).toEqual(['2026-12-01 work', '2026-12-02 off']);
  await act(() => now().answer({ Y: { kind: 'skip' } }));
  expect(now().answers).toEqual({ Z: off, Y: { kind: 'skip' } });
  expect(now().remembered.legend).toEqual({ X: { kind: 'skip' }, Z: off, Y: { kind: 'skip' } });
  await act(() => now().say('Squadra B', lucia));
  await act(() => now().say('Rossi M.', withoutAccount));
  expect(now().who).toEqual({ 'Squadra B': lucia, 'Rossi M.': withoutAccount });
  expect(now().reading.people.map(({ userId }) => userId)).toEqual([null, lucia]);
  await change({ sheet: 1 });
  expect(now().reading.people.map(({ userId }) => userId)).toEqual([null, lucia]);
  expect(read()?.[1]).toBe('2027-01-02 off');
  expect(now().remembered.names?.map(({ userId }) => userId)).toEqual([null, lucia]);
});

test('matches colleagues by name and by answers from earlier files', async () => {
  const squad = { name: 'squadra b', userId: lucia, withoutAccount: false, others: [] };
  const { now } = await open(undefined, { names: [squad] });
  expect(now().reading.people.map(({ userId }) => userId)).toEqual([mario, lucia]);
});

test('columns are read as in an earlier file until that is forgotten', async () => {
  const layout = { columns: [{ head: 'chi', as: 'name' as const }] };
  const chi = rows.map((row) => row.map((text) => (text === 'Nome' ? 'Chi' : text)));
  const source = { name: '', sheets: [{ name: 'Dicembre 2026', rows: chi }] };
  const { now, act, change } = await open(source, { layout });
  expect([now().isRecalled, now().reading.mapping.columns[0]]).toEqual([true, 'name']);
  expect(now().remembered.layout).toEqual(layout);
  await act(() => now().forget());
  expect([now().isRecalled, now().reading.mapping.columns[0]]).toEqual([false, 'asked']);
  expect(now().remembered.layout).toEqual({});
  await change({ setup: { ...setup, layout: 'of a version that nobody knows' } });
  expect(now().edits).toEqual({});
});

test('a workbook with a sheet a month opens with this month’s, or the next one’s; what is hidden never by itself', () => {
  const sheets = ofSheets('Ottobre', 'Novembre', 'Dicembre').sheets;
  expect(sheetToOpen(sheets, '2026', today)).toBe(1);
  expect(sheetToOpen(sheets, '2026', '2026-09-23')).toBe(0);
  const hidden = sheets.map((sheet, index) => ({ ...sheet, isHidden: index < 2 }));
  expect(sheetToOpen(hidden, '2026', today)).toBe(2);
  expect(sheetToOpen([{ name: 'a', isHidden: true }, { name: 'b' }], '', today)).toBe(1);
});

test('which days of a longer file are read is said of its sheet', async () => {
  const days = Array.from({ length: 70 }, (_, index) => addDays('2026-12-01', index));
  const long = [
    ['Nome', ...days],
    ['Rossi M.', ...days.map(() => '6-14')],
  ];
  const source = {
    name: '',
    sheets: [{ name: '', rows: long }, ...ofSheets('Dicembre 2026').sheets],
  };
  const { now, act, change } = await open(source);
  expect([now().reading.needsPeriod, now().reading.roster]).toEqual([true, null]);
  await act(() => now().choosePeriod({ from: '2026-12-01', to: '2027-01-31' }));
  expect(now().reading.roster?.days).toEqual({ from: '2026-12-01', to: '2027-01-31' });
  await change({ sheet: 1 });
  expect(now().period).toBeNull();
});
