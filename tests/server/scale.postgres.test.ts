import { expect, test, vi } from 'vitest';
import { runScript } from '../support/commands.ts';

// The short form of the simulation: that it starts, drives two processes and judges. Its figures are no measurement.

vi.setConfig({ testTimeout: 240_000 });

const short = '--worksites 30 --people 10 --samples 12 --seconds 3 --traffic 100'.split(' ');

test('a simulation refuses nothing, plays occasions and compares them with the formula', async () => {
  // so few calls say little about CPU: only what is refused can fail
  const settings = { TEST_DATABASE_URL: process.env['TEST_DATABASE_URL'] ?? '', MAX_DELAY_MS: '60000' };
  const { code, stdout, stderr } = await runScript(
    'tools/scale/main.ts',
    settings,
    ...short,
    '--factor',
    '1000',
  );
  expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^\| confirm \| [\d.,]+ \| [\d.,]+ \| [\d.,]+ \| [\d.,]+ \|$/m);
  expect(stdout).toContain('the busiest hour of 30000 people, 3 s, 2 processes');
  const [, formula = '', simulation = ''] = /^\| calls a second \| (\S+) \| (\S+) \|/m.exec(stdout) ?? [];
  expect(Number(simulation)).toBeGreaterThan(Number(formula) / 5);
  expect(stdout).toContain('The formula holds');
});
