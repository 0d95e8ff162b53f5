import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The keys of a browser's subscription, base64url. */
export interface DeviceKeys {
  p256dh: string;
  auth: string;
}

/** Random values of each message; passed in by tests only. */
interface Drawn {
  sender: ECDH;
  salt: Uint8Array;
}

const recordSize = 4096;
const tagLength = 16;

const drawn = (): Drawn => {
  const sender = createECDH('prime256v1');
  sender.generateKeys();
  return { sender, salt: randomBytes(16) };
};

const derive = (key: Uint8Array, salt: Uint8Array, info: string | Uint8Array, length: number): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', key, salt, info, length));

/** Whether a browser's key is on the curve: nothing can be encrypted for any other. */
export function isDeviceKey(p256dh: string): boolean {
  try {
    return ECDH.convertKey(p256dh, 'prime256v1', 'base64url').length > 0;
  } catch {
    return false;
  }
}

/**
 * Encrypts a text for one browser (RFC 8291): one record of `aes128gcm`, which the push service cannot read.
 * @throws Error if the browser's key is not on the curve
 */
export function encryptForDevice(
  text: string,
  { p256dh, auth }: DeviceKeys,
  { sender, salt }: Drawn = drawn(),
): Uint8Array {
  const receiverKey = Buffer.from(p256dh, 'base64url');
  const senderKey = sender.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiverKey, senderKey]);
  const secret = derive(sender.computeSecret(receiverKey), Buffer.from(auth, 'base64url'), info, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce, { authTagLength: tagLength });
  // 2: the last record
  const record = Buffer.concat([
    cipher.update(text, 'utf8'),
    cipher.update(Uint8Array.of(2)),
    cipher.final(),
  ]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordSize);
  return Buffer.concat([salt, size, Uint8Array.of(senderKey.length), senderKey, record, cipher.getAuthTag()]);
}
