import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../process.ts';
import { type Proxy, startProxy } from '../proxy.ts';
import { databaseUrlOf, runOn } from '../testDatabases.ts';

/** Where the server keeps its data. */
export interface Place {
  name: string;
  /** Settings of the server, as environment variables. */
  settings: Record<string, string>;
  /** For looking into it once the server has ended. */
  opening: { dataDir: string; databaseUrl?: string };
  /** The line to somebody else's PostgreSQL, which is neither stopped nor killed; null: it is embedded. */
  proxy: Proxy | null;
  /** A file system of its own that can be filled up; null where root alone could mount one. */
  disk: SmallDisk | null;
  remove(): Promise<void>;
}

/** The embedded database, on a small disk where one can be mounted. */
export async function embedded(dataDir: string): Promise<Place> {
  const disk = await mountSmallDisk(dataDir);
  return {
    name: 'embedded PostgreSQL',
    settings: { DATA_DIR: dataDir },
    opening: { dataDir },
    proxy: null,
    disk,
    remove: async () => disk?.remove(),
  };
}

/** A new database of another PostgreSQL, behind a line that can be cut. */
export async function overLine(databaseUrl: string, dataDir: string): Promise<Place> {
  const name = `turnario_torture_${randomBytes(4).toString('hex')}`;
  await runOn(databaseUrl, `create database ${name} template template0`);
  const url = new URL(databaseUrlOf(databaseUrl, name));
  const proxy = await startProxy(url, '5432');
  const near = new URL(url);
  near.searchParams.delete('host');
  near.host = `127.0.0.1:${proxy.port}`;
  return {
    name: 'PostgreSQL over a line',
    settings: { DATA_DIR: dataDir, DATABASE_URL: near.href, APP_SECRET: 'a'.repeat(32) },
    opening: { dataDir, databaseUrl: url.href },
    proxy,
    disk: null,
    remove: async () => {
      await proxy.close();
      await runOn(databaseUrl, `drop database ${name} with (force)`);
    },
  };
}

export interface SmallDisk {
  /** Nothing more can be written, except over what is there. */
  fill(): Promise<void>;
  free(): void;
  remove(): void;
}

/** Mounts one at `folder`; null where this machine does not let us. */
async function mountSmallDisk(folder: string): Promise<SmallDisk | null> {
  mkdirSync(folder, { recursive: true });
  try {
    await runCommand('mount', ['-t', 'tmpfs', '-o', 'size=512m,mode=755', 'tmpfs', folder]);
  } catch {
    return null;
  }
  // lazily: a process that is just ending may still have a file open
  const unmount = (): void => void spawnSync('umount', ['-l', folder]);
  process.once('exit', unmount);
  const ballast = join(folder, 'ballast');
  return {
    fill: async () => {
      const piece = Buffer.alloc(2 ** 20);
      try {
        for (;;) await writeFile(ballast, piece, { flag: 'a' });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    free: () => rmSync(ballast, { force: true }),
    remove: unmount,
  };
}
