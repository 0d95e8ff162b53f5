import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';

// A backup is gzipped JSON lines: the header, the rows of every table in the header's order (each an array of its
// columns in PostgreSQL's text format, null for NULL), and a footer with the SHA-256 of all preceding lines.

/** A backup cannot be made, read or restored. The message is for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

const tableShape = z.object({
  name: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })).min(1),
  /** The primary key's columns, by which rows are sorted. */
  key: z.array(z.string()),
});

export type TableShape = z.infer<typeof tableShape>;

const header = z.object({
  format: z.literal('turnario-backup'),
  formatVersion: z.literal(1),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string().regex(/^\d{4}_[a-z0-9_]+\.sql$/), sha256: z.string() })),
  tables: z.array(
    tableShape.extend({
      rows: z.int().min(0),
      sequences: z.array(z.object({ column: z.string(), last: z.int(), isCalled: z.boolean() })),
    }),
  ),
});

export type BackupHeader = z.infer<typeof header>;

const footer = z.object({ sha256: z.string() });

/** @throws BackupError if the file is missing, truncated or no backup that this version can read */
export async function readHeader(file: string): Promise<BackupHeader> {
  for await (const line of readLines(file)) return parseHeader(file, line);
  throw damaged(file);
}

interface RowBatch {
  table: string;
  rows: string[];
}

const batchRows = 500;
const batchCharacters = 1_000_000;

/**
 * All rows, in batches. Use them only once the iteration has ended: until then the file may prove damaged.
 * @throws BackupError if the file is missing, truncated or changed
 */
export async function* readRows(file: string): AsyncGenerator<RowBatch> {
  const hash = createHash('sha256');
  const lines = readLines(file);
  const nextLine = async (): Promise<string> => {
    const { value, done } = await lines.next();
    if (done) throw damaged(file);
    return value;
  };
  try {
    const first = await nextLine();
    hash.update(`${first}\n`);
    for (const { name, rows } of parseHeader(file, first).tables) {
      let batch: string[] = [];
      let characters = 0;
      for (let left = rows; left > 0; left -= 1) {
        const row = await nextLine();
        hash.update(`${row}\n`);
        batch.push(row);
        characters += row.length;
        if (batch.length === batchRows || characters > batchCharacters) {
          yield { table: name, rows: batch };
          batch = [];
          characters = 0;
        }
      }
      if (batch.length > 0) yield { table: name, rows: batch };
    }
    const end = parse(footer, await nextLine());
    if (end?.sha256 !== hash.digest('hex') || !(await lines.next()).done) throw damaged(file);
  } finally {
    await lines.return(undefined);
  }
}

/** Reads the file to its end, or until aborted. @throws BackupError if it is missing, truncated or changed */
export async function readWhole(file: string, signal?: AbortSignal): Promise<BackupHeader> {
  for await (const _ of readRows(file)) signal?.throwIfAborted();
  return readHeader(file);
}

function parseHeader(file: string, line: string): BackupHeader {
  const parsed = parse(header, line);
  if (parsed === null) {
    throw new BackupError(`${file} non è un backup che questa versione di Turnario sa leggere.`);
  }
  return parsed;
}

function parse<Value>(schema: z.ZodType<Value>, line: string): Value | null {
  try {
    return schema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

const damaged = (file: string): BackupError =>
  new BackupError(`Il backup ${file} è incompleto o danneggiato: non è stato usato.`);

async function* readLines(file: string): AsyncGenerator<string, void, undefined> {
  const text = createGunzip();
  const source = createReadStream(file);
  // errors of either surface where `text` is read
  pipeline(source, text).catch(() => undefined);
  let rest = '';
  try {
    for await (const chunk of text.setEncoding('utf8') as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new BackupError(`Il file ${file} non esiste.`);
    if (code.startsWith('Z_')) throw damaged(file);
    throw error;
  } finally {
    source.destroy();
    text.destroy();
  }
  // zlib ignores zeros after the end
  if (text.bytesWritten !== (await stat(file)).size) throw damaged(file);
  if (rest !== '') yield rest;
}
