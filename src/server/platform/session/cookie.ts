import type { FastifyReply, FastifyRequest } from 'fastify';
import { secondsBetween } from '../clock.ts';
import type { AppContext } from '../context.ts';
import type { Settings } from '../settings.ts';
import { type RenewedSession, sessionLifetime, type SessionTokens } from './session.ts';

const isSecure = (settings: Settings): boolean => settings.publicUrl.startsWith('https:');

// the prefix makes browsers insist on Secure, the whole host and the root path
const nameOf = (settings: Settings): string => (isSecure(settings) ? '__Host-turnario' : 'turnario');

/** The cookie of a CEO in somebody's account; their own stays beside it (decision 25). */
const actingNameOf = (settings: Settings): string => `${nameOf(settings)}-as`;

/** What the call's cookies hold; undefined without the person's own. */
export function sessionTokens(
  { cookies }: Pick<FastifyRequest, 'cookies'>,
  settings: Settings,
): SessionTokens | undefined {
  const own = cookies[nameOf(settings)];
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

/** The new token of a session that goes on, for as long as it had left. */
export function renewSessionCookie(
  reply: FastifyReply,
  { settings, clock }: Pick<AppContext, 'settings' | 'clock'>,
  { token, keepUntil }: RenewedSession,
): void {
  const seconds = keepUntil === null ? null : secondsBetween(clock.now(), keepUntil);
  keepSessionCookie(reply, settings, token, seconds);
}

/** @param seconds for how long the browser keeps it; null: until it closes */
function keepSessionCookie(
  reply: FastifyReply,
  settings: Settings,
  token: string,
  seconds: number | null,
): void {
  void reply.setCookie(nameOf(settings), token, {
    ...attributesOf(settings),
    // without maxAge the browser drops the cookie when it closes
    ...(seconds !== null && { maxAge: seconds }),
  });
}

/** The browser forgets it when it closes: the CEO is then back in their own account. */
export function setActingCookie(reply: FastifyReply, settings: Settings, token: string): void {
  void reply.setCookie(actingNameOf(settings), token, attributesOf(settings));
}

const attributesOf = (settings: Settings) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(settings) }) as const;

/** Both, if there are two. */
export function clearSessionCookies(request: FastifyRequest, reply: FastifyReply, settings: Settings): void {
  void reply.clearCookie(nameOf(settings), { path: '/', secure: isSecure(settings) });
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
