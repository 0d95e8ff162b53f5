import { expect, test } from 'vitest';
import { UsageError } from '../../scripts/commandLine.ts';
import { readCommand } from './options.ts';

test('needs an engine, and has defaults for the rest', () => {
  expect(readCommand(['--engine', 'pglite', '--minutes', '0.5'])).toEqual({
    reportFile: null,
    options: {
      minutes: 0.5,
      engine: 'pglite',
      databaseUrl: null,
      seed: 1,
      people: 4,
      pauseMs: 20,
      only: '',
    },
  });
});

test.each([
  ['no engine', []],
  ['another engine', ['--engine', 'mysql']],
  ['minutes that are no number', ['--engine', 'pglite', '--minutes', 'many']],
  ['one person, who could swap with nobody', ['--engine', 'pglite', '--people', '1']],
  ['an unknown option', ['--engine', 'pglite', '--fast']],
])('refuses %s', (_what, args) => {
  expect(() => readCommand(args)).toThrow(UsageError);
});
