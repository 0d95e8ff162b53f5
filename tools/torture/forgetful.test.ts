import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createNotes, forgetUnsynced, type Note } from './forgetful.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnario-forgetful-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = (name: string): string => join(folder, name);
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Forgets after these notes. */
function forget(...notes: Note[]): number {
  notes.forEach(createNotes(file('notes')));
  return forgetUnsynced(file('notes'));
}

test('writes that no fsync followed are put back, the last one first', () => {
  writeFileSync(file('log'), 'abCDEF');
  const path = file('log');
  const forgotten = forget(
    { kind: 'written', path, at: 0, old: base64('xy'), size: 2 },
    { kind: 'synced', path },
    { kind: 'written', path, at: 2, old: '', size: 2 },
    { kind: 'written', path, at: 2, old: base64('cd'), size: 4 },
  );
  expect(forgotten).toBe(2);
  expect(readFileSync(path, 'utf8')).toBe('ab');
});

test('a file keeps what is not safe under its new name, and a removed one has nothing to put back', () => {
  writeFileSync(file('new'), 'AB');
  const [path, to, gone] = [file('old'), file('new'), file('gone')];
  forget(
    { kind: 'written', path, at: 0, old: base64('ab'), size: 2 },
    { kind: 'written', path: gone, at: 0, old: base64('x'), size: 1 },
    { kind: 'moved', path, to },
    { kind: 'removed', path: gone },
  );
  expect(readFileSync(to, 'utf8')).toBe('ab');
});

test('a note that was cut off with its process announces a write that never came', () => {
  const path = file('log');
  writeFileSync(path, 'B');
  createNotes(file('notes'))({ kind: 'written', path, at: 0, old: base64('A'), size: 1 });
  writeFileSync(file('notes'), '{"kind":"written","pa', { flag: 'a' });
  expect(forgetUnsynced(file('notes'))).toBe(1);
  expect(readFileSync(path, 'utf8')).toBe('A');
  // the next process begins with nothing to forget
  expect(forgetUnsynced(file('notes'))).toBe(0);
});
