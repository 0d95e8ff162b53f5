import { createElement } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { stubStorage } from '../../../tests/support/fakes.ts';
import { renderHook } from '../../../tests/support/hooks.ts';
import type { PlannedDuty } from '../../domain/shifts/duty.ts';
import type { Session } from '../../domain/users/schema.ts';
import { SignedInContext } from '../auth/session.ts';
import { readCachedCalendar, setCacheOwner } from '../data/cachedCalendar.ts';
import type { RosterSource } from '../rosters/load/useRosterReading.ts';
import { useOwnRow } from './useOwnRow.ts';

const today = '2026-12-03';
const session = {
  user: { id: 'mario', firstName: 'Mario', lastName: 'Rossi' },
  worksite: { variant: 'standard' },
} as Session;

beforeEach(() => {
  const stored = new Map<string, string>();
  stubStorage(stored);
  setCacheOwner(session);
});

const heads = ['', '1', '2', '3', '4', '5', '6'];
const mario = ['ROSSI MARIO', '6-14', 'Ferie', '6-14', 'Riposo', 'Z', '14-22'];
const squad = ['Squadra B', '14-22', '14-22', '14-22', '14-22', '14-22', '14-22'];
const sheetOf = (name: string, ...rows: string[][]) => ({ name, rows: [heads, ...rows] });
const sourceOf = (...sheets: ReturnType<typeof sheetOf>[]): RosterSource => ({
  name: 'turni.xlsx',
  sheets,
});
const december = sourceOf(sheetOf('Dicembre 2026', mario, squad));
/** A file whose first column is not recognised. */
const unknown = sourceOf({ name: 'Dicembre 2026', rows: [['Chi', ...heads.slice(1)], mario, squad] });
const layout = { columns: [{ head: 'chi', as: 'name' }] };

async function open(duties: PlannedDuty[] = [], of = session) {
  const given = { duties, today };
  const hook = await renderHook(
    () => useOwnRow(given.duties, given.today),
    (children) => createElement(SignedInContext, { value: of }, children),
  );
  const { now, act } = hook;
  return {
    ...hook,
    /** Days to be recorded: '04 libero'. */
    drafts: () =>
      now().drafts.map(
        ({ date, startTime, workLocation }) => `${date.slice(5)} ${startTime ?? workLocation}`,
      ),
    openFile: (source = december) => act(() => now().open(source)),
  };
}

test('reads the own row of a file; past days are only counted', async () => {
  const { now, drafts, openFile } = await open();
  await openFile();
  expect(now().read?.name).toBe('ROSSI MARIO');
  expect([now().pastDays, drafts()]).toEqual([2, ['12-03 06:00', '12-04 libero', '12-06 14:00']]);
});

test('the meaning of a letter is asked once and applies to all files', async () => {
  const { now, act, drafts, openFile } = await open();
  await openFile();
  await act(() => now().answer({ Z: { kind: 'off', absence: 'malattia' } }));
  await act(() => now().answer({ Y: { kind: 'skip' } }));
  expect(drafts()).toContain('12-05 malattia');
  expect(Object.keys(now().answers)).toEqual(['Z', 'Y']);
  await openFile(sourceOf(sheetOf('Gennaio 2027', mario)));
  expect(drafts()).toContain('01-05 malattia');
});

test('the own row is chosen per sheet', async () => {
  const { now, act, drafts, openFile } = await open();
  await openFile(sourceOf(sheetOf('Dicembre 2026', mario, squad), sheetOf('Gennaio 2027', mario, squad)));
  await act(() => now().say('Squadra B'));
  expect([now().read?.name, drafts()[0]]).toEqual(['Squadra B', '12-03 14:00']);
  await act(() => now().edit({ columns: { 6: 'ignore' } }));
  await act(() => now().edit({ ...now().edits, month: '2027-02' }));
  expect(now().edits).toEqual({ columns: { 6: 'ignore' }, month: '2027-02' });
  expect(drafts().at(-1)).toBe('02-05 14:00');
  await act(() => now().choose(1));
  expect([now().read?.name, drafts()[0], now().edits]).toEqual(['ROSSI MARIO', '01-01 06:00', {}]);
});

test('the answers apply to the next file on this device, for the same person only', async () => {
  const first = await open();
  await first.openFile(unknown);
  expect(first.drafts()).toEqual([]);
  await first.act(() => first.now().answer({ Z: { kind: 'off', absence: 'malattia' } }));
  await first.act(() => first.now().edit({ columns: { 0: 'name' } }));
  first.now().remember();
  await first.unmount();
  expect(readCachedCalendar()?.ownRow?.layout).toEqual(layout);

  const next = await open();
  await next.openFile(unknown);
  expect(next.drafts()).toEqual(['12-03 06:00', '12-04 libero', '12-05 malattia', '12-06 14:00']);
  expect([next.now().isRecalled, next.now().edits]).toEqual([true, {}]);
  await next.act(() => next.now().answer({ Y: { kind: 'skip' } }));
  next.now().remember();
  expect(Object.keys(readCachedCalendar()?.ownRow?.legend ?? {})).toEqual(['Z', 'Y']);
  await next.unmount();

  const other = await open([], { ...session, user: { ...session.user, id: 'luca' } });
  await other.openFile();
  expect(other.drafts()).toEqual(['12-03 06:00', '12-04 libero', '12-06 14:00']);
});

test('a row without headings does not affect the columns of other files', async () => {
  const first = await open();
  await first.openFile(unknown);
  await first.act(() => first.now().edit({ columns: { 0: 'name' } }));
  first.now().remember();
  await first.unmount();
  const { now, act, drafts, openFile } = await open();
  await openFile({ name: '', sheets: [{ name: '', rows: [mario] }] });
  expect(now().read?.needsFirstDay).toBe(true);
  await act(() => now().edit({ firstDay: '2026-12-04' }));
  expect(drafts()[0]).toBe('12-04 06:00');
  now().remember();
  expect(readCachedCalendar()?.ownRow?.layout).toEqual(layout);
});
