import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A step of `npm run check`: migrations are named `NNNN_name.sql` with unique numbers, and contain no transaction commands.
 * Those committed since version 1.0.0 must not change, since databases may have applied them. Before 1.0.0 migrations are
 * edited in place: no data is kept.
 */

/** Files edited or removed since 1.0.0, committed or not; null if git does not know the history. */
export function editedMigrations(root: string): string[] | null {
  const git = (...args: string[]): string[] | null => {
    const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
    return status === 0 ? stdout.split('\n').filter((line) => line !== '') : null;
  };
  if (git('rev-parse', '--is-shallow-repository')?.[0] !== 'false') return null;
  const releases = git('log', '--reverse', '--format=%H', '-G', '"version": "[1-9]', '--', 'package.json');
  const first = releases?.[0];
  if (first === undefined) return [];
  const edits = ['--no-renames', '--diff-filter=MD', '--name-only'];
  const committed = git('log', '--format=', ...edits, `${first}..HEAD`, '--', 'db/migrations');
  const uncommitted = git('diff', ...edits, 'HEAD', '--', 'db/migrations');
  return committed && uncommitted && [...new Set([...committed, ...uncommitted])];
}

/** Problems with the files of a folder. */
export function wrongMigrations(folder: string): string[] {
  const names = readdirSync(folder).toSorted();
  return names.flatMap((name, at) => {
    const text = readFileSync(join(folder, name), 'utf8');
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name)) return [`${name} is not called NNNN_name.sql`];
    if (name.slice(0, 4) === names[at - 1]?.slice(0, 4)) return [`${name} has the number of the one before`];
    const control = /^\s*(begin|start transaction|commit|rollback)\s*;/im.test(text);
    return control ? [`${name} begins or ends transactions`] : [];
  });
}

if (import.meta.main) {
  const wrong = wrongMigrations(join(import.meta.dirname, '../db/migrations'));
  for (const line of wrong) console.error(line);
  const files = editedMigrations(join(import.meta.dirname, '..'));
  if (files === null) console.log('Migrations are NOT compared: no repository, or a cut-off copy of one.');
  for (const file of files ?? []) {
    console.error(
      `${file} was edited or removed, but databases may have applied it: write a new migration instead`,
    );
  }
  process.exitCode = files?.length || wrong.length > 0 ? 1 : 0;
}
