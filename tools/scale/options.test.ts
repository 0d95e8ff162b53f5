import { expect, test } from 'vitest';
import { UsageError } from '../../scripts/commandLine.ts';
import { readOptions } from './options.ts';

test('without anything, the simulation with the numbers of the usage', () => {
  expect(readOptions([])).toEqual({
    mode: 'simulation',
    worksites: 2000,
    people: 20,
    traffic: 5,
    seconds: 60,
    processes: 2,
    samples: 1000,
    factor: 1.5,
    streams: 4000,
  });
});

test('what is given counts', () => {
  expect(readOptions(['streams', '--worksites', '50', '--seconds', '2.5'])).toMatchObject({
    mode: 'streams',
    worksites: 50,
    seconds: 2.5,
  });
});

test.each([
  [['nothing'], 'none of'],
  [['streams', 'rosters'], 'none of'],
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
