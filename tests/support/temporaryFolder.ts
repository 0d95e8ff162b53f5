import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];

/** A folder of one's own, removed when the process of the tests ends; a killed product leaves its PostgreSQL in it. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'turnario-test-'));
  if (folders.length === 0) process.once('exit', removeAll);
  folders.push(folder);
  return folder;
}

function removeAll(): void {
  for (const folder of folders) {
    endPostgres(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

function endPostgres(folder: string): void {
  try {
    const [pid] = readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGQUIT');
  } catch {
    // none was left
  }
}
