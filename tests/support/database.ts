import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, inject, type onTestFinished } from 'vitest';
import type { Database, ReportStatement } from '../../src/server/platform/database/database.ts';
import { openDatabase } from '../../src/server/platform/database/openDatabase.ts';
import { databaseUrlOf, runOn } from '../../tools/testDatabases.ts';

export interface TestDatabase extends Database {
  /** For a server process on the same database. */
  readonly databaseUrl: string;
  /** Opens the same database once more, as a second server process would; close it before this one. */
  connect(): Promise<Database>;
}

/** Throws, so that errors outside of any call fail the test. */
const onWarning = (message: string, error: unknown): never => {
  throw new Error(message, { cause: error });
};

/**
 * Creates a migrated, empty database; `close()` drops it.
 *
 * @param onStatement called after each statement
 */
export async function createTestDatabase(onStatement?: ReportStatement): Promise<TestDatabase> {
  const { serverUrl, template, prefix } = inject('databaseTemplate');
  const name = `${prefix}${randomBytes(6).toString('hex')}`;
  await runOn(serverUrl, `create database ${name} template ${template}`);
  const databaseUrl = databaseUrlOf(serverUrl, name);
  const connect = () => openDatabase({ databaseUrl, dataDir: '', onStatement, onWarning });
  const database = await connect();
  const closeDatabase = database.close.bind(database);
  let closing: Promise<void> | null = null;
  const closeAndDrop = async () => {
    await closeDatabase();
    await runOn(serverUrl, `drop database if exists ${name} with (force)`);
  };
  const close = () => (closing ??= closeAndDrop());
  return Object.assign(database, { databaseUrl, connect, close });
}

/** A database that is dropped after the test file, or after the running test. */
export async function testDatabase(atEnd: typeof onTestFinished = afterAll): Promise<TestDatabase> {
  const database = await createTestDatabase();
  atEnd(() => database.close());
  return database;
}

/** Environment variables for a process that uses this database. */
export const settingsFor = ({ databaseUrl }: TestDatabase): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  APP_SECRET: 'x'.repeat(32),
});

/** Creates a folder that is removed after the test run. */
export const temporaryFolder = (): Promise<string> => mkdtemp(join(inject('temporaryRoot'), 'test-'));
