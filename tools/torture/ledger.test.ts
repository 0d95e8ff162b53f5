import { expect, test } from 'vitest';
import type { Operation, Entry } from './journal.ts';
import { openLedger, withoutNotes } from './ledger.ts';

const day = '2027-01-20';
const duty = { workLocation: 'libero', startTime: null, endTime: null } as const;
const record = (mark: string): Operation => ({ what: 'record', day, mark, duty });
const edit = (mark: string): Operation => ({ what: 'edit', day, mark, duty, shiftId: 's' });
const remove: Operation = { what: 'delete', day, shiftId: 's' };

function followed(...calls: [Operation, Entry['outcome'], string?][]) {
  const ledger = openLedger();
  const said = calls.map(([operation, outcome, code = ''], number) =>
    ledger.follow({ number, personId: 'ada', operation, outcome, status: 0, code, madeId: '', took: 0 }),
  );
  const allows = (notes: string | null): boolean => ledger.judge('ada', day, notes) === null;
  return { said: said.filter((line) => line !== null), allows };
}

test('what was acknowledged must be there, and nothing else', () => {
  const { said, allows } = followed([record('one'), 'done'], [edit('two'), 'done']);
  expect(said).toEqual([]);
  expect(['two', 'one', null].map(allows)).toEqual([true, false, false]);
});

test('what was refused must not have happened', () => {
  const { allows } = followed([record('one'), 'done'], [edit('two'), 'refused'], [remove, 'refused']);
  expect(['one', 'two', null].map(allows)).toEqual([true, false, false]);
});

test('what nobody knows may have happened, until the next acknowledged call', () => {
  const unknown = followed([record('one'), 'done'], [edit('two'), 'unknown'], [remove, 'unknown']);
  expect(['one', 'two', null, 'three'].map(unknown.allows)).toEqual([true, true, true, false]);
  const known = followed([record('one'), 'done'], [remove, 'unknown'], [edit('two'), 'done']);
  expect(['one', 'two', null].map(known.allows)).toEqual([false, true, false]);
});

test('an answer that contradicts an earlier one is told at once', () => {
  expect(followed([record('one'), 'done'], [record('two'), 'done']).said).toEqual([
    "call 1: record was acknowledged where there was 'one'",
  ]);
  expect(followed([edit('one'), 'done']).said).toEqual([
    'call 0: edit was acknowledged where there was nothing',
  ]);
  expect(followed([record('one'), 'refused', 'shift_day_taken']).said).toEqual([
    'call 0: record was refused because of an entry that nobody wrote',
  ]);
});

test('a swap of holidays brings and takes entries without notes; what is written stays', () => {
  const holidays: Operation = { what: 'confirm', requestId: 'r', accepterId: 'bruno', days: [day] };
  const all = ['one', withoutNotes, null, 'two'];
  const written = followed([record('one'), 'done'], [holidays, 'done']);
  expect(all.map(written.allows)).toEqual([true, false, false, false]);
  const empty = followed([holidays, 'done']);
  expect(all.map(empty.allows)).toEqual([false, true, true, false]);
  const unknown = followed([record('one'), 'unknown'], [holidays, 'unknown']);
  expect(all.map(unknown.allows)).toEqual([true, true, true, false]);
  const refused = followed([holidays, 'refused']);
  expect(all.map(refused.allows)).toEqual([false, false, true, false]);
  const shifts = followed([{ ...holidays, days: [] }, 'done']);
  expect(all.map(shifts.allows)).toEqual([false, false, true, false]);
});

test('a swap that has no answer yet may show already, and not after it was refused', () => {
  const ledger = openLedger();
  const operation: Operation = { what: 'confirm', requestId: 'r', accepterId: 'ada', days: [day] };
  const entry: Entry = {
    number: 0,
    personId: 'bruno',
    operation,
    outcome: undefined,
    status: 0,
    code: '',
    madeId: '',
    took: 0,
  };
  const allows = (notes: string | null): boolean => ledger.judge('ada', day, notes) === null;
  const all = ['one', withoutNotes, null];
  ledger.begin(entry);
  expect(all.map(allows)).toEqual([false, true, true]);
  const removed = { ...entry, number: 1, personId: 'ada', operation: remove, outcome: 'done' } as const;
  expect(ledger.follow(removed)).toBe(null);
  expect(ledger.follow(Object.assign(entry, { outcome: 'refused' }))).toBe(null);
  expect(all.map(allows)).toEqual([false, false, true]);
});
