import { generateKeyPairSync } from 'node:crypto';
import { resolveAppSecrets } from '../../platform/appSecret.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { encryptionFor } from '../../platform/encryption.ts';
import {
  findPushKeys,
  insertPushKeys,
  lockPushKeys,
  removeUnreadableKeys,
  replacePushKey,
} from './queries.ts';

const { encrypt: encryptPushKey, decrypt: decryptPushKey } = encryptionFor('turnario push key');

/** The keys that identify this server to push services (RFC 8292). */
export interface PushKeys {
  /** The public point, base64url. */
  publicKey: string;
  /** PKCS #8 in PEM. */
  privateKey: string;
}

/**
 * The server's keys, created on first use. A key that can no longer be decrypted is replaced once no device is
 * subscribed with it.
 * @returns null while the stored key cannot be decrypted
 */
export async function readPushKeys({
  database,
  settings,
  clock,
  log,
}: Pick<AppContext, 'database' | 'settings' | 'clock' | 'log'>): Promise<PushKeys | null> {
  const { current, known } = resolveAppSecrets(settings);
  for (let tries = 0; tries < 2; tries += 1) {
    const stored = await findPushKeys(database);
    const privateKey = stored && decryptPushKey(known, stored.privateKeyEncrypted);
    if (stored && privateKey !== null) return { publicKey: stored.publicKey, privateKey };
    if (stored && !(await removeUnreadableKeys(database, stored.publicKey))) break;
    const made = makeKeys();
    const privateKeyEncrypted = encryptPushKey(current, made.privateKey);
    // if two processes create one concurrently, the first wins
    await insertPushKeys(database, { publicKey: made.publicKey, privateKeyEncrypted, now: clock.now() });
  }
  log.error('the key for push notifications cannot be read: it was encrypted with another secret');
  return null;
}

function makeKeys(): PushKeys {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const point = Buffer.concat([Uint8Array.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return {
    publicKey: point.toString('base64url'),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** Re-encrypts the key with the current secret; `unreadable` if devices depend on a key that no secret decrypts. */
export async function renewPushKey(
  tx: Transaction,
  current: string,
  known: readonly string[],
): Promise<'kept' | 'renewed' | 'unreadable'> {
  const stored = await lockPushKeys(tx);
  if (!stored || decryptPushKey([current], stored.privateKeyEncrypted) !== null) return 'kept';
  const privateKey = decryptPushKey(known, stored.privateKeyEncrypted);
  if (privateKey !== null) {
    await replacePushKey(tx, encryptPushKey(current, privateKey));
    return 'renewed';
  }
  return (await removeUnreadableKeys(tx, stored.publicKey)) ? 'kept' : 'unreadable';
}
