import { buildUser, type BuiltUser, type UserDraft } from '../../db/builders.ts';
import { type Caller, callerOf } from './caller.ts';
import type { TestServer } from './server.ts';

const android =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36';
export const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

/** An account with this password. */
export async function buildSigner(
  { context }: TestServer,
  password: string,
  draft: UserDraft = {},
): Promise<BuiltUser> {
  return buildUser(context, { ...draft, passwordHash: await context.passwords.hash(password) });
}

/** Signs in through the API, as a browser does; throws if it was refused. */
export async function signInAt(
  { nobody, app, context }: TestServer,
  email: string,
  password: string,
  userAgent = android,
): Promise<Caller> {
  const answer = await nobody.call('POST /api/auth/login', {
    body: { email, password },
    headers: { 'user-agent': userAgent },
  });
  if (answer.status !== 200) throw new Error(`login: ${answer.status} ${answer.text}`);
  return callerOf(app, context.settings, answer.cookies[0]?.value ?? null);
}
