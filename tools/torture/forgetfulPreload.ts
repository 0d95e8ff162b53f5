import type FileSystem from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { createNotes } from './forgetful.ts';

// Loaded into a server process, and each of its threads, before the product itself: notes what every write into the
// embedded database's files overwrites, until the file is made safe by fsync. See forgetful.ts.

const { FORGETFUL_FOLDER: folder = '', FORGETFUL_NOTES: file = '' } = process.env;
if (folder === '' || file === '') throw new Error('FORGETFUL_FOLDER and FORGETFUL_NOTES are missing');

const fs = createRequire(import.meta.url)('node:fs') as typeof FileSystem;
const note = createNotes(file);
const real = { ...fs };
const paths = new Map<number, string>();

/** What is about to be overwritten, from `at` on. */
function remember(handle: number, at: number, length: number): void {
  const path = paths.get(handle);
  if (path === undefined) return;
  const { size } = real.fstatSync(handle);
  const old = Buffer.alloc(Math.max(0, Math.min(length, size - at)));
  // the handle may be open for writing only
  const reader = real.openSync(path, 'r');
  real.readSync(reader, old, 0, old.length, at);
  real.closeSync(reader);
  note({ kind: 'written', path, at, old: old.toString('base64'), size });
}

const isKept = (path: unknown): path is string => typeof path === 'string' && path.startsWith(folder);

Object.assign(fs, {
  openSync: (...call: Parameters<typeof fs.openSync>): number => {
    const handle = real.openSync(...call);
    if (isKept(call[0])) paths.set(handle, call[0]);
    return handle;
  },
  closeSync: (handle: number): void => {
    paths.delete(handle);
    real.closeSync(handle);
  },
  writeSync: (handle: number, bytes: Uint8Array, offset: number, length: number, at: number): number => {
    remember(handle, at, length);
    return real.writeSync(handle, bytes, offset, length, at);
  },
  ftruncateSync: (handle: number, length = 0): void => {
    remember(handle, length, Number.MAX_SAFE_INTEGER);
    real.ftruncateSync(handle, length);
  },
  truncateSync: (path: string, length = 0): void => {
    const handle = fs.openSync(path, 'r+');
    fs.ftruncateSync(handle, length);
    fs.closeSync(handle);
  },
  fsyncSync: (handle: number): void => {
    real.fsyncSync(handle);
    const path = paths.get(handle);
    if (path !== undefined) note({ kind: 'synced', path });
  },
  renameSync: (from: string, to: string): void => {
    real.renameSync(from, to);
    if (isKept(from)) note({ kind: 'moved', path: from, to });
  },
  unlinkSync: (path: string): void => {
    real.unlinkSync(path);
    if (isKept(path)) note({ kind: 'removed', path });
  },
});
syncBuiltinESMExports();
