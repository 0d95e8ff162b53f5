import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { raw } from 'sql-template-tag';
import { openDatabase } from '../../src/server/platform/database/openDatabase.ts';
import { type Proxy, startProxy } from '../proxy.ts';
import { mountSmallDisk, type SmallDisk } from './disk.ts';

export interface PlaceOptions {
  /** A PostgreSQL of somebody else, which is neither stopped nor killed; null: the embedded one. */
  databaseUrl: string | null;
}

/** Where the server keeps its data. */
export interface Place {
  /** Settings of the server, as environment variables. */
  settings: Record<string, string>;
  /** For looking into it once the server has ended. */
  opening: { dataDir: string; databaseUrl?: string };
  /** The line to somebody else's PostgreSQL; null: it is embedded. */
  proxy: Proxy | null;
  disk: SmallDisk | null;
  /** Faults that this machine does not allow, and why. */
  notRun: string[];
  describe: string;
  remove(): Promise<void>;
}

/** @param folder an empty one of the run's own */
export async function preparePlace({ databaseUrl }: PlaceOptions, folder: string): Promise<Place> {
  const dataDir = join(folder, 'data');
  await mkdir(dataDir, { recursive: true });
  return databaseUrl === null ? embedded(dataDir) : behindProxy(databaseUrl, dataDir);
}

async function embedded(dataDir: string): Promise<Place> {
  const mounted = await mountSmallDisk(dataDir);
  const disk = typeof mounted === 'string' ? null : mounted;
  return {
    settings: { DATA_DIR: dataDir },
    opening: { dataDir },
    proxy: null,
    disk,
    notRun: typeof mounted === 'string' ? [`disk full: ${mounted}`] : [],
    describe: 'embedded PostgreSQL',
    remove: async () => disk?.remove(),
  };
}

async function behindProxy(databaseUrl: string, dataDir: string): Promise<Place> {
  const server = await openDatabase({ databaseUrl, dataDir });
  const name = `turnario_torture_${randomBytes(4).toString('hex')}`;
  await server.run(raw(`create database ${name} template template0`));
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  const proxy = await startProxy(url, '5432');
  const near = new URL(url);
  near.searchParams.delete('host');
  near.host = `127.0.0.1:${proxy.port}`;
  return {
    settings: { DATA_DIR: dataDir, DATABASE_URL: near.href, APP_SECRET: 'a'.repeat(32) },
    opening: { dataDir, databaseUrl: url.href },
    proxy,
    disk: null,
    notRun: [],
    describe: 'PostgreSQL of somebody else',
    remove: async () => {
      await proxy.close();
      await server.run(raw(`drop database ${name} with (force)`));
      await server.close();
    },
  };
}
