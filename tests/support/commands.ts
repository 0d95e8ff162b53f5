import { join } from 'node:path';
import { type Finished, runToEnd } from '../../tools/process.ts';

const root = join(import.meta.dirname, '../..');

/**
 * Runs a program of the repository, as the command of `package.json` does, to its end.
 *
 * @param settings as environment variables; nothing of this process's own settings is passed on
 */
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

/** Path of one of the two files of a roster of `tests/data`. */
const rosterFile = (name: string, part: 'shifts' | 'wishes'): string =>
  join(root, `tests/data/${name}-${part}.csv`);

/** Runs `npm run replay`. */
export const runReplay = (roster: string, url: string, ...more: string[]): Promise<Finished> => {
  const files = [rosterFile(roster, 'shifts'), rosterFile(roster, 'wishes')];
  return runScript('tools/replay/main.ts', {}, ...files, '--url', url, ...more);
};
