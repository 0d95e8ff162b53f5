import { encryptionFor } from '../platform/encryption.ts';

/** Encrypts the mail account's password. */
export const { encrypt: encryptPassword, decrypt: decryptPassword } = encryptionFor(
  'turnario mail account password',
);
