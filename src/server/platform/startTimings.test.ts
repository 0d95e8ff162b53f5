import { expect, test } from 'vitest';
import { describeSteps } from './startTimings.ts';

test('each step says when it ended and how long after the one before; what others noted is left out', () => {
  const marks = [
    { name: 'turnario database aperto', startTime: 640.4 },
    { name: 'something else', startTime: 100 },
    { name: 'turnario Node avviato', startTime: 41.6 },
  ];
  expect(describeSteps(marks)).toEqual([
    '    42 ms     +42  Node avviato',
    '   640 ms    +599  database aperto',
  ]);
});
