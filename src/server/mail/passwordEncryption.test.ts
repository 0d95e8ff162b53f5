import { expect, test } from 'vitest';
import { decryptPassword, encryptPassword } from './passwordEncryption.ts';

const secret = 'a secret of at least thirty-two characters';

test('an encrypted password decrypts with the same secret only', () => {
  const encrypted = encryptPassword(secret, 'pàss wörd 🔑');
  expect(decryptPassword([secret], encrypted)).toBe('pàss wörd 🔑');
  expect(decryptPassword([`${secret}!`], encrypted)).toBeNull();
  // and looks different each time
  expect(encryptPassword(secret, 'pàss wörd 🔑')).not.toEqual(encrypted);
});

test('a damaged one does not open, whichever byte it is', () => {
  const encrypted = encryptPassword(secret, 'password');
  for (let index = 0; index < encrypted.length; index += 1) {
    const damaged = encrypted.slice();
    damaged[index] = (damaged[index] ?? 0) ^ 1;
    expect(decryptPassword([secret], damaged)).toBeNull();
  }
  expect(decryptPassword([secret], encrypted.subarray(0, 20))).toBeNull();
  expect(decryptPassword([secret], new Uint8Array())).toBeNull();
});
