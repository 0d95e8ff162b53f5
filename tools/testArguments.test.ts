import { expect, test } from 'vitest';
import { runsFor } from './testArguments.ts';

test.each([
  ['', { vitest: ['run'], playwright: ['test'], hasServer: true }],
  ['--project domain', { vitest: ['run', '--project', 'domain'], playwright: null, hasServer: false }],
  ['--project e2e --headed', { vitest: null, playwright: ['test', '--headed'], hasServer: false }],
  ['src/domain/rest', { vitest: ['run', 'src/domain/rest'], playwright: null }],
  ['tests/e2e/swap.test.ts', { vitest: null, playwright: ['test', 'tests/e2e/swap.test.ts'] }],
  ['src/server tests/e2e/swap', { vitest: ['run', 'src/server'], playwright: ['test', 'tests/e2e/swap'] }],
  [
    '-t swap',
    {
      vitest: ['run', '-t', 'swap', '--passWithNoTests'],
      playwright: ['test', '--grep', 'swap', '--pass-with-no-tests'],
    },
  ],
  ['--bail', { vitest: ['run', '--bail=1'], playwright: ['test', '--max-failures=1'], isBailing: true }],
  ['--bail 2', { vitest: ['run', '--bail=2'], playwright: ['test', '--max-failures=2'] }],
  [
    '--changed=main',
    {
      vitest: ['run', '--changed=main', '--passWithNoTests'],
      playwright: ['test', '--only-changed=main', '--pass-with-no-tests'],
    },
  ],
])('npm test -- %s', (args, expected) => {
  expect(runsFor(args.split(' ').filter(Boolean))).toMatchObject(expected);
});
