import { expect, test } from 'vitest';
import type { Deed, Entry } from './journal.ts';
import { openLedger, withoutNotes } from './ledger.ts';

const day = '2027-01-20';
const duty = { workLocation: 'libero', startTime: null, endTime: null };
const record = (mark: string): Deed => ({ what: 'record', day, mark, duty });
const edit = (mark: string): Deed => ({ what: 'edit', day, mark, duty, shiftId: 's' });
const remove: Deed = { what: 'delete', day, shiftId: 's' };

function followed(...calls: [Deed, Entry['outcome'], string?][]) {
  const ledger = openLedger();
  const said = calls.map(([deed, outcome, code = ''], number) =>
    ledger.follow({ number, personId: 'ada', deed, outcome, status: 0, code, madeId: '', took: 0 }),
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

test('a swap of holidays may leave either of the two without an entry, or with one that has no notes', () => {
  const holidays: Deed = { what: 'confirm', requestId: 'r', accepterId: 'bruno', days: [day] };
  const swapped = followed([record('one'), 'done'], [holidays, 'done']);
  expect(['one', withoutNotes, null, 'two'].map(swapped.allows)).toEqual([true, true, true, false]);
  const unknown = followed([record('one'), 'done'], [holidays, 'unknown'], [edit('two'), 'done']);
  expect(['two', 'one', withoutNotes, null].map(unknown.allows)).toEqual([true, false, false, false]);
  const refused = followed([record('one'), 'done'], [holidays, 'refused']);
  expect(['one', withoutNotes, null].map(refused.allows)).toEqual([true, false, false]);
  const shifts = followed([record('one'), 'done'], [{ ...holidays, days: [] }, 'done']);
  expect(['one', withoutNotes, null].map(shifts.allows)).toEqual([true, false, false]);
});
