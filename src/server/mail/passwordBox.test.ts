import { expect, test } from 'vitest';
import { openPassword, sealPassword } from './passwordBox.ts';

const secret = 'a secret of at least thirty-two characters';

test('a sealed password opens with the same secret only', () => {
  const sealed = sealPassword(secret, 'pàss wörd 🔑');
  expect(openPassword([secret], sealed)).toBe('pàss wörd 🔑');
  expect(openPassword([`${secret}!`], sealed)).toBeNull();
});

test('a damaged one does not open, whichever byte it is', () => {
  const sealed = sealPassword(secret, 'password');
  for (let index = 0; index < sealed.length; index += 1) {
    const damaged = sealed.slice();
    damaged[index] = (damaged[index] ?? 0) ^ 1;
    expect(openPassword([secret], damaged)).toBeNull();
  }
  expect(openPassword([secret], sealed.subarray(0, 20))).toBeNull();
  expect(openPassword([secret], new Uint8Array())).toBeNull();
});

test('the same password looks different each time', () => {
  expect(sealPassword(secret, 'password')).not.toEqual(sealPassword(secret, 'password'));
});
