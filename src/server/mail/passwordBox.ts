import { seal, unseal } from '../platform/secretBox.ts';

const purpose = 'turnario mail account password';

/** Encrypts a mail account's password with the application's secret; the same password gives another text each time. */
export const sealPassword = (secret: string, password: string): Uint8Array => seal(secret, purpose, password);

/** The password; null when it was sealed with another secret or is damaged. */
export const openPassword = (secret: string, sealed: Uint8Array): string | null =>
  unseal(secret, purpose, sealed);
