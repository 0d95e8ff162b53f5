import { randomBytes } from 'node:crypto';
import { glob, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql, { raw } from 'sql-template-tag';
import type { TestProject } from 'vitest/node';
import { endServer } from '../../src/server/platform/database/embeddedProcesses.ts';
import { migrate } from '../../src/server/platform/database/migrate.ts';
import { openDatabase, patient } from '../../src/server/platform/database/openDatabase.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** From what a test file makes its database. */
    databaseTemplate: { serverUrl: string; template: string; prefix: string };
    temporaryRoot: string;
  }
}

/** Of the PostgreSQL that `npm test` started. */
export function testDatabaseUrl(): string {
  const url = process.env['TEST_DATABASE_URL'];
  if (url) return url;
  throw new Error('run by `npm test`, which starts a PostgreSQL, or set TEST_DATABASE_URL');
}

/** Runs a statement on a database server, or in another of its databases. */
export async function runOn(databaseUrl: string, statement: string): Promise<void> {
  const server = await openDatabase({ databaseUrl, dataDir: '', pool: patient });
  try {
    await server.run(raw(statement));
  } finally {
    await server.close();
  }
}

/** Vitest's global setup of the server's tests: a migrated database, from which each file makes its own. */
export default async function prepareDatabase(project: TestProject): Promise<() => Promise<void>> {
  const serverUrl = testDatabaseUrl();
  const prefix = `turnario_test_${randomBytes(6).toString('hex')}_`;
  const template = `${prefix}template`;
  const server = await openDatabase({ databaseUrl: serverUrl, dataDir: '' });
  await server.run(raw(`create database ${template}`));
  const database = await openDatabase({ databaseUrl: databaseUrlOf(serverUrl, template), dataDir: '' });
  await migrate(database);
  await database.close();
  project.provide('databaseTemplate', { serverUrl, template, prefix });
  const temporaryRoot = await mkdtemp(join(tmpdir(), 'turnario-tests-'));
  project.provide('temporaryRoot', temporaryRoot);
  return async () => {
    // a product that a test killed leaves its PostgreSQL
    for await (const file of glob('**/postgres/postmaster.pid', { cwd: temporaryRoot })) {
      await endServer(join(temporaryRoot, file, '../..'));
    }
    await rm(temporaryRoot, { recursive: true, force: true, maxRetries: 20 });
    const leftOver = await server.many<{ name: string }>(
      sql`select datname as name from pg_database where starts_with(datname, ${prefix})`,
    );
    for (const { name } of leftOver) await server.run(raw(`drop database if exists ${name} with (force)`));
    await server.close();
  };
}

/** The URL of another database on the same server. */
export const databaseUrlOf = (serverUrl: string, databaseName: string): string =>
  new URL(`/${databaseName}${new URL(serverUrl).search}`, serverUrl).href;
