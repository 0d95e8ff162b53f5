import { join } from 'node:path';
import { type Finished, runToEnd } from '../../tools/process.ts';

const root = join(import.meta.dirname, '../..');

/** Runs a program of the repository to its end, with nothing of this process's own settings. */
export const runScript = (
  path: string,
  settings: Record<string, string>,
  ...args: string[]
): Promise<Finished> => runToEnd({ args: [join(root, path), ...args], env: settings });

/** Runs `npm run backup`, `restore` or `db:move`. */
export const runBackupCommand = (
  command: 'backup' | 'restore' | 'move',
  settings: Record<string, string>,
  ...args: string[]
): Promise<Finished> => runScript(`scripts/backup/${command}.ts`, settings, ...args);

/** Runs `npm run replay` with a roster of `tests/data`. */
export const runReplay = (roster: string, url: string, ...more: string[]): Promise<Finished> => {
  const files = ['shifts', 'wishes'].map((part) => join(root, `tests/data/${roster}-${part}.csv`));
  return runScript('tools/replay/main.ts', {}, ...files, '--url', url, ...more);
};
