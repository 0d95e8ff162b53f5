import { expect, test } from 'vitest';
import { mailTries } from '../mail/rules.ts';
import { pushTries } from '../notifications/push/rules.ts';
import { pauseAfter } from './rules.ts';

test('a failed push is retried with growing pauses, a limited number of times', () => {
  const pauses = [1, 2, 3, 4, 5, 6].map((tries) => pauseAfter(pushTries, tries));
  expect(pauses).toEqual([10, 60, 300, 900, 3600, null]);
});

test('a receiver’s Retry-After is respected, between the own pause and six hours', () => {
  const asked = [pauseAfter(pushTries, 1, 120), pauseAfter(pushTries, 3, 5)];
  expect([...asked, pauseAfter(pushTries, 1, 10 ** 8)]).toEqual([120, 300, 21_600]);
});

test('a mail is retried after ten seconds, then half a minute, for about three days in all', () => {
  const tries = Array.from({ length: mailTries.mostAttempts }, (_, index) => index + 1);
  const pauses = tries.map((attempts) => pauseAfter(mailTries, attempts));
  expect(pauses.slice(0, 2)).toEqual([10, 30]);
  expect(pauses.pop()).toBe(null);
  const hours = pauses.reduce<number>((sum, pause) => sum + (pause ?? 0), 0) / 3600;
  expect(hours).toBeGreaterThan(70);
  expect(hours).toBeLessThan(75);
});
