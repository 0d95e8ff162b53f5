import { ignoredOf } from '../../src/domain/rosters/findMapping.ts';
import { type Reading, type ReadingInput, readRoster } from '../../src/domain/rosters/reading.ts';
import { pastedTable } from '../../src/domain/rosters/table.ts';

export const colleagues = ['Mario Rossi', 'Lucia Bianchi', 'Niccolò D’Angelo', 'Sara Ricci'].map(
  (name, index) => ({
    id: String(index),
    name,
  }),
);

/** A table as it is pasted, cells at the bars; blank cells mean a day without work. */
export const readText = (text: string, given: Partial<ReadingInput> = {}): Reading =>
  readRoster({
    table: pastedTable(text.trim().replace(/ *\| */g, '\t')),
    names: [],
    edits: {},
    colleagues,
    facts: { variant: 'standard', usual: [], remembered: {}, answers: { '': { kind: 'off' } } },
    who: {},
    today: '2026-11-23',
    ...given,
  });

/** 'D 6-14' by person: what would be loaded. */
export const loaded = ({ roster }: Reading): Record<string, string[]> =>
  Object.fromEntries(
    roster?.people.map(({ userId, days }) => [
      colleagues[Number(userId)]?.name,
      days.map(({ day, duty }) => `${day} ${duty ? `${duty.startTime}-${duty.endTime}` : 'no'}`),
    ]) ?? [],
  );
export const ignoredRows = ({ table, mapping }: Reading): number[] =>
  ignoredOf(table, mapping).rows.map(({ row }) => row);
export const problems = ({ people }: Reading): (string | null)[][] =>
  people.map(({ cells }) => cells.map(({ problem }) => problem));

export const rossi = (from: number, times: string[]): string[] =>
  times.map((time, index) => `2026-12-${String(from + index).padStart(2, '0')} ${time}`);
export const week = ['06:00-14:00', '14:00-22:00', 'no', 'no', '06:00-14:00'];
export const cells = '6-14 | 14-22 | | | 6-14';
