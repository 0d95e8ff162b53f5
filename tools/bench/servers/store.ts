import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { raw } from 'sql-template-tag';
import { openDatabase } from '../../../src/server/platform/database/openDatabase.ts';
import { atEnd } from '../../cleanup.ts';
import { findFreePort } from '../../freePort.ts';
import { productionEnv, type Server, startMeasured, startServer } from '../../measuredServer.ts';
import { fill } from '../data/fill.ts';
import type { World } from '../data/world.ts';
import type { EngineName } from '../options.ts';

const baselineServer = join(import.meta.dirname, 'baselineServer.ts');

/** Filled data that servers are started on. */
export interface Store {
  engine: EngineName;
  world: World;
  /** The product's settings for it, without a port. */
  productEnv: Record<string, string>;
  baselineEnv: Record<string, string>;
}

/** A folder for the product and a copy for the baseline server: an embedded database belongs to one process. */
export async function createFolders(folder: string, world: World): Promise<Store> {
  const name = join(folder, `pglite-${world.shifts}`);
  await mkdir(name, { recursive: true });
  const database = await openDatabase({ dataDir: name });
  await fill(database, world);
  await database.close();
  await cp(join(name, 'db'), `${name}-baseline`, { recursive: true });
  return {
    engine: 'pglite',
    world,
    productEnv: { ...productionEnv, DATA_DIR: name },
    baselineEnv: { DATABASE_FOLDER: `${name}-baseline` },
  };
}

/** One database for both, gone at the end of the run. */
export async function createDatabase(serverUrl: string, folder: string, world: World): Promise<Store> {
  const databaseUrl = await createEmptyDatabase(serverUrl, `turnario_bench_${process.pid}_${world.shifts}`);
  const database = await openDatabase({ databaseUrl, dataDir: '' });
  await fill(database, world);
  await database.close();
  const dataDir = join(folder, `postgres-${world.shifts}`);
  await mkdir(dataDir);
  return {
    engine: 'postgres',
    world,
    productEnv: { ...productionEnv, DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
    baselineEnv: { DATABASE_URL: databaseUrl },
  };
}

/** @returns its address */
async function createEmptyDatabase(serverUrl: string, name: string): Promise<string> {
  const server = await openDatabase({ databaseUrl: serverUrl, dataDir: '' });
  await server.run(raw(`create database ${name}`));
  atEnd(async () => {
    await server.run(raw(`drop database if exists ${name} with (force)`));
    await server.close();
  });
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Starts the product on a store, where few people stand for many. */
export const startProduct = ({ productEnv }: Store, folder: string): Promise<Server> =>
  startMeasured({ ...productEnv, MAX_CALLS_OF_ONE: '1000', TRUST_PROXY: '127.0.0.1' }, folder);

export async function startBaseline(store: Store, folder: string): Promise<Server> {
  const port = await findFreePort();
  return startServer({
    args: [baselineServer],
    env: { ...store.baselineEnv, PORT: String(port), NODE_ENV: 'production' },
    url: `http://127.0.0.1:${port}`,
    logFile: join(folder, 'baseline.log'),
  });
}
