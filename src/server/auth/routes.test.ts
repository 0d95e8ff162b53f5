import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildUser, buildWorksite } from '../../../db/builders.ts';
import type { Caller } from '../../../tests/support/caller.ts';
import type { Answer } from '../../../tests/support/calls.ts';
import { startTestServer, testNow, testServer } from '../../../tests/support/server.ts';
import { worker } from '../../../tests/support/sessions.ts';
import type { Session } from '../../domain/users/schema.ts';
import { createPasswordHasher } from '../platform/passwordHasher.ts';

const hasher = await createPasswordHasher();
const verified: (string | null)[] = [];
const server = await testServer({
  passwords: {
    hash: (password) => hasher.hash(password),
    verify: (storedHash, password) => {
      verified.push(storedHash);
      return hasher.verify(storedHash, password);
    },
  },
});
const { nobody, database, clock } = server;

const password = 'Turnario!2026';
const passwordHash = await hasher.hash(password);
const worksite = await buildWorksite(server.context, { name: 'Cantiere Tiburtina', description: 'Roma' });
const giulia = await buildUser(server.context, {
  worksiteId: worksite.id,
  firstName: 'Giulia',
  lastName: 'Ferri',
  email: 'giulia@example.it',
  passwordHash,
});

beforeEach(async () => {
  verified.length = 0;
  await database.run(sql`delete from attempt_counters`);
  await database.run(sql`delete from sessions`);
});

const login = (change: object = {}, token: string | null = null): Promise<Answer<Session>> =>
  nobody.call('POST /api/auth/login', {
    body: { email: giulia.email, password, rememberMe: true, ...change },
    headers: token === null ? {} : { cookie: `turnario=${token}` },
  });
const tokenOf = ({ cookies }: Answer<unknown>): string => cookies[0]?.value ?? '';
const userOf = (token: string): Promise<Answer<Session>> => server.bearing(token).call('GET /api/auth/user');

/** A cookie that scripts cannot read. */
const cookie = (name: string, days?: number, isSecure = false) => ({
  name,
  value: expect.stringMatching(/^[\w-]{43}$/) as string,
  path: '/',
  httpOnly: true,
  sameSite: 'Lax',
  ...(days !== undefined && { maxAge: days * 24 * 3600 }),
  ...(isSecure && { secure: true }),
});

