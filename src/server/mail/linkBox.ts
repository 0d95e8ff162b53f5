import { seal, unsealWithAny } from '../platform/secretBox.ts';

const purpose = 'turnario link in a mail';

/** Encrypts a link for the outbox with the application's secret: who reads the table cannot follow it. */
export const sealLink = (secret: string, link: string): Uint8Array => seal(secret, purpose, link);

/** The link; null when none of the secrets sealed it or it is damaged. */
export const openLink = (secrets: readonly string[], sealed: Uint8Array): string | null =>
  unsealWithAny(secrets, purpose, sealed);
