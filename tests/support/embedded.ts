import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { startEmbedded } from '../../src/server/platform/database/embedded.ts';
import { temporaryFolder } from './temporaryFolder.ts';

// Databases of the product's own, in folders that end with the run.

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
    // of several statements it is the last one's
    const result = [await client.query<unknown[]>({ text, rowMode: 'array' })].flat().at(-1);
    return result?.rows.map(([value]) => value) ?? [];
  } finally {
    await client.end().catch(() => undefined);
  }
}

export const mainPid = async (dataDir: string): Promise<number> =>
  Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);

/** All processes that work in the folder. */
export function processesOf(dataDir: string): number[] {
  const worksThere = (pid: string): boolean => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === join(dataDir, 'postgres');
    } catch {
      return false;
    }
  };
  return readdirSync('/proc').filter(worksThere).map(Number);
}

/** A product in a process of its own, which is killed. */
export async function startElsewhere(dataDir: string) {
  const library = JSON.stringify(new URL('../../src/server/platform/database/embedded.ts', import.meta.url));
  const code = `import { startEmbedded } from ${library};
    console.log((await startEmbedded(${JSON.stringify(dataDir)}, { onWarning() {} })).databaseUrl);`;
  const product = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = async (): Promise<void> => {
    if (product.kill('SIGKILL')) await once(product, 'exit');
  };
  onTestFinished(kill);
  const [databaseUrl] = (await once(createInterface(product.stdout), 'line')) as [string];
  return { databaseUrl, kill };
}
