import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

// version (1 byte), nonce (12), tag (16), ciphertext
const version = 1;
const nonceLength = 12;
const tagLength = 16;
const algorithm = 'aes-256-gcm';

/** A key for one purpose alone: what is encrypted for one cannot be opened for another. */
const keyFrom = (secret: string, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32));

function encrypt(secret: string, purpose: string, text: string): Uint8Array {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, keyFrom(secret, purpose), nonce);
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return new Uint8Array(Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), encrypted]));
}

function decrypt(secret: string, purpose: string, encrypted: Uint8Array): string | null {
  if (encrypted[0] !== version || encrypted.length < 1 + nonceLength + tagLength) return null;
  const nonce = encrypted.subarray(1, 1 + nonceLength);
  const tag = encrypted.subarray(1 + nonceLength, 1 + nonceLength + tagLength);
  const decipher = createDecipheriv(algorithm, keyFrom(secret, purpose), nonce, { authTagLength: tagLength });
  decipher.setAuthTag(tag);
  try {
    const text = decipher.update(encrypted.subarray(1 + nonceLength + tagLength));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/**
 * For what is stored for one purpose: encrypted with the current secret, the same text into other bytes each time, and
 * opened with any of the secrets that are known.
 */
export const encryptionFor = (purpose: string) => ({
  encrypt: (secret: string, text: string): Uint8Array => encrypt(secret, purpose, text),
  /** Null when none of the secrets encrypted it for this purpose, or it is damaged. */
  decrypt: (secrets: readonly string[], encrypted: Uint8Array): string | null => {
    for (const secret of secrets) {
      const text = decrypt(secret, purpose, encrypted);
      if (text !== null) return text;
    }
    return null;
  },
});
