import { raw } from 'sql-template-tag';
import { openDatabase, patient } from '../src/server/platform/database/openDatabase.ts';

/** The PostgreSQL that `npm test` started. */
export function testDatabaseUrl(): string {
  const url = process.env['TEST_DATABASE_URL'];
  if (url) return url;
  throw new Error('run `npm test`, which starts a PostgreSQL, or set TEST_DATABASE_URL');
}

/** Runs a statement on a server, outside of the database that the tests use. */
export async function runOn(databaseUrl: string, statement: string): Promise<void> {
  const server = await openDatabase({ databaseUrl, dataDir: '', pool: patient });
  try {
    await server.run(raw(statement));
  } finally {
    await server.close();
  }
}

/** The URL of another database on the same server. */
export const databaseUrlOf = (serverUrl: string, databaseName: string): string =>
  new URL(`/${databaseName}${new URL(serverUrl).search}`, serverUrl).href;
