import { encrypt, decryptWithAny } from '../platform/encryption.ts';

const purpose = 'turnario link in a mail';

/** Encrypts a link for the outbox with the application's secret: who reads the table cannot follow it. */
export const encryptLink = (secret: string, link: string): Uint8Array => encrypt(secret, purpose, link);

/** The link; null when none of the secrets encrypted it or it is damaged. */
export const decryptLink = (secrets: readonly string[], encrypted: Uint8Array): string | null =>
  decryptWithAny(secrets, purpose, encrypted);
