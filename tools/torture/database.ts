import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../process.ts';
import { type Proxy, startProxy } from '../proxy.ts';
import { databaseUrlOf, runOn } from '../testDatabases.ts';

/** Where the server stores its data. */
export interface Place {
  name: string;
  /** Settings of the server, as environment variables. */
  settings: Record<string, string>;
  /** For opening the database once the server has stopped. */
  opening: { dataDir: string; databaseUrl?: string };
  /** The proxy to an external PostgreSQL, which is neither stopped nor killed; null: embedded. */
  proxy: Proxy | null;
  /** A file system that can be filled up; null if it could not be mounted. */
  disk: SmallDisk | null;
  remove(): Promise<void>;
}

/** The embedded database, on a small disk if one can be mounted. */
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

/** A new database on an external PostgreSQL, behind a proxy. */
export async function remote(databaseUrl: string, dataDir: string): Promise<Place> {
  const name = `turnario_torture_${randomBytes(4).toString('hex')}`;
  await runOn(databaseUrl, `create database ${name} template template0`);
  const url = new URL(databaseUrlOf(databaseUrl, name));
  const proxy = await startProxy(url, '5432');
  const near = new URL(url);
  near.searchParams.delete('host');
  near.host = `127.0.0.1:${proxy.port}`;
  return {
    name: 'remote PostgreSQL',
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
  /** Nothing more can be written, except over existing data. */
  fill(): Promise<void>;
  free(): void;
  remove(): void;
}

/** Mounts a small disk at `folder`; null if not permitted. */
async function mountSmallDisk(folder: string): Promise<SmallDisk | null> {
  mkdirSync(folder, { recursive: true });
  try {
    await runCommand('mount', ['-t', 'tmpfs', '-o', 'size=512m,mode=755', 'tmpfs', folder]);
  } catch {
    return null;
  }
  // lazy: an ending process may still have a file open
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
