import sql from 'sql-template-tag';
import { buildUser, type UserDraft } from '../../db/builders.ts';
import { insertPasswordLink } from '../../src/server/auth/queries.ts';
import { secondsAfter } from '../../src/server/platform/clock.ts';
import type { Queryable } from '../../src/server/platform/database/database.ts';
import { hashToken, newToken } from '../../src/server/platform/session/tokens.ts';
import type { TestServer } from './server.ts';

const android =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36';

/** Creates an account with this password. */
export const buildSigner = async ({ context }: TestServer, password: string, draft: UserDraft = {}) =>
  buildUser(context, { ...draft, passwordHash: await context.passwords.hash(password) });

/** Signs in through the API, as a browser does; throws if refused. */
export async function signInAt(server: TestServer, email: string, password: string, userAgent = android) {
  const answer = await server.nobody.call('POST /api/auth/login', {
    body: { email, password },
    headers: { 'user-agent': userAgent },
  });
  if (answer.status !== 200) throw new Error(`login: ${answer.status} ${answer.text}`);
  return server.bearing(answer.cookies[0]?.value ?? null);
}

/** Inserts a password link for an account and returns its token. */
export async function giveLink({ database, clock }: TestServer, userId: string, seconds = 1800) {
  const [token, now] = [newToken(), clock.now()];
  const expiresAt = secondsAfter(now, seconds);
  await insertPasswordLink(database, { tokenHash: hashToken(token), userId, now, expiresAt });
  return token;
}

/** A valid registration at a standard worksite, except for the access code. */
export const registrationAt = (worksiteId: string) => ({
  email: `${crypto.randomUUID()}@example.it`,
  password: 'Turnario!2026',
  firstName: 'Nuova',
  lastName: 'Persona',
  worksiteId,
  acceptedTerms: true as const,
  role: 'operatore' as const,
  contractHours: 8,
});

/** Which of these accounts have been anonymised. */
export async function forgottenOf(database: Queryable, ids: readonly string[]): Promise<string[]> {
  const rows = await database.many<{ id: string }>(sql`
    select id from users where id = any(${[...ids]}::uuid[]) and anonymised_at is not null`);
  return rows.map(({ id }) => id);
}

/** One person who enters codes and one who reviews the codes of their worksite. */
export async function codeTeam(server: TestServer) {
  const giulia = await server.signIn({ firstName: 'Giulia', lastName: 'Ferri' });
  const { worksiteId } = giulia;
  const draft = { worksiteId, firstName: 'Anna', lastName: 'Villa', mayReviewCodes: true };
  return { giulia, anna: await server.signIn(draft) };
}

/** The audit entries that have this id as their target or as the person acted as, oldest first. */
export const actsOn = (database: Queryable, targetId: string): Promise<Record<string, unknown>[]> =>
  database.many(sql`
    select action, actor_id, acted_as_id, worksite_id, target_type, target_id, before, after
    from audit_log where target_id = ${targetId} or acted_as_id = ${targetId} order by id`);
