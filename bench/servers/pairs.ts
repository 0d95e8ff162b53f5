import { readFileSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { raw } from 'sql-template-tag';
import { openDatabase } from '../../src/server/platform/database/openDatabase.ts';
import { fill } from '../data/fill.ts';
import type { World } from '../data/world.ts';
import type { EngineName } from '../options.ts';
import { type Server, startServer } from './child.ts';
import { freePort } from './freePort.ts';

const root = join(import.meta.dirname, '../..');
const limitServer = join(import.meta.dirname, 'limitServer.ts');

/** Flags and program of `npm start`, which is also what runs in service. */
export const product = programOf('start');

function programOf(script: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const [, flags = '', path = ''] = /^exec node ((?:--\S+ )*)(\S+)$/.exec(scripts[script] ?? '') ?? [];
  return [...flags.split(' ').filter(Boolean), join(root, path)];
}

/** Filled data that servers are started on. */
export interface Store {
  engine: EngineName;
  world: World;
  /** The product's settings for it, without a port. */
  productEnv: Record<string, string>;
  limitEnv: Record<string, string>;
}

/** As in service: production, one line a call in the log. */
const productionEnv = {
  NODE_ENV: 'production',
  CEO_EMAILS: 'direzione@turnario.example',
  CEO_INITIAL_PASSWORD: 'Parola-di-prova-1',
  APP_SECRET: 'a secret of the bench that is long enough',
  LOG_LEVEL: 'info',
  // counted as ever; only the port to read it from would be taken where another server runs
  METRICS_PORT: 'off',
};

/** A folder for the product and a copy for the limit server: an embedded database belongs to one process. */
export async function createFolders(folder: string, world: World): Promise<Store> {
  const name = join(folder, `pglite-${world.shifts}`);
  await mkdir(name, { recursive: true });
  const database = await openDatabase({ dataDir: name });
  await fill(database, world);
  await database.close();
  await cp(join(name, 'db'), `${name}-limit`, { recursive: true });
  return {
    engine: 'pglite',
    world,
    productEnv: { ...productionEnv, DATA_DIR: name },
    limitEnv: { DATABASE_FOLDER: `${name}-limit` },
  };
}

/** One database for both. */
export async function createDatabase(
  serverUrl: string,
  folder: string,
  world: World,
): Promise<Store & { drop(): Promise<void> }> {
  const name = `turnario_bench_${process.pid}_${world.shifts}`;
  const server = await openDatabase({ databaseUrl: serverUrl, dataDir: '' });
  await server.run(raw(`create database ${name}`));
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const database = await openDatabase({ databaseUrl: url.href, dataDir: '' });
  await fill(database, world);
  await database.close();
  return {
    engine: 'postgres',
    world,
    productEnv: { ...productionEnv, DATABASE_URL: url.href, DATA_DIR: folder },
    limitEnv: { DATABASE_URL: url.href },
    drop: async () => {
      await server.run(raw(`drop database if exists ${name} with (force)`));
      await server.close();
    },
  };
}

/** Starts the product on a store. */
export async function startProduct(store: Store, folder: string): Promise<Server> {
  const port = await freePort();
  return startServer({
    args: product,
    env: { ...store.productEnv, PORT: String(port), PUBLIC_URL: `http://localhost:${port}` },
    url: `http://127.0.0.1:${port}`,
    logFile: join(folder, 'product.log'),
  });
}

export async function startLimit(store: Store, folder: string): Promise<Server> {
  const port = await freePort();
  return startServer({
    args: [limitServer],
    env: { ...store.limitEnv, PORT: String(port), NODE_ENV: 'production' },
    url: `http://127.0.0.1:${port}`,
    logFile: join(folder, 'limit.log'),
  });
}
