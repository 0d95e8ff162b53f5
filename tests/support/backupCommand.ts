import { spawn } from 'node:child_process';
import { join } from 'node:path';

const scripts = join(import.meta.dirname, '../../scripts/backup');

export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs `npm run backup`, `restore` or `db:move` as a process of its own.
 *
 * @param settings as environment variables; nothing of this process's own settings is passed on
 */
export async function runBackupCommand(
  command: 'backup' | 'restore' | 'move',
  settings: Record<string, string>,
  ...args: string[]
): Promise<CommandResult> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [join(scripts, `${command}.ts`), ...args], {
    env: { PATH, HOME, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => (written[name] += text));
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, ...written };
}
