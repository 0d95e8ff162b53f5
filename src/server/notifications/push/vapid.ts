import { sign } from 'node:crypto';
import type { Instant } from '../../../domain/calendar/day.ts';
import type { Settings } from '../../platform/settings.ts';
import type { PushKeys } from './commands.keys.ts';

/** A push service may refuse more than 24 hours. */
const lifetimeSeconds = 12 * 3600;

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** `Authorization` for one push service (RFC 8292): who sends, and whom the service may write to. */
export function vapidHeader(
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

/** Where a push service reaches who runs this server. */
export function vapidSubject({ publicUrl, ceoEmails }: Pick<Settings, 'publicUrl' | 'ceoEmails'>): string {
  if (publicUrl.startsWith('https:')) return publicUrl;
  return `mailto:${ceoEmails[0] ?? `turnario@${new URL(publicUrl).hostname}`}`;
}
