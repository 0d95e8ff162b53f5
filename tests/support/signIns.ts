import { buildUser, type UserDraft } from '../../db/builders.ts';
import { insertPasswordLink } from '../../src/server/auth/queries.ts';
import { secondsAfter } from '../../src/server/platform/clock.ts';
import { hashToken, newToken } from '../../src/server/platform/session/tokens.ts';
import type { Caller } from './caller.ts';
import type { TestServer } from './server.ts';

const android =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36';

/** An account with this password. */
export const buildSigner = async ({ context }: TestServer, password: string, draft: UserDraft = {}) =>
  buildUser(context, { ...draft, passwordHash: await context.passwords.hash(password) });

/** Signs in through the API, as a browser does; throws if it was refused. */
export async function signInAt(
  server: TestServer,
  email: string,
  password: string,
  userAgent = android,
): Promise<Caller> {
  const answer = await server.nobody.call('POST /api/auth/login', {
    body: { email, password },
    headers: { 'user-agent': userAgent },
  });
  if (answer.status !== 200) throw new Error(`login: ${answer.status} ${answer.text}`);
  return server.bearing(answer.cookies[0]?.value ?? null);
}

/** The token of a link with which an account gets a password. */
export async function giveLink({ database, clock }: TestServer, userId: string, seconds = 1800) {
  const [token, now] = [newToken(), clock.now()];
  const expiresAt = secondsAfter(now, seconds);
  await insertPasswordLink(database, { tokenHash: hashToken(token), userId, now, expiresAt });
  return token;
}