describe('a sign-in', () => {
  test('returns the person and worksite, and nothing more', async () => {
    const answer = await login();
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(
      worker(
        {
          ...giulia,
          email: 'giulia@example.it',
          lastName: 'Ferri',
          acceptedTermsAt: testNow,
          createdAt: testNow,
        },
        { id: worksite.id, name: 'Cantiere Tiburtina', description: 'Roma' },
      ),
    );
    expect((await userOf(tokenOf(answer))).body).toEqual(answer.body);
  });

  test('sets a cookie of 30 days if remembered, otherwise a session cookie', async () => {
    expect((await login()).cookies).toEqual([cookie('turnario', 30), cookie('turnario-device', 180)]);
    expect((await login({ rememberMe: false })).cookies[0]).toEqual(cookie('turnario'));
  });

  test('over https sets cookies that browsers send only over https and to this host', async () => {
    const secure = await startTestServer({ env: { PUBLIC_URL: 'https://turni.example.it' } });
    const hash = await secure.context.passwords.hash(password);
    const person = await buildUser(secure.context, { passwordHash: hash });
    const body = { email: person.email, password };
    const answer = await secure.nobody.call('POST /api/auth/login', { body });
    expect(answer.cookies).toEqual([
      cookie('__Host-turnario', 30, true),
      cookie('__Host-turnario-device', 180, true),
    ]);
    expect(String(answer.headers['set-cookie'])).not.toMatch(/domain/i);
    const token = tokenOf(answer);
    expect(await secure.bearing(token).statusOf('GET /api/auth/user')).toBe(200);
    // a cookie that another host or a page without https could have set is ignored
    const headers = { cookie: `turnario=${token}` };
    expect(await secure.nobody.statusOf('GET /api/auth/user', { headers })).toBe(401);
    const ceo = await secure.signInCeo();
    const entered = await ceo.call('POST /api/ceo/impersonate/:id', { params: { id: person.id } });
    expect(entered.cookies).toEqual([cookie('__Host-turnario-as', undefined, true)]);
    await secure.close();
  });

  test('stores only the hash of the token', async () => {
    const token = tokenOf(await login());
    const rows = await database.many<object>(sql`select row_to_json(s) as row from sessions s`);
    expect(rows).toHaveLength(1);
    for (const form of [token, Buffer.from(token, 'base64url').toString('hex')])
      expect(JSON.stringify(rows)).not.toContain(form);
  });

  test('is refused identically for an unknown address and a wrong password, with the same work', async () => {
    const token = tokenOf(await login());
    verified.length = 0;
    const wrong = await login({ password: 'Sbagliata!1' }, token);
    const unknown = await login({ email: 'nessuno@example.it' });
    const unset = await login({ email: (await buildUser(server.context, {})).email });
    for (const answer of [wrong, unknown, unset]) {
      expect(answer).toMatchObject({ status: 401, text: wrong.text, cookies: [] });
      const own = { date: '', 'x-request-id': '' };
      expect({ ...answer.headers, ...own }).toEqual({ ...wrong.headers, ...own });
    }
    expect(wrong.body).toEqual({
      message: 'Dati non corretti - Email o password errati. Verifica le credenziali e riprova.',
      code: 'wrong_credentials',
    });
    // one comparison each: one with the stored hash, two with the dummy
    expect(verified).toEqual([passwordHash, null, null]);
    // the cookie's session stays valid
    expect((await userOf(token)).status).toBe(200);
  });

  test('reveals an inactive account only with the right password', async () => {
    const luca = await buildUser(server.context, { email: 'luca@example.it', passwordHash });
    const { token } = await server.signInAs(luca);
    await database.run(sql`update users set is_active = false where id = ${luca.id}`);
    expect((await userOf(token ?? '')).status).toBe(401);
    expect((await login({ email: luca.email, password: 'Sbagliata!1' })).status).toBe(401);
    const right = await login({ email: luca.email });
    expect(right.body).toEqual({
      message: "Account disattivato. Contatta l'amministratore.",
      code: 'account_disabled',
    });
    expect([right.status, right.cookies]).toEqual([403, []]);
  });
});

describe('a session', () => {
  test('is refused for an invalid token', async () => {
    const body = { message: 'Accedi per continuare.', code: 'not_signed_in' };
    for (const token of ['', 'x', 'x'.repeat(43), 'x'.repeat(4000), "' or 1=1 --"])
      expect(await userOf(token)).toMatchObject({ status: 401, body });
  });

  test('records the day of the last activity, in Rome, never an earlier one', async () => {
    const anna = await server.signIn();
    const dayAfterCallAt = async (now: string, as: Caller = anna): Promise<unknown> => {
      clock.set(now);
      await as.call('GET /api/auth/user');
      const { day } = await database.one<{ day: string }>(
        sql`select last_active_on as day from users where id = ${anna.id}`,
      );
      return day;
    };
    expect(await dayAfterCallAt('2026-11-16T20:30:00.000Z')).toBe('2026-11-16');
    const night = await server.signInAs(anna);
    expect(await dayAfterCallAt('2026-11-16T23:30:00.000Z', night)).toBe('2026-11-17');
    expect(await dayAfterCallAt('2026-11-16T20:50:00.000Z')).toBe('2026-11-17');
    // an impersonating CEO's actions are no activity of hers
    clock.set('2026-11-18T09:00:00.000Z');
    const acting = await server.enterAccount(anna);
    expect(await dayAfterCallAt('2026-11-18T09:00:00.000Z', acting)).toBe('2026-11-17');
  });

  test('ends with signing out, which clears the cookie and spares other devices', async () => {
    const [here, there] = [tokenOf(await login()), tokenOf(await login())];
    const answer = await server.bearing(here).call('POST /api/auth/logout');
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.cookies).toMatchObject([{ name: 'turnario', value: '', path: '/' }]);
    expect(answer.cookies[0]?.expires?.getTime()).toBe(0);
    expect([(await userOf(here)).status, (await userOf(there)).status]).toEqual([401, 200]);
    // also succeeds without a session
    expect(await server.bearing('x').statusOf('POST /api/auth/logout')).toBe(204);
  });
});
