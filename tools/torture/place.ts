import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { raw } from 'sql-template-tag';
import { openDatabase } from '../../src/server/platform/database/openDatabase.ts';
import { newestPostgres, type OwnPostgres, startOwnPostgres } from '../postgres.ts';
import { type Proxy, startProxy } from '../proxy.ts';
import { mountSmallDisk, type SmallDisk } from './disk.ts';

export interface PlaceOptions {
  engine: 'pglite' | 'postgres';
  /** A PostgreSQL that is not the run's own: used only where none is installed. */
  databaseUrl: string | null;
}

/** Where the server keeps its data. */
export interface Place {
  /** Settings of the server, as environment variables. */
  settings: Record<string, string>;
  /** Modules that the server's process loads before the product. */
  preloads: string[];
  /** For looking into it once the server has ended. */
  opening: { dataDir: string; databaseUrl?: string };
  /** `cluster` is null when it is somebody else's. */
  postgres: { cluster: OwnPostgres | null; proxy: Proxy } | null;
  unsafeNotes: string | null;
  disk: SmallDisk | null;
  /** Faults that this machine does not allow, and why. */
  notRun: string[];
  describe: string;
  remove(): Promise<void>;
}

/** The machine lacks what the run needs; the message says what. */
export class CannotRun extends Error {
  override name = 'CannotRun';
}

/** @param folder an empty one of the run's own */
export async function preparePlace({ engine, databaseUrl }: PlaceOptions, folder: string): Promise<Place> {
  const dataDir = join(folder, 'data');
  await mkdir(dataDir, { recursive: true });
  if (engine === 'pglite') return onDisk(dataDir, (common) => embedded(folder, dataDir, common));
  const programs = await newestPostgres();
  if (programs !== null) {
    return onDisk(join(folder, 'cluster'), (common) => ownPostgres(folder, programs, common));
  }
  if (databaseUrl !== null) return foreignPostgres(databaseUrl, dataDir);
  throw new CannotRun('PostgreSQL is not installed: the run starts one of its own, or takes --database-url');
}

type Common = Pick<Place, 'disk' | 'notRun'>;

async function onDisk(folder: string, prepare: (common: Common) => Promise<Place>): Promise<Place> {
  const mounted = await mountSmallDisk(folder);
  const disk = typeof mounted === 'string' ? null : mounted;
  try {
    return await prepare({ disk, notRun: typeof mounted === 'string' ? [`disk full: ${mounted}`] : [] });
  } catch (error) {
    disk?.remove();
    throw error;
  }
}

async function embedded(folder: string, dataDir: string, common: Common): Promise<Place> {
  const unsafeNotes = join(folder, 'unsafe-writes');
  await writeFile(unsafeNotes, '');
  return {
    ...common,
    settings: {
      DATA_DIR: dataDir,
      FORGETFUL_FOLDER: join(dataDir, 'db/'),
      FORGETFUL_NOTES: unsafeNotes,
    },
    preloads: [new URL('forgetfulPreload.ts', import.meta.url).href],
    opening: { dataDir },
    postgres: null,
    unsafeNotes,
    describe: 'the embedded database',
    remove: () => Promise.resolve(common.disk?.remove()),
  };
}

async function ownPostgres(folder: string, programs: string, common: Common): Promise<Place> {
  const cluster = await startOwnPostgres({
    programs,
    folder: join(folder, 'cluster'),
    logFile: join(folder, 'postgres.log'),
    // small pieces of the log, so that a small disk holds it and is soon full; everything else as it comes, fsync too
    cluster: ['--wal-segsize=4'],
    settings: ['max_connections=60', 'min_wal_size=16MB', 'max_wal_size=64MB'],
  });
  const remove = async (): Promise<void> => {
    await cluster.stop();
    common.disk?.remove();
  };
  return behindProxy(new URL(cluster.url), folder, { ...common, cluster, describe: cluster.version, remove });
}

async function foreignPostgres(databaseUrl: string, dataDir: string): Promise<Place> {
  const server = await openDatabase({ databaseUrl, dataDir });
  const name = `turnario_torture_${randomBytes(4).toString('hex')}`;
  await server.run(raw(`create database ${name} template template0`));
  const remove = async (): Promise<void> => {
    await server.run(raw(`drop database ${name} with (force)`));
    await server.close();
  };
  const notRun = [
    'PostgreSQL restarted and killed, disk full: none is installed that the run could start itself',
  ];
  const url = new URL(`/${name}`, databaseUrl);
  return behindProxy(url, dataDir, {
    disk: null,
    notRun,
    cluster: null,
    describe: 'PostgreSQL of somebody else',
    remove,
  });
}

type Behind = Common & Pick<Place, 'describe' | 'remove'> & { cluster: OwnPostgres | null };

async function behindProxy(url: URL, dataDir: string, { cluster, remove, ...rest }: Behind): Promise<Place> {
  const proxy = await startProxy(url, '5432');
  const near = new URL(url);
  near.host = `127.0.0.1:${proxy.port}`;
  return {
    ...rest,
    settings: { DATA_DIR: dataDir, DATABASE_URL: near.href, APP_SECRET: 'a'.repeat(32) },
    preloads: [],
    opening: { dataDir, databaseUrl: url.href },
    postgres: { cluster, proxy },
    unsafeNotes: null,
    remove: async () => {
      await proxy.close();
      await remove();
    },
  };
}
