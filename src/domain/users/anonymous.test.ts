import { expect, test } from 'vitest';
import { anonymousEmail } from './anonymous.ts';

test('anonymous addresses are unique and undeliverable', () => {
  expect(anonymousEmail('a')).not.toBe(anonymousEmail('b'));
  expect(anonymousEmail('a')).toMatch(/\.invalid$/);
});
