import fs, { appendFileSync, closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { z } from 'zod';

// What a power cut does and a killed process does not: writes that were not followed by an fsync are gone. The preload
// (forgetfulPreload.ts) notes what each write overwrites; here it is put back. Names of files are taken to be safe at
// once, as journaling file systems nearly do.

const noteSchema = z.union([
  /** `old` stood at `at` (base64) in a file that was `size` long. */
  z.object({
    kind: z.literal('written'),
    path: z.string(),
    at: z.number(),
    old: z.string(),
    size: z.number(),
  }),
  z.object({ kind: z.literal('synced'), path: z.string() }),
  z.object({ kind: z.literal('moved'), path: z.string(), to: z.string() }),
  z.object({ kind: z.literal('removed'), path: z.string() }),
]);
export type Note = z.infer<typeof noteSchema>;
type Written = Extract<Note, { kind: 'written' }>;

/** Adds to the file of notes; it must not go through what the preload has replaced. */
export const createNotes = (file: string): ((note: Note) => void) => {
  const append = appendFileSync;
  return (note) => append(file, `${JSON.stringify(note)}\n`);
};

/** Puts back what was never made safe, and empties the notes. @returns how many writes were forgotten */
export function forgetUnsynced(file: string): number {
  const unsafe = new Map<string, Written[]>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    // the last line may have been cut off with its process: what it announces was not written yet
    const note = noteSchema.safeParse(parsed(line)).data;
    if (note) follow(unsafe, note);
  }
  for (const [path, writes] of unsafe) putBack(path, writes);
  fs.truncateSync(file);
  return [...unsafe.values()].reduce((sum, writes) => sum + writes.length, 0);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function follow(unsafe: Map<string, Written[]>, note: Note): void {
  const writes = unsafe.get(note.path) ?? [];
  if (note.kind === 'written') {
    writes.push(note);
    unsafe.set(note.path, writes);
    return;
  }
  unsafe.delete(note.path);
  if (note.kind === 'moved') {
    unsafe.delete(note.to);
    if (writes.length > 0) unsafe.set(note.to, writes);
  }
}

function putBack(path: string, writes: readonly Written[]): void {
  if (!fs.existsSync(path)) return;
  const handle = openSync(path, 'r+');
  for (const { at, old, size } of writes.toReversed()) {
    const bytes = Buffer.from(old, 'base64');
    if (bytes.length > 0) writeSync(handle, bytes, 0, bytes.length, at);
    ftruncateSync(handle, size);
  }
  closeSync(handle);
}
