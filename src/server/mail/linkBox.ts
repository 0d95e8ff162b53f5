import { resolveAppSecret } from '../platform/appSecret.ts';
import { seal, unseal } from '../platform/secretBox.ts';
import type { Settings } from '../platform/settings.ts';

const purpose = 'turnario link in a mail';

/** Encrypts a link for the outbox: who reads the table cannot follow it. */
export const sealLink = (settings: Settings, link: string): Uint8Array =>
  seal(resolveAppSecret(settings), purpose, link);

/** The link; null when the application's secret has changed since. */
export const openLink = (settings: Settings, sealed: Uint8Array): string | null =>
  unseal(resolveAppSecret(settings), purpose, sealed);
