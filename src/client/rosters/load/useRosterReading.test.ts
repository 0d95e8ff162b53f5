import { expect, test } from 'vitest';
import { renderHook } from '../../../../tests/support/hooks.ts';
import { colleagueOf } from '../../../../tests/support/rosterTables.ts';
import { withoutAccount } from '../../../domain/rosters/reading.ts';
import type { RosterSetup } from '../../../domain/rosters/schema.answers.ts';
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
Chi | 1 | 2 | 3 | 4 | 5 | 6
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
    month: () => hook.now().reading.layout.month,
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

test('what is said of rows and columns holds for its sheet alone, one thing besides the other', async () => {
  const { now, act, month, change } = await open(ofSheets('Foglio1', 'Foglio2'));
  expect(now().reading.layout.problem).toBe('no_month');
  await act(() => now().correct({ month: '2027-02' }));
  expect(month()).toBe('2027-02');
  await act(() => now().correct({ ignoredColumns: [6] }));
  expect(now().corrections).toEqual({ month: '2027-02', ignoredColumns: [6] });
  expect(now().reading.people[0]?.cells).toHaveLength(5);
  await change({ sheet: 1 });
  expect([now().corrections, month()]).toEqual([{}, null]);
  await act(() => now().correct({ month: '2027-03' }));
  await change({ sheet: 0 });
  expect(month()).toBe('2027-02');
  expect(now().isRecalled).toBe(false);
});

test('what cells and names mean is said once for all sheets, and remembered over what was known', async () => {
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

test('the colleagues of the worksite are found by their names, and by what was said of earlier files', async () => {
  const squad = { name: 'squadra b', userId: lucia, withoutAccount: false, others: [] };
  const { now } = await open(undefined, { names: [squad] });
  expect(now().reading.people.map(({ userId }) => userId)).toEqual([mario, lucia]);
});

test('rows and columns are read as in an earlier file until that is forgotten', async () => {
  const { now, act, change } = await open(undefined, {
    layout: { ignoredColumns: [{ column: 6, head: '6' }] },
  });
  expect(now().corrections).toEqual({ ignoredColumns: [6] });
  expect([now().isRecalled, now().reading.people[0]?.cells.length]).toEqual([true, 5]);
  expect(now().remembered.layout).toEqual({ ignoredColumns: [{ column: 6, head: '6' }] });
  await act(() => now().forget());
  expect([now().isRecalled, now().reading.people[0]?.cells.length]).toEqual([false, 6]);
  expect(now().remembered.layout).toEqual({});
  await change({ setup: { ...setup, layout: 'of a version that nobody knows' } });
  expect(now().corrections).toEqual({});
});
