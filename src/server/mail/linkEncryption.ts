import { encryptionFor } from '../platform/encryption.ts';

/** Of a link in the outbox: who reads the table cannot follow it. */
export const { encrypt: encryptLink, decrypt: decryptLink } = encryptionFor('turnario link in a mail');
