import { seal, unsealWithAny } from '../platform/secretBox.ts';

const purpose = 'turnario mail account password';

/** Encrypts a mail account's password with the application's secret; the same password gives another text each time. */
export const sealPassword = (secret: string, password: string): Uint8Array => seal(secret, purpose, password);

/** The password; null when none of the secrets sealed it or it is damaged. */
export const openPassword = (secrets: readonly string[], sealed: Uint8Array): string | null =>
  unsealWithAny(secrets, purpose, sealed);
