import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * A step of `npm run check`: a migration that was committed since version 1.0.0 stays as it is, since databases may have
 * applied it. Before 1.0.0 the tables are edited where they stand: no data is kept, and nothing is compared.
 */

/** The files that were edited or removed since then, committed or not; null where git does not know the history. */
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

if (import.meta.main) {
  const files = editedMigrations(join(import.meta.dirname, '..'));
  if (files === null) console.log('Migrations are NOT compared: no repository, or a cut-off copy of one.');
  for (const file of files ?? []) {
    console.error(
      `${file} was edited or removed, but databases may have applied it: write a new migration instead`,
    );
  }
  process.exitCode = files?.length ? 1 : 0;
}
