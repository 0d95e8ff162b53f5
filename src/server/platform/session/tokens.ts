import { hash, randomBytes } from 'node:crypto';

/** A new secret token for a cookie or a link: 256 random bits, URL-safe. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const hashToken = (token: string): Uint8Array => new Uint8Array(hash('sha256', token, 'buffer'));
