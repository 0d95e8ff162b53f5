import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { ignoredOf } from './findMapping.ts';
import { isAsked } from './mapping.ts';
import { readOwnRow } from './ownRow.ts';
import { type Reading, type ReadingInput, readRoster } from './reading.ts';
import type { Table } from './table.ts';

const today = '2026-11-27';
const colleagues = ['Piero Rossi', 'Lea Bruni', 'Ugo Conti', 'Marco Bianchi', 'Giovanni Di Mauro'].map(
  (name) => ({ id: name, name }),
);
const tableOf = (file: string): Table => {
  const text = readFileSync(new URL(`../../../tests/data/tables/${file}`, import.meta.url), 'utf8');
  return parse(text, {
    delimiter: file.endsWith('.csv') ? ';' : '\t',
    relax_column_count: true,
    skip_empty_lines: false,
  });
};
const read = (table: string | Table, given: Partial<ReadingInput> = {}): Reading =>
  readRoster({
    table: typeof table === 'string' ? tableOf(table) : table,
    names: [],
    edits: {},
    colleagues,
    facts: { variant: 'standard', usual: [], remembered: {}, answers: {} },
    who: {},
    today,
    ...given,
  });

type Duty = {
  startTime: string;
  endTime: string;
  secondStartTime?: string | null;
  secondEndTime?: string | null;
  workLocation?: string;
};
const timesOf = ({ startTime, endTime, secondStartTime, secondEndTime, workLocation }: Duty): string =>
  `${workLocation === 'smart_working' ? 'SW ' : ''}${startTime}-${endTime}${secondStartTime ? ` ${secondStartTime}-${secondEndTime}` : ''}`;

/** 'Piero Rossi 2026-12-01 06:00-14:00', of everybody who would be loaded. */
const loaded = ({ roster }: Reading): string[] =>
  (roster?.people ?? []).flatMap(({ userId, days }) =>
    days.map(({ day, duty }) => `${userId} ${day} ${duty ? timesOf(duty) : 'no'}`),
  );
const asked = ({ legend }: Reading): string[] =>
  legend.filter(({ meaning }) => meaning === null).map(({ text }) => text);
const ownDays = (file: string | Table): string[] =>
  readOwnRow({
    table: typeof file === 'string' ? tableOf(file) : file,
    names: [],
    edits: {},
    me: { id: 'me', name: 'Piero Rossi' },
    said: undefined,
    facts: { variant: 'standard', usual: [], remembered: {}, answers: {} },
    today,
  }).drafts.map(
    (draft) => `${draft.date} ${'startTime' in draft ? timesOf(draft as Duty) : draft.workLocation}`,
  );

test('x', () => {
  const out: unknown[] = [];
  for (const f of [
    '01-year-in-other-words.tsv',
    '01-year-in-own-cell.tsv',
    '02-list-code-and-times.csv',
    '03-list-two-pairs.csv',
    '04-holiday-head.tsv',
    '06-compound-surname.tsv',
    '07-proposals.tsv',
    '08-more-than-62-days.csv',
    '09-transposed.csv',
    '11-date-with-time.csv',
    '12-two-lines-a-person.tsv',
    '13-in-out-columns.tsv',
    '14-week-without-dates.tsv',
    '15-post-by-day.tsv',
    '17-plain-text.txt',
    '19-own-export.csv',
    '22-lengths.tsv',
    '24-break-column.csv',
    '26-weekday-before-date.csv',
  ]) {
    const r = read(f);
    out.push(
      f,
      r.mapping.shape,
      r.mapping.isTurned,
      r.mapping.month,
      r.mapping.problem,
      JSON.stringify(r.mapping.columns).slice(0, 300),
      JSON.stringify(r.mapping.rows),
      r.span,
      r.needsPeriod,
      '\n',
      loaded(r).slice(0, 12),
      'ASKED',
      asked(r),
      r.names.map((n) => n.name + ':' + n.certainty),
      JSON.stringify(ignoredOf(r.table, r.mapping)),
      'OWN',
      ownDays(f).slice(0, 8),
    );
  }
  throw new Error(out.map(String).join('\n'));
});
