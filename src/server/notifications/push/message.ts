import { sign } from 'node:crypto';
import type { Instant } from '../../../domain/calendar/day.ts';
import type { PushMessage } from '../../../domain/notifications/push/rules.ts';
import { secondsBetween } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Settings } from '../../platform/settings.ts';
import type { PushKeys } from './commands.keys.ts';
import { encryptForDevice, isDeviceKey } from './encryption.ts';
import type { DeviceAddress } from './queries.ts';
import type { WirePush } from './transport.ts';

export interface Surroundings {
  /** How many items wait for the person: the badge on the installed app's icon. */
  waiting: number | null;
  /** Tags of notifications to close. */
  settled: readonly string[];
}

/** Push services drop a message after this, and give up on a device that is off. */
const longestSeconds = 24 * 3600;
const longestTopic = 32;
/** Push services accept 4096 bytes of encrypted text. */
const longestText = 900;

/**
 * A declarative message, which some browsers show by themselves and the service worker shows elsewhere. It is encrypted
 * for the device; the push service sees only timing, lifetime and a topic that replaces earlier messages.
 * @returns null if nothing can be encrypted for the device's key
 */
export function composePush(
  { settings, clock }: Pick<AppContext, 'settings' | 'clock'>,
  keys: PushKeys,
  device: DeviceAddress,
  message: Omit<PushMessage, 'ids'>,
  { waiting, settled }: Surroundings,
): WirePush | null {
  if (!isDeviceKey(device.p256dh)) return null;
  const { tag, title, body, path, uselessAt } = message;
  const badge = waiting === null ? {} : { app_badge: waiting };
  const navigate = new URL(path, settings.publicUrl).href;
  const text = JSON.stringify({
    web_push: 8030,
    notification: {
      title: cut(title),
      body: cut(body),
      lang: 'it',
      dir: 'ltr',
      navigate,
      tag,
      icon: '/icon-192.png',
      ...badge,
    },
    ...badge,
    settled,
  });
  const now = clock.now();
  const { origin } = new URL(device.endpoint);
  return {
    endpoint: device.endpoint,
    headers: {
      authorization: vapidHeader(keys, origin, vapidSubject(settings), now),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/json',
      ttl: String(secondsLeft(now, uselessAt)),
      topic: topicOf(tag),
      urgency: 'high',
    },
    body: encryptForDevice(text, device),
  };
}

const cut = (text: string): string => (text.length > longestText ? `${text.slice(0, longestText)}…` : text);

const secondsLeft = (now: Instant, uselessAt: Instant): number =>
  Math.min(longestSeconds, Math.max(60, secondsBetween(now, uselessAt)));

/** At most 32 base64url characters (RFC 8030): an id without hyphens fits. */
const topicOf = (tag: string): string => tag.replaceAll(/[^\w]/g, '').slice(0, longestTopic);

/** Push services may refuse more than 24 hours. */
const lifetimeSeconds = 12 * 3600;

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** `Authorization` for one push service (RFC 8292): identifies the server and its contact. */
function vapidHeader(
  { publicKey, privateKey }: PushKeys,
  origin: string,
  subject: string,
  now: Instant,
): string {
  const exp = Math.floor(Date.parse(now) / 1000) + lifetimeSeconds;
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part({ aud: origin, exp, sub: subject })}`;
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`;
}

/** Contact of the server's operator for push services. */
function vapidSubject({ publicUrl, ceoEmails }: Pick<Settings, 'publicUrl' | 'ceoEmails'>): string {
  if (publicUrl.startsWith('https:')) return publicUrl;
  return `mailto:${ceoEmails[0] ?? `turnario@${new URL(publicUrl).hostname}`}`;
}
