import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';

// The short form of the simulation: that it starts, drives two processes and judges. Its figures are no measurement.

vi.setConfig({ testTimeout: 240_000 });

const program = join(import.meta.dirname, '../../bench/scale/main.ts');
const short = '--worksites 30 --people 10 --samples 12 --seconds 3 --traffic 100'.split(' ');

async function runScale(...more: string[]): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [program, ...short, ...more], {
    env: { ...process.env, MAX_DELAY_MS: '60000' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number]>,
  ]);
  return { exitCode, stdout, stderr };
}

test('a simulation refuses nothing, plays occasions and compares them with the formula', async () => {
  // so few calls say little about CPU: only what is refused can fail
  const { exitCode, stdout, stderr } = await runScale('--factor', '1000');
  expect({ exitCode, stderr }, stdout).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).toMatch(/^\| confirm \| [\d.,]+ \| [\d.,]+ \| [\d.,]+ \| [\d.,]+ \|$/m);
  expect(stdout).toContain('the busiest hour of 30000 people, 3 s, 2 processes');
  const [, formula = '', simulation = ''] = /^\| calls a second \| (\S+) \| (\S+) \|/m.exec(stdout) ?? [];
  expect(Number(simulation)).toBeGreaterThan(Number(formula) / 5);
  expect(stdout).toContain('The formula holds');
});
