import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { countFileVariable } from './testCount.ts';

// Runs the reporter on test files with faults.

const root = join(import.meta.dirname, '..');
const config = `
import { CountReporter } from ${JSON.stringify(join(root, 'tools/testCount.ts'))};
export default { test: { globals: true, reporters: [new CountReporter()] } };
`;

async function runVitest(source: string, ...args: string[]): Promise<object> {
  const folder = await mkdtemp(join(tmpdir(), 'turnario-reporter-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'vitest.config.mjs'), config);
  await writeFile(join(folder, 'one.test.js'), source);
  const countFile = join(folder, 'count.json');
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--root', folder, ...args], {
    env: { PATH: process.env['PATH'], [countFileVariable]: countFile },
    stdio: 'ignore',
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, ...(JSON.parse(await readFile(countFile, 'utf8')) as object) };
}

const passing = `test('a', () => expect(1).toBe(1));`;

test.each([
  ['a passing test', passing, { code: 0, passed: 1, failed: 0 }],
  ['a test that fails', `${passing} test('b', () => expect(1).toBe(2));`, { code: 1, passed: 1, failed: 1 }],
  ['a skipped test', `${passing} test.skip('b', () => undefined);`, { code: 1, passed: 1, failed: 1 }],
  ['a test to be written', `${passing} test.todo('b');`, { code: 1, passed: 1, failed: 1 }],
  [
    'a skipped group',
    `${passing} describe.skip('b', () => { ${passing} });`,
    { code: 1, passed: 1, failed: 1 },
  ],
  [
    'a test that skips itself',
    `${passing} test('b', ({ skip }) => skip());`,
    { code: 1, passed: 1, failed: 1 },
  ],
  ['a file that does not load', `${passing} throw new Error('no');`, { code: 1, passed: 0, failed: 1 }],
  [
    'a hook that fails',
    `${passing} afterAll(() => { throw new Error('no'); });`,
    { code: 1, passed: 1, failed: 1 },
  ],
  ['a file without tests', '', { code: 1, passed: 0, failed: 1 }],
])('%s', { timeout: 60_000 }, async (_what, source, expected) => {
  expect(await runVitest(source)).toEqual(expected);
});

test('tests excluded by name are not failures', { timeout: 60_000 }, async () => {
  expect(await runVitest(`${passing} test('b', () => undefined);`, '-t', 'b')).toEqual({
    code: 0,
    passed: 1,
    failed: 0,
  });
});

test('tests not started because of --bail are not counted', { timeout: 60_000 }, async () => {
  const source = `test('a', () => expect(1).toBe(2)); ${passing} ${passing}`;
  expect(await runVitest(source, '--bail=1')).toEqual({ code: 1, passed: 0, failed: 1 });
});
