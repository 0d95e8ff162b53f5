import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

// version (1 byte), nonce (12), tag (16), ciphertext
const version = 1;
const nonceLength = 12;
const tagLength = 16;
const algorithm = 'aes-256-gcm';

/** Derives a key per purpose: values encrypted for one cannot be decrypted for another. */
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
 * Encryption for one purpose: encrypts with the current secret, with a different result each time; decrypts with any
 * known secret.
 */
export const encryptionFor = (purpose: string) => ({
  encrypt: (secret: string, text: string): Uint8Array => encrypt(secret, purpose, text),
  /** Null if none of the secrets encrypted it for this purpose, or it is damaged. */
  decrypt: (secrets: readonly string[], encrypted: Uint8Array): string | null => {
    for (const secret of secrets) {
      const text = decrypt(secret, purpose, encrypted);
      if (text !== null) return text;
    }
    return null;
  },
});
