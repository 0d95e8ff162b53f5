import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 60_000 });

const root = join(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
/** Ours run a program of the repository; the others are somebody else's. */
const ours = Object.keys(scripts).filter((name) => /(^|\s)node /.test(scripts[name] ?? ''));

/** Runs a command of package.json without its npm. */
function run(name: string, ...typed: string[]) {
  const args = [...(scripts[name] ?? '').replace(/^.*?node /, '').split(' '), ...typed];
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DATABASE_URL: 'nothing reads this' };
  return spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8', timeout: 40_000 });
}

test('most commands are ours', () => expect(ours.length).toBeGreaterThan(12));

test.each(ours)('npm run %s -- --help says what it does, and does nothing', (name) => {
  const { status, stdout, stderr } = run(name, '--help');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const [usage = '', about = ''] = stdout.split('\n\n');
  expect(usage.replace('npm run', 'npm')).toMatch(new RegExp(`^npm ${name}( |$)`));
  expect(about.length).toBeGreaterThan(30);
  for (const [, option = ''] of usage.matchAll(/\[(--[a-z]+)/g)) expect(stdout).toContain(`\n  ${option}`);
});

test.each([
  ['migrate', ['--speed'], '--speed'],
  ['backup', ['one', 'two'], 'Un solo file'],
  ['restore', [], 'Quale backup?'],
  ['db:move', ['mysql://host'], 'Quale PostgreSQL?'],
  ['bench', ['--rounds', '0'], '--rounds'],
  ['torture', ['--people', '1'], '--people'],
])('npm run %s -- %j is refused before anything happens', (name, typed, why) => {
  const { status, stdout, stderr } = run(name, ...typed);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  const [said, usage] = stderr.split('\n\n');
  expect(said).toContain(why);
  expect(usage).toContain(`npm run ${name}`);
});
