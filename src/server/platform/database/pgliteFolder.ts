import { existsSync, openAsBlob } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { BaselineParserPglite, leaveUnoptimised } from './baselineParserPglite.ts';
import { DurableNodeFs } from './durableNodeFs.ts';
import type { PgliteOptions } from './pgliteMessages.ts';

export interface OpenedPglite {
  readonly pglite: PGlite;
  /** Null for a database in memory. */
  readonly fs: DurableNodeFs | null;
}

const withoutFsync = '-F';
// The package's default of 128 MB only costs memory and start-up time at our sizes; the system caches the files too.
const startParams = [
  ...PGlite.defaultStartParams,
  '-c',
  'shared_buffers=96MB',
  // as on PostgreSQL, see postgresSettings.ts
  '-c',
  'plan_cache_mode=force_generic_plan',
];
const durableStartParams = [
  ...startParams.filter((parameter) => parameter !== withoutFsync),
  // The default, fdatasync, is a stub that does nothing in this build.
  '-c',
  'wal_sync_method=fsync',
];

interface Watch {
  /** PostgreSQL has given up (PANIC); the instance must not be used again. */
  onAbort(reason: string): void;
  /** A line of PostgreSQL's own log. */
  onLog(line: string): void;
}

/** Opens the database of a folder, which is made complete first or not at all, or one in memory. */
export async function openPglite(options: PgliteOptions, watch: Watch): Promise<OpenedPglite> {
  const onStderr = (line: string): boolean => {
    watch.onLog(line);
    return false;
  };
  if (options.folder === null) {
    const loadDataDir = options.template === null ? {} : { loadDataDir: await openAsBlob(options.template) };
    const initDbStartParams = ['--wal-segsize=1'];
    const pglite = await BaselineParserPglite.open({
      startParams,
      onStderr,
      initDbStartParams,
      ...loadDataDir,
    });
    return { pglite, fs: null };
  }
  if (!existsSync(join(options.folder, 'PG_VERSION'))) {
    await createFolder(options.folder);
  }
  const fs = new DurableNodeFs(options.folder, (reason) => watch.onAbort(reason));
  const pglite = await BaselineParserPglite.open({ fs, startParams: durableStartParams, onStderr });
  return { pglite, fs };
}

/**
 * Makes a new database beside its place, has it written to disk and then moves it there in one step: a process killed
 * meanwhile leaves no half database behind that would be taken for a whole one.
 */
async function createFolder(folder: string): Promise<void> {
  const draft = `${folder}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  const pgliteWasmModule = await compileApart();
  leaveUnoptimised(true);
  try {
    const pglite = await PGlite.create({ fs: new NodeFS(draft), startParams, pgliteWasmModule });
    await pglite.close();
  } finally {
    leaveUnoptimised(false);
  }
  await fsyncTree(draft);
  await rename(draft, folder);
  await fsyncPath(dirname(folder));
}

/**
 * The database's code for this use alone: all who load the same bytes share what V8 has compiled of them, and what stays
 * unoptimised while a database is made must not stay so for the one that is opened next. So a section that means nothing is
 * added.
 */
async function compileApart(): Promise<WebAssembly.Module> {
  const code = await readFile(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite')));
  const section = Buffer.from('turnario');
  return WebAssembly.compile(
    Buffer.concat([code, Buffer.from([0, section.length + 1, section.length]), section]),
  );
}

/** Some together: the file system then writes them in one go. */
async function fsyncTree(folder: string): Promise<void> {
  const paths = await readdir(folder, { recursive: true });
  const together = 64;
  for (let first = 0; first < paths.length; first += together) {
    await Promise.all(paths.slice(first, first + together).map((path) => fsyncPath(join(folder, path))));
  }
  await fsyncPath(folder);
}

async function fsyncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
