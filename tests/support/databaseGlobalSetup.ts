import { randomBytes } from 'node:crypto';
import { glob, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql, { raw } from 'sql-template-tag';
import type { TestProject } from 'vitest/node';
import { endServer } from '../../src/server/platform/database/embeddedProcesses.ts';
import { migrate } from '../../src/server/platform/database/migrate.ts';
import { openDatabase } from '../../src/server/platform/database/openDatabase.ts';
import { databaseUrlOf, runOn, testDatabaseUrl } from '../../tools/testDatabases.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The template from which each test file clones its database. */
    databaseTemplate: { serverUrl: string; template: string; prefix: string };
    temporaryRoot: string;
  }
}

/** Vitest's global setup of the server tests: a migrated template database that each file clones. */
export default async function prepareDatabase(project: TestProject): Promise<() => Promise<void>> {
  const serverUrl = testDatabaseUrl();
  const prefix = `turnario_test_${randomBytes(6).toString('hex')}_`;
  const template = `${prefix}template`;
  await runOn(serverUrl, `create database ${template}`);
  const database = await openDatabase({ databaseUrl: databaseUrlOf(serverUrl, template), dataDir: '' });
  await migrate(database);
  await database.close();
  project.provide('databaseTemplate', { serverUrl, template, prefix });
  const temporaryRoot = await mkdtemp(join(tmpdir(), 'turnario-tests-'));
  project.provide('temporaryRoot', temporaryRoot);
  return async () => {
    // killing a product process leaves its PostgreSQL running
    for await (const file of glob('**/postgres/postmaster.pid', { cwd: temporaryRoot })) {
      await endServer(join(temporaryRoot, file, '../..'));
    }
    await rm(temporaryRoot, { recursive: true, force: true, maxRetries: 20 });
    const server = await openDatabase({ databaseUrl: serverUrl, dataDir: '' });
    const leftOver = await server.many<{ name: string }>(
      sql`select datname as name from pg_database where starts_with(datname, ${prefix})`,
    );
    for (const { name } of leftOver) await server.run(raw(`drop database if exists ${name} with (force)`));
    await server.close();
  };
}
