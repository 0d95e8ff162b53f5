import { expect, test } from 'vitest';
import { anonymousEmail } from './anonymous.ts';

test('addresses of two accounts differ and lead nowhere', () => {
  expect(anonymousEmail('a')).not.toBe(anonymousEmail('b'));
  expect(anonymousEmail('a')).toMatch(/\.invalid$/);
});
