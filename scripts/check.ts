import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readCommandLine } from './commandLine.ts';

readCommandLine(`npm run check

Static checks: types, lint, unused code, format, dependencies, features, migrations.
All steps run even if one fails; exit code 1 if any failed.`);

const steps: [name: string, command: string, ...args: string[]][] = [
  ['types', 'tsc'],
  ['lint', 'oxlint'],
  ['unused files, exports and dependencies', 'knip', '--no-progress'],
  ['format', 'oxfmt', '--check'],
];

const bin = join(import.meta.dirname, '../node_modules/.bin');
const failed: string[] = [];

for (const [name, command, ...args] of steps) run(name, join(bin, command), ...args);
run('dependencies', join(import.meta.dirname, 'dependencies.ts'));
run('features', join(import.meta.dirname, 'lint/cycles.ts'));
run('migrations', join(import.meta.dirname, 'migrationHistory.ts'));

function run(name: string, ...command: string[]): void {
  console.log(`\n▸ ${name}`);
  const { status } = spawnSync(process.execPath, command, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) failed.push(name);
}

console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.join('; ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;
