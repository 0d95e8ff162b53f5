import { describe, expect, test } from 'vitest';
import { judgeFailedDelivery, mostAttempts, retryPauses } from './rules.ts';

describe('what a failed try means', () => {
  test.each([
    ['a dead connection before the message', null, 'connection', false, 'deferred'],
    ['a dead connection after the message', null, 'connection', true, 'unknown'],
    ['busy, for the recipient', 451, 'recipient', false, 'deferred'],
    ['no such recipient', 550, 'recipient', false, 'refused'],
    ['a recipient refused in a muddled dialogue', 503, 'recipient', false, 'deferred'],
    ['a refused sender: our account', 550, 'sender', false, 'deferred'],
    ['no message wanted now', 452, 'message', false, 'deferred'],
    ['the message refused after reading it', 554, 'message', true, 'refused'],
    ['the message put off after reading it', 451, 'message', true, 'deferred'],
    ['the first answer of a refusal', 400, 'message', true, 'deferred'],
    ['the first answer of a lasting one', 500, 'message', true, 'refused'],
    ['the last answer of a lasting one', 599, 'message', true, 'refused'],
    ['an answer beyond all', 600, 'message', true, 'unknown'],
    ['an answer that is none', 354, 'message', true, 'unknown'],
    ['closing down before the message', 421, 'connection', false, 'deferred'],
    ['closing down, nobody knows for which command', 421, 'connection', true, 'unknown'],
  ] as const)('%s', (_name, replyCode, step, hasLeft, expected) => {
    expect(judgeFailedDelivery({ replyCode, step, hasLeft })).toBe(expected);
  });
});

test('a mail that did not get through is tried again after ten seconds, then after half a minute', () => {
  expect(retryPauses.slice(0, 2)).toEqual([10, 30]);
});

test('the pauses grow, and all tries together take about three days', () => {
  expect(retryPauses.toSorted((one, other) => one - other)).toEqual(retryPauses);
  const last = retryPauses.at(-1) ?? 0;
  const pauses = Array.from({ length: mostAttempts - 1 }, (_, index) => retryPauses[index] ?? last);
  const hours = pauses.reduce((sum, pause) => sum + pause) / 3600;
  expect(hours).toBeGreaterThan(70);
  expect(hours).toBeLessThan(75);
});
