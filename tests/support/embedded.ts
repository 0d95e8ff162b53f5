import { join } from 'node:path';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { startEmbedded } from '../../src/server/platform/database/embedded.ts';
import { temporaryFolder } from './database.ts';

// Embedded databases, in folders that are removed after the test run.

const root = await temporaryFolder();
let folders = 0;
export const newFolder = (): string => join(root, `${(folders += 1)}`);

export async function startDatabase(dataDir: string, ...settings: string[]) {
  const warnings: string[] = [];
  const onWarning = (message: string, error: unknown): number =>
    warnings.push(`${message}: ${String(error)}`);
  const server = await startEmbedded(dataDir, { onWarning, settings });
  onTestFinished(() => server.stop());
  return { ...server, warnings };
}

export async function query(databaseUrl: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // of several statements, the last result
    const result = [await client.query<unknown[]>({ text, rowMode: 'array' })].flat().at(-1);
    return result?.rows.map(([value]) => value) ?? [];
  } finally {
    await client.end().catch(() => undefined);
  }
}
