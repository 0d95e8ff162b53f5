import { randomBytes } from 'node:crypto';
import { raw } from 'sql-template-tag';
import { inject } from 'vitest';
import type { Database } from '../../src/server/platform/database/database.ts';
import { EngineDatabase } from '../../src/server/platform/database/engineDatabase.ts';
import { openDatabase } from '../../src/server/platform/database/openDatabase.ts';
import { PgliteEngine } from '../../src/server/platform/database/pgliteEngine.ts';
import type { ReportStatement } from '../../src/server/platform/database/statementReport.ts';
import { databaseUrlOf, type DatabaseTemplate } from './databaseGlobalSetup.ts';

export interface TestDatabase extends Database {
  /** For a second server process on the same database; null on PGlite, which belongs to one process. */
  readonly databaseUrl: string | null;
  /** Opens the same database once more, as a second server process would; close it before this one. */
  readonly connect: (() => Promise<Database>) | null;
}

/**
 * A migrated, empty database of one's own, on the engine of the running project:
 *
 *     const database = await createTestDatabase();
 *     afterAll(() => database.close());
 *
 * On PGlite it lives in memory; on PostgreSQL `close()` drops it.
 *
 * @param onStatement is told of every statement that is over
 */
export async function createTestDatabase(onStatement?: ReportStatement): Promise<TestDatabase> {
  const template = inject('databaseTemplate');
  return template.engine === 'pglite'
    ? createInMemory(template.tarFile, onStatement)
    : createOnServer(template, onStatement);
}

async function createInMemory(tarFile: string, onStatement?: ReportStatement): Promise<TestDatabase> {
  const engine = await PgliteEngine.open({ folder: null, template: tarFile }, reportAsFailure);
  return Object.assign(new EngineDatabase(engine, undefined, onStatement), {
    databaseUrl: null,
    connect: null,
  });
}

async function createOnServer(
  { serverUrl, template, prefix }: DatabaseTemplate & { engine: 'postgres' },
  onStatement?: ReportStatement,
): Promise<TestDatabase> {
  const name = `${prefix}${randomBytes(6).toString('hex')}`;
  const server = await openDatabase({ databaseUrl: serverUrl, dataDir: '', ...reportAsFailure });
  await server.run(raw(`create database ${name} template ${template}`));
  const databaseUrl = databaseUrlOf(serverUrl, name);
  const connect = () => openDatabase({ databaseUrl, dataDir: '', onStatement, ...reportAsFailure });
  const database = await connect();
  const closeDatabase = database.close.bind(database);
  let closing: Promise<void> | null = null;
  const closeAndDrop = async () => {
    await closeDatabase();
    await server.run(raw(`drop database if exists ${name} with (force)`));
    await server.close();
  };
  const close = () => (closing ??= closeAndDrop());
  return Object.assign(database, { databaseUrl, connect, close });
}

/** What goes wrong outside of any call must not pass unseen in a test. */
const reportAsFailure = {
  onFatal(error: Error): void {
    throw error;
  },
  onWarning(message: string, error: unknown): void {
    throw new Error(message, { cause: error });
  },
};
