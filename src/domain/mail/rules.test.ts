import { describe, expect, test } from 'vitest';
import { judgeFailedDelivery } from './rules.ts';

describe('the outcome of a failed attempt', () => {
  test.each([
    ['a dead connection before the message', null, 'connection', false, 'later'],
    ['a dead connection after the message', null, 'connection', true, 'unknown'],
    ['busy, for the recipient', 451, 'recipient', false, 'later'],
    ['no such recipient', 550, 'recipient', false, 'refused'],
    ['a recipient refused in a muddled dialogue', 503, 'recipient', false, 'later'],
    ['a refused sender: our account', 550, 'sender', false, 'later'],
    ['no message wanted now', 452, 'message', false, 'later'],
    ['the message refused after reading it', 554, 'message', true, 'refused'],
    ['the message put off after reading it', 451, 'message', true, 'later'],
    ['the first answer of a refusal', 400, 'message', true, 'later'],
    ['the first answer of a lasting one', 500, 'message', true, 'refused'],
    ['the last answer of a lasting one', 599, 'message', true, 'refused'],
    ['an answer beyond all', 600, 'message', true, 'unknown'],
    ['an answer that is none', 354, 'message', true, 'unknown'],
    ['closing down before the message', 421, 'connection', false, 'later'],
    ['closing down, nobody knows for which command', 421, 'connection', true, 'unknown'],
  ] as const)('%s', (_name, replyCode, step, hasLeft, expected) => {
    expect(judgeFailedDelivery({ replyCode, step, hasLeft })).toBe(expected);
  });
});
