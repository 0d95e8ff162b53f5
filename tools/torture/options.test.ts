import { expect, test } from 'vitest';
import { UsageError } from '../../scripts/commandLine.ts';
import { readCommand } from './options.ts';

test('has defaults', () => {
  expect(readCommand(['--minutes', '0.5'])).toEqual({
    reportFile: null,
    options: {
      minutes: 0.5,
      databaseUrl: null,
      seed: 1,
      people: 4,
      pauseMs: 20,
      only: '',
    },
  });
});

test.each([
  ['an engine', ['--engine', 'postgres']],
  ['minutes that are no number', ['--minutes', 'many']],
  ['one person, who could swap with nobody', ['--people', '1']],
  ['an unknown option', ['--fast']],
])('refuses %s', (_what, args) => {
  expect(() => readCommand(args)).toThrow(UsageError);
});
