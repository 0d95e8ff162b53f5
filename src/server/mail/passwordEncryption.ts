import { encrypt, decryptWithAny } from '../platform/encryption.ts';

const purpose = 'turnario mail account password';

/** Encrypts a mail account's password with the application's secret; the same password gives another text each time. */
export const encryptPassword = (secret: string, password: string): Uint8Array =>
  encrypt(secret, purpose, password);

/** The password; null when none of the secrets encrypted it or it is damaged. */
export const decryptPassword = (secrets: readonly string[], encrypted: Uint8Array): string | null =>
  decryptWithAny(secrets, purpose, encrypted);
