import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sql, { raw } from 'sql-template-tag';
import type { TestProject } from 'vitest/node';
import { EngineDatabase } from '../../src/server/platform/database/engineDatabase.ts';
import { migrate, migrationsFolder } from '../../src/server/platform/database/migrate.ts';
import { openDatabase } from '../../src/server/platform/database/openDatabase.ts';
import { PgliteEngine } from '../../src/server/platform/database/pgliteEngine.ts';

/** From what a test file makes its database: prepared once a run, handed to the workers by vitest. */
export type DatabaseTemplate =
  | { engine: 'pglite'; tarFile: string; dataFolder: string }
  | { engine: 'postgres'; serverUrl: string; template: string; prefix: string };

declare module 'vitest' {
  interface ProvidedContext {
    databaseTemplate: DatabaseTemplate;
  }
}

/** Vitest's global setup of the server projects; the engine is `TEST_ENGINE` of the project, else of the process. */
export default async function prepareDatabase(
  project: TestProject,
): Promise<(() => Promise<void>) | undefined> {
  const engine = project.config.env['TEST_ENGINE'] ?? process.env['TEST_ENGINE'] ?? 'pglite';
  if (engine === 'postgres') {
    return preparePostgres(project);
  }
  project.provide('databaseTemplate', { engine: 'pglite', ...(await preparePglite()) });
  return undefined;
}

const ignore = (): undefined => undefined;

/**
 * A migrated database as a tar file, for one in memory, and as a folder to be copied. They take seconds to make, so they
 * are kept until a migration or PGlite changes.
 */
async function preparePglite(): Promise<{ tarFile: string; dataFolder: string }> {
  const cache = join(import.meta.dirname, '../../node_modules/.cache/turnario');
  const dataFolder = join(cache, `database-${await fingerprint()}`);
  const tarFile = `${dataFolder}.tar`;
  await mkdir(cache, { recursive: true });
  await removeOutdated(cache);
  if (!existsSync(tarFile)) await makeComplete(tarFile, writeTar);
  if (!existsSync(dataFolder)) await makeComplete(dataFolder, fillFolder);
  return { tarFile, dataFolder };
}

/** An interrupted run leaves nothing behind that would be taken for a whole one. */
async function makeComplete(path: string, make: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${path}.${randomBytes(4).toString('hex')}`;
  await make(draft);
  // another run may have been quicker
  await rename(draft, path).catch(() => rm(draft, { recursive: true }));
}

async function fillFolder(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir });
  await migrate(database);
  await database.close();
}

async function writeTar(file: string): Promise<void> {
  const engine = await PgliteEngine.open(
    { folder: null, template: null },
    { onFatal: ignore, onWarning: ignore },
  );
  const database = new EngineDatabase(engine);
  await migrate(database);
  const tar = await engine.dump();
  await database.close();
  await writeFile(file, tar);
}

/** Another checkout or a run that has just started may still use the younger ones. */
async function removeOutdated(folder: string): Promise<void> {
  const oneDayAgo = Date.now() - 24 * 60 * 60 * 1000;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (name.startsWith('database-') && (await stat(path)).mtimeMs < oneDayAgo) {
      await rm(path, { recursive: true });
    }
  }
}

/** Changes whenever they would come out differently. */
async function fingerprint(): Promise<string> {
  const root = join(import.meta.dirname, '../..');
  const migrations = (await readdir(migrationsFolder)).toSorted();
  const files = [
    ...migrations.map((name) => join(migrationsFolder, name)),
    join(root, 'src/server/platform/database/pgliteFolder.ts'),
    join(root, 'src/server/platform/database/migrate.ts'),
    join(root, 'node_modules/@electric-sql/pglite/package.json'),
  ];
  const hash = createHash('sha256');
  for (const file of files) {
    hash.update(file).update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 16);
}

async function preparePostgres(project: TestProject): Promise<() => Promise<void>> {
  const serverUrl = process.env['TEST_DATABASE_URL'];
  if (!serverUrl) {
    throw new Error(
      'TEST_ENGINE=postgres needs TEST_DATABASE_URL: a server on which databases may be created',
    );
  }
  const prefix = `turnario_test_${randomBytes(6).toString('hex')}_`;
  const template = `${prefix}template`;
  const server = await openDatabase({ databaseUrl: serverUrl, dataDir: '' });
  await server.run(raw(`create database ${template}`));
  const database = await openDatabase({ databaseUrl: databaseUrlOf(serverUrl, template), dataDir: '' });
  await migrate(database);
  await database.close();
  project.provide('databaseTemplate', { engine: 'postgres', serverUrl, template, prefix });
  return async () => {
    const leftOver = await server.many<{ name: string }>(
      sql`select datname as name from pg_database where starts_with(datname, ${prefix})`,
    );
    for (const { name } of leftOver) {
      await server.run(raw(`drop database if exists ${name} with (force)`));
    }
    await server.close();
  };
}

/** The URL of another database on the same server. */
export function databaseUrlOf(serverUrl: string, databaseName: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${databaseName}`;
  return url.href;
}
