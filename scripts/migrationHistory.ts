import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSameMigration } from '../src/server/platform/database/migrationFiles.ts';

/**
 * A step of `npm run check`: a migration that was ever committed is still there with the same text, since databases may
 * have applied it.
 */

const folder = 'db/migrations';

export interface MigrationFile {
  name: string;
  sha256: string;
}

/** What is wrong with the files of today, by every text that a commit ever had. One line each. */
export function migrationFaults(
  committed: readonly MigrationFile[],
  files: readonly MigrationFile[],
): string[] {
  return [...new Set(committed.map(({ name }) => name))].flatMap((name) => {
    const file = files.find((one) => one.name === name);
    if (!file) return [`${folder}/${name} is gone, but databases may have applied it`];
    const texts = committed.filter((one) => one.name === name);
    return texts.every((text) => isSameMigration(text, file))
      ? []
      : [`${folder}/${name} has changed since it was committed: write a new migration instead`];
  });
}

const digestOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** @returns null without a repository, or where its history is cut off */
export function readCommitted(root: string): MigrationFile[] | null {
  const git = (args: string[], input?: string): Buffer | null => {
    const { status, stdout } = spawnSync('git', args, { cwd: root, input, maxBuffer: 1 << 28 });
    return status === 0 ? stdout : null;
  };
  if (git(['rev-parse', '--is-shallow-repository'])?.toString().trim() !== 'false') return null;
  const log = git(['log', '--raw', '--no-abbrev', '--no-renames', '--format=', 'HEAD', '--', folder]);
  if (log === null) return null;
  const blobs = new Map<string, string>(); // by name and id, so that each is read once
  for (const line of log.toString().split('\n')) {
    const [, id, path] = /^:\d+ \d+ [0-9a-f]+ ([0-9a-f]+) [AM]\t(.+\.sql)$/.exec(line) ?? [];
    if (id !== undefined && path !== undefined) blobs.set(`${path} ${id}`, id);
  }
  return [...blobs].map(([key, id]) => {
    const content = git(['cat-file', 'blob', id]);
    if (content === null) throw new Error(`git cannot read ${key}`);
    return { name: key.slice(folder.length + 1, key.indexOf(' ')), sha256: digestOf(content) };
  });
}

const readFiles = (root: string): MigrationFile[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => ({ name, sha256: digestOf(readFileSync(join(root, folder, name))) }));

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const committed = readCommitted(root);
  const faults = committed === null ? [] : migrationFaults(committed, readFiles(root));
  for (const fault of faults) console.error(fault);
  console.log(
    committed === null
      ? 'Migrations are NOT compared with their history: this is no repository, or a cut-off copy of one.'
      : `${committed.length} committed texts of migrations compared.`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
}
