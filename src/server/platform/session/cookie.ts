import type { FastifyReply, FastifyRequest } from 'fastify';
import { secondsBetween } from '../clock.ts';
import type { AppContext } from '../context.ts';
import type { Settings } from '../settings.ts';
import { isToken, type RenewedSession, sessionLifetime, type SessionTokens } from './session.ts';

const isSecure = (settings: Settings): boolean => settings.publicUrl.startsWith('https:');

// the prefix makes browsers require Secure, the whole host and the root path
export const cookieNameOf = (settings: Settings): string =>
  isSecure(settings) ? '__Host-turnario' : 'turnario';

/** The cookie of an impersonating CEO, beside their own (decision ‘Impersonation has a cookie of its own’). */
const actingNameOf = (settings: Settings): string => `${cookieNameOf(settings)}-as`;

/** Identifies a browser to people who signed in with it; it grants no access. */
const deviceNameOf = (settings: Settings): string => `${cookieNameOf(settings)}-device`;

/** How long a browser stays known without a sign-in. */
export const deviceSeconds = 180 * 24 * 3600;

/** The device cookie's token, if well-formed. */
export function deviceToken({ cookies }: Pick<FastifyRequest, 'cookies'>, settings: Settings): string | null {
  const token = cookies[deviceNameOf(settings)];
  return token !== undefined && isToken(token) ? token : null;
}

/** Survives sign-out, for the next sign-in. */
export function setDeviceCookie(reply: FastifyReply, settings: Settings, token: string): void {
  void reply.setCookie(deviceNameOf(settings), token, { ...attributesOf(settings), maxAge: deviceSeconds });
}

/** The tokens in the call's cookies; undefined without the person's own. */
export function sessionTokens(
  { cookies }: Pick<FastifyRequest, 'cookies'>,
  settings: Settings,
): SessionTokens | undefined {
  const own = cookies[cookieNameOf(settings)];
  const acting = cookies[actingNameOf(settings)];
  if (!own) return undefined;
  return acting ? { own, acting } : { own };
}

export function setSessionCookie(
  reply: FastifyReply,
  settings: Settings,
  token: string,
  isRemembered: boolean,
): void {
  keepSessionCookie(reply, settings, token, isRemembered ? sessionLifetime(true) : null);
}

/** Sets the new token of a renewed session, for its remaining lifetime. */
export function renewSessionCookie(
  reply: FastifyReply,
  { settings, clock }: Pick<AppContext, 'settings' | 'clock'>,
  { token, keepUntil }: RenewedSession,
): void {
  const seconds = keepUntil === null ? null : secondsBetween(clock.now(), keepUntil);
  keepSessionCookie(reply, settings, token, seconds);
}

/** @param seconds lifetime in the browser; null: until it closes */
function keepSessionCookie(
  reply: FastifyReply,
  settings: Settings,
  token: string,
  seconds: number | null,
): void {
  void reply.setCookie(cookieNameOf(settings), token, {
    ...attributesOf(settings),
    // without maxAge the browser drops the cookie when it closes
    ...(seconds !== null && { maxAge: seconds }),
  });
}

/** A session cookie: once the browser closes, the CEO is back in their own account. */
export function setActingCookie(reply: FastifyReply, settings: Settings, token: string): void {
  void reply.setCookie(actingNameOf(settings), token, attributesOf(settings));
}

const attributesOf = (settings: Settings) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(settings) }) as const;

/** Clears both, if there are two. */
export function clearSessionCookies(request: FastifyRequest, reply: FastifyReply, settings: Settings): void {
  void reply.clearCookie(cookieNameOf(settings), { path: '/', secure: isSecure(settings) });
  clearActingCookie(request, reply, settings);
}

export function clearActingCookie(
  { cookies }: Pick<FastifyRequest, 'cookies'>,
  reply: FastifyReply,
  settings: Settings,
): void {
  const name = actingNameOf(settings);
  if (name in cookies) void reply.clearCookie(name, { path: '/', secure: isSecure(settings) });
}
