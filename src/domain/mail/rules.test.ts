import { describe, expect, test } from 'vitest';
import { judgeFailedDelivery } from './rules.ts';

describe('the outcome of a failed attempt', () => {
  test.each([
    ['a dead connection before the message', null, 'connection', false, 'later'],
    ['a dead connection after the message', null, 'connection', true, 'unknown'],
    ['busy, for the recipient', 451, 'recipient', false, 'later'],
    ['no such recipient', 550, 'recipient', false, 'refused'],
    ['a recipient refused after a protocol error', 503, 'recipient', false, 'later'],
    ['a refused sender: our account', 550, 'sender', false, 'later'],
    ['message temporarily refused', 452, 'message', false, 'later'],
    ['the message refused after reading it', 554, 'message', true, 'refused'],
    ['the message deferred after reading it', 451, 'message', true, 'later'],
    ['the first temporary code', 400, 'message', true, 'later'],
    ['the first permanent code', 500, 'message', true, 'refused'],
    ['the last permanent code', 599, 'message', true, 'refused'],
    ['a code out of range', 600, 'message', true, 'unknown'],
    ['an intermediate code', 354, 'message', true, 'unknown'],
    ['closing down before the message', 421, 'connection', false, 'later'],
    ['closing down, unclear after which command', 421, 'connection', true, 'unknown'],
  ] as const)('%s', (_name, replyCode, step, hasLeft, expected) => {
    expect(judgeFailedDelivery({ replyCode, step, hasLeft })).toBe(expected);
  });
});
