import { expect, test } from 'vitest';
import { decryptPassword, encryptPassword } from './passwordEncryption.ts';

const secret = 'a secret of at least thirty-two characters';

test('an encrypted password decrypts only with the same secret', () => {
  const encrypted = encryptPassword(secret, 'pàss wörd 🔑');
  expect(decryptPassword([secret], encrypted)).toBe('pàss wörd 🔑');
  expect(decryptPassword([`${secret}!`], encrypted)).toBeNull();
  // and differs each time
  expect(encryptPassword(secret, 'pàss wörd 🔑')).not.toEqual(encrypted);
});

test.each([0, 15, 30])('one that is damaged or truncated at byte %i does not decrypt', (at) => {
  const encrypted = encryptPassword(secret, 'password');
  expect(
    decryptPassword(
      [secret],
      encrypted.map((byte, index) => (index === at ? byte ^ 1 : byte)),
    ),
  ).toBeNull();
  expect(decryptPassword([secret], encrypted.subarray(0, at))).toBeNull();
});
