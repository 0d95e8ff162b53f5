import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../settings.ts';
import { sessionLifetime } from './session.ts';

const isSecure = (settings: Settings): boolean => settings.publicUrl.startsWith('https:');

// the prefix makes browsers insist on Secure, the whole host and the root path
const nameOf = (settings: Settings): string => (isSecure(settings) ? '__Host-turnario' : 'turnario');

export const sessionToken = (request: FastifyRequest, settings: Settings): string | undefined =>
  request.cookies[nameOf(settings)];

export function setSessionCookie(
  reply: FastifyReply,
  settings: Settings,
  token: string,
  isRemembered: boolean,
): void {
  keepSessionCookie(reply, settings, token, isRemembered ? sessionLifetime(true) : null);
}

/** @param seconds for how long the browser keeps it; null: until it closes */
export function keepSessionCookie(
  reply: FastifyReply,
  settings: Settings,
  token: string,
  seconds: number | null,
): void {
  void reply.setCookie(nameOf(settings), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(settings),
    // without maxAge the browser drops the cookie when it closes
    ...(seconds !== null && { maxAge: seconds }),
  });
}

export function clearSessionCookie(reply: FastifyReply, settings: Settings): void {
  void reply.clearCookie(nameOf(settings), { path: '/', secure: isSecure(settings) });
}
