import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { flag, parseCommandLine, UsageError } from './commandLine.ts';

vi.setConfig({ testTimeout: 60_000 });

const root = join(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
/** Ours run a program of the repository; the others are somebody else's. */
const ours = Object.entries(scripts).filter(([, command]) => /(^|\s)node /.test(command));

test('most commands are ours', () => expect(ours.length).toBeGreaterThan(12));

test.each(ours)('npm run %s -- --help says what it does, and does nothing', (name, command) => {
  const args = [...command.replace(/^.*?node /, '').split(' '), '--help'];
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DATABASE_URL: 'nothing reads this' };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    env,
    encoding: 'utf8',
    timeout: 40_000,
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const [usage = '', about = ''] = stdout.split('\n\n');
  expect(usage.replace('npm run', 'npm')).toMatch(new RegExp(`^npm ${name}( |$)`));
  expect(about.length).toBeGreaterThan(30);
  for (const [, option = ''] of usage.matchAll(/\[(--[a-z]+)/g)) expect(stdout).toContain(`\n  ${option}`);
});

const command = {
  usage: 'npm run sample',
  about: 'A sample.',
  options: {
    mostPeople: { value: 'N', about: 'how many', schema: z.coerce.number().int().default(3) },
    isQuick: flag('in a hurry'),
  },
};

test('options are typed in kebab case and have defaults', () => {
  expect(parseCommandLine(command, []).options).toEqual({ mostPeople: 3, isQuick: false });
  const given = parseCommandLine(command, ['--most-people', '5', '--is-quick']);
  expect(given).toEqual({ options: { mostPeople: 5, isQuick: true }, positionals: [] });
});

test.each([
  [['--most-people', 'many'], '--most-people: '],
  [['--most-people'], 'most-people'],
  [['--speed', '9'], 'speed'],
  [['something'], 'too many arguments'],
])('%j is refused', (args, message) => {
  expect(() => parseCommandLine(command, args)).toThrow(UsageError);
  expect(() => parseCommandLine(command, args)).toThrow(message);
});
