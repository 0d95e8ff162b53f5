import { expect, test } from 'vitest';
import { UsageError } from '../../scripts/commandLine.ts';
import { readOptions } from './options.ts';

test('what is given counts beside the numbers of the usage', () => {
  const others = { traffic: 5, processes: 2, samples: 1000, factor: 1.5 };
  const given = { worksites: 50, people: 20, seconds: 2.5 };
  expect(readOptions(['--worksites', '50', '--seconds', '2.5'])).toEqual({ ...others, ...given });
});

test.each([
  [['streams'], 'too many'],
  [['--worksites', '0'], '--worksites'],
  [['--processes', '1.5'], '--processes'],
  [['--seconds', 'long'], '--seconds'],
  [['--people', '4'], 'five at least'],
  [['--factor', '1'], 'above 1'],
  [['--speed', '9'], 'speed'],
])('%j is not understood', (args, message) => {
  expect(() => readOptions(args)).toThrow(UsageError);
  expect(() => readOptions(args)).toThrow(message);
});
