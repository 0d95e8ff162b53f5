import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { readCommandLine } from './commandLine.ts';

const { argv } = process;
afterEach(() => {
  process.argv = argv;
  vi.restoreAllMocks();
});

const help = 'npm run something -- [--rounds N]\n\nDoes something.';

test.each([
  [['--rounds', '3'], { rounds: '3' }, [], []],
  [['--rounds', '3', '--help'], 'exit 0', [[help]], []],
  [['--speed'], 'exit 2', [], [[expect.stringMatching(/--speed[^]*\n\nnpm run something/)]]],
])('%j: %j', (typed, outcome, said, complained) => {
  process.argv = [...argv.slice(0, 2), ...typed];
  const log = vi.spyOn(console, 'log').mockReturnValue();
  const error = vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit ${code}`);
  });
  const read = (): unknown => {
    try {
      return { ...readCommandLine(help, { options: { rounds: { type: 'string' } } }).values };
    } catch (ended) {
      return (ended as Error).message;
    }
  };
  expect(read()).toEqual(outcome);
  expect([log.mock.calls, error.mock.calls]).toEqual([said, complained]);
});

const root = join(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const programs = Object.entries(scripts).flatMap(([name, line]) => {
  const [, program] = /node (?:--import \S+ )?(\S+)/.exec(line) ?? [];
  return program === undefined ? [] : [[name, program] as const];
});

test.each(programs)('npm run %s answers --help with its usage (%s)', (name, program) => {
  const text = readFileSync(join(root, program), 'utf8');
  expect(text).toMatch(/\b(answerHelp|readCommandLine)\(/);
  expect(text).toMatch(new RegExp(`[\`']npm (run )?${name}( |\n)`));
});
