import { encryptionFor } from '../platform/encryption.ts';

/** Encrypts links in the outbox, so that readers of the table cannot follow them. */
export const { encrypt: encryptLink, decrypt: decryptLink } = encryptionFor('turnario link in a mail');
