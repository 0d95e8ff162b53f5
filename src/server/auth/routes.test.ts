import sql from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { buildUser, buildWorksite } from '../../../db/builders.ts';
import type { Answer } from '../../../tests/support/caller.ts';
import { startTestServer, testNow } from '../../../tests/support/server.ts';
import type { Session } from '../../domain/users/schema.ts';
import { defaultSwapPolicy } from '../../domain/worksites/swapPolicy.ts';
import { createPasswordHasher } from '../platform/passwordHasher.ts';

const hasher = await createPasswordHasher();
const verified: (string | null)[] = [];
const server = await startTestServer({
  passwords: {
    hash: (password) => hasher.hash(password),
    verify: (storedHash, password) => {
      verified.push(storedHash);
      return hasher.verify(storedHash, password);
    },
  },
});
afterAll(() => server.close());
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
  clock.set(testNow);
  verified.length = 0;
  await database.run(sql`delete from attempt_counters`);
  await database.run(sql`delete from sessions`);
});

const login = (change: object = {}, token: string | null = null): Promise<Answer<Session>> =>
  nobody.call('POST /api/auth/login', {
    body: { email: 'giulia@example.it', password, rememberMe: true, ...change },
    headers: token === null ? {} : { cookie: `turnario=${token}` },
  });

const userOf = (token: string | undefined): Promise<Answer<Session>> =>
  nobody.call('GET /api/auth/user', { headers: { cookie: `turnario=${token}` } });

const countSessions = async (): Promise<number> =>
  (await database.one<{ count: number }>(sql`select count(*) as count from sessions`)).count;

describe('POST /api/auth/login', () => {
  test('signs in and answers who, where, and nothing more', async () => {
    const answer = await login();
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      user: {
        id: giulia.id,
        worksiteId: worksite.id,
        email: 'giulia@example.it',
        firstName: 'Giulia',
        lastName: 'Ferri',
        role: 'operatore',
        contractHours: 8,
        enableFlexibleShifts: false,
        taxiLicense: null,
        phoneNumber: null,
        isActive: true,
        isCeo: false,
        mayReviewCodes: false,
        mayApproveSwaps: false,
        mayLoadShifts: false,
        acceptedTerms: true,
        acceptedTermsAt: testNow,
        createdAt: testNow,
      },
      worksite: {
        id: worksite.id,
        name: 'Cantiere Tiburtina',
        description: 'Roma',
        variant: 'standard',
        swapPolicy: defaultSwapPolicy('standard'),
      },
      isImpersonating: false,
    });
    const { text } = await userOf(answer.cookies[0]?.value);
    expect(JSON.parse(text)).toEqual(answer.body);
  });

  test('POST /api/auth/login takes the address in any case, with blanks', async () => {
    expect((await login({ email: '  GIULIA@Example.it ' })).status).toBe(200);
  });

  test('remembered: a cookie of 30 days that scripts cannot read', async () => {
    const { cookies } = await login({ rememberMe: true });
    expect(cookies).toEqual([
      {
        name: 'turnario',
        value: expect.stringMatching(/^[\w-]{43}$/) as string,
        path: '/',
        maxAge: 30 * 24 * 3600,
        httpOnly: true,
        sameSite: 'Lax',
      },
      {
        name: 'turnario-device',
        value: expect.stringMatching(/^[\w-]{43}$/) as string,
        path: '/',
        maxAge: 180 * 24 * 3600,
        httpOnly: true,
        sameSite: 'Lax',
      },
    ]);
  });

  test('POST /api/auth/login without remembering sets a cookie of the browser’s session', async () => {
    const { cookies } = await login({ rememberMe: false });
    expect(cookies[0]).not.toHaveProperty('maxAge');
    expect(cookies[0]).not.toHaveProperty('expires');
    expect(cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
  });

  test('under https: a cookie that browsers send over https and to this host alone', async () => {
    const secure = await startTestServer({
      env: { PUBLIC_URL: 'https://turni.example.it' },
      realPasswords: true,
    });
    await buildUser(secure.context, { email: 'giulia@example.it', passwordHash });
    const answer = await secure.nobody.call('POST /api/auth/login', {
      body: { email: 'giulia@example.it', password },
    });
    expect(answer.cookies).toEqual([
      {
        name: '__Host-turnario',
        value: expect.any(String) as string,
        path: '/',
        maxAge: 30 * 24 * 3600,
        httpOnly: true,
        secure: true,
        sameSite: 'Lax',
      },
      {
        name: '__Host-turnario-device',
        value: expect.stringMatching(/^[\w-]{43}$/) as string,
        path: '/',
        maxAge: 180 * 24 * 3600,
        httpOnly: true,
        secure: true,
        sameSite: 'Lax',
      },
    ]);
    expect(String(answer.headers['set-cookie'])).not.toMatch(/domain/i);
    const token = answer.cookies[0]?.value;
    expect(
      await secure.nobody.statusOf('GET /api/auth/user', { headers: { cookie: `__Host-turnario=${token}` } }),
    ).toBe(200);
    // a cookie that another host or a page without https could have set counts for nothing
    expect(
      await secure.nobody.statusOf('GET /api/auth/user', { headers: { cookie: `turnario=${token}` } }),
    ).toBe(401);
    await secure.close();
  });

  test('POST /api/auth/login stores of the token only its hash', async () => {
    const token = (await login()).cookies[0]?.value ?? '';
    const rows = await database.many<object>(sql`select row_to_json(s) as row from sessions s`);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  });

  test('POST /api/auth/login gives another token each time, and ends the session that the cookie had', async () => {
    const first = (await login()).cookies[0]?.value ?? '';
    const second = (await login({}, first)).cookies[0]?.value;
    expect(second).not.toBe(first);
    expect((await userOf(first)).status).toBe(401);
    expect((await userOf(second)).status).toBe(200);
    // one on another device stays
    const other = (await login()).cookies[0]?.value;
    expect((await userOf(second)).status).toBe(200);
    expect((await userOf(other)).status).toBe(200);
  });

  test('never takes a token that it did not make', async () => {
    const planted = 'a'.repeat(43);
    const answer = await login({}, planted);
    expect(answer.cookies[0]?.value).not.toBe(planted);
    expect((await userOf(planted)).status).toBe(401);
  });

  test('answers the same for an unknown address and a wrong password, for the same work', async () => {
    const wrong = await login({ password: 'Sbagliata!1' });
    const unknown = await login({ email: 'nessuno@example.it' });
    const withoutPassword = await buildUser(server.context, {});
    const unset = await login({ email: withoutPassword.email });
    for (const answer of [wrong, unknown, unset]) {
      expect(answer.status).toBe(401);
      expect(answer.text).toBe(wrong.text);
      expect(answer.cookies).toEqual([]);
      const own = { date: '', 'x-request-id': '' };
      expect({ ...answer.headers, ...own }).toEqual({ ...wrong.headers, ...own });
    }
    expect(wrong.body).toEqual({
      message: 'Dati non corretti - Email o password errati. Verifica le credenziali e riprova.',
      code: 'wrong_credentials',
    });
    // one comparison each: with the stored hash, and twice with nobody's
    expect(verified).toEqual([passwordHash, null, null]);
    expect(await countSessions()).toBe(0);
  });

  test('a failed one leaves the session of the cookie alone', async () => {
    const token = (await login()).cookies[0]?.value ?? '';
    expect((await login({ password: 'Sbagliata!1' }, token)).status).toBe(401);
    expect((await userOf(token)).status).toBe(200);
  });

  test.each([
    [{ email: 'giulia' }, 'email', 'Email non valida'],
    [{ email: undefined }, 'email', 'Email non valida'],
    [{ password: '12345' }, 'password', 'Password deve essere di almeno 6 caratteri'],
    [{ password: 'x'.repeat(201) }, 'password', 'Password troppo lunga'],
    [{ email: { $ne: null } }, 'email', 'Email non valida'],
  ])('refuses %j without any comparison', async (change, field, message) => {
    const answer = await login(change);
    expect(answer.status).toBe(400);
    expect(answer.refusal.fields).toEqual({ [field]: message });
    expect(verified).toEqual([]);
  });
});

describe('an inactive account', () => {
  test('an inactive account is told so only after the right password', async () => {
    const luca = await buildUser(server.context, { email: 'luca@example.it', passwordHash });
    const { token } = await server.signInAs(luca);
    await database.run(sql`update users set is_active = false where id = ${luca.id}`);
    expect((await userOf(token ?? '')).status).toBe(401);
    const wrong = await login({ email: 'luca@example.it', password: 'Sbagliata!1' });
    expect(wrong.status).toBe(401);
    const right = await login({ email: 'luca@example.it' });
    expect(right.status).toBe(403);
    expect(right.body).toEqual({
      message: "Account disattivato. Contatta l'amministratore.",
      code: 'account_disabled',
    });
    expect(right.cookies).toEqual([]);
  });
});

describe('GET /api/auth/user', () => {
  test('GET /api/auth/user is 401 for nobody and for rubbish', async () => {
    for (const token of ['', 'x', 'x'.repeat(43), 'x'.repeat(4000), "' or 1=1 --"]) {
      const answer = await userOf(token);
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({ message: 'Accedi per continuare.', code: 'not_signed_in' });
    }
  });

  test.each([
    ['remembered', true, 30 * 24 * 3600],
    ['not remembered', false, 12 * 3600],
  ])('%s: ends when its time is over', async (_how, rememberMe, seconds) => {
    const token = (await login({ rememberMe })).cookies[0]?.value;
    // somebody who opens the page every ten days
    const tenDays = 10 * 24 * 3600;
    let left = seconds - 1;
    for (; left > tenDays; left -= tenDays) {
      clock.advance(tenDays);
      expect((await userOf(token)).status).toBe(200);
    }
    clock.advance(left);
    expect((await userOf(token)).status).toBe(200);
    clock.advance(1);
    expect((await userOf(token)).status).toBe(401);
  });

  test('notes the day of the last activity, in Rome, and never an earlier one', async () => {
    const anna = await server.signIn();
    const dayAfterCallAt = async (now: string): Promise<string | null> => {
      clock.set(now);
      await anna.call('GET /api/auth/user');
      const row = await database.one<{ day: string | null }>(
        sql`select last_active_on as day from users where id = ${anna.id}`,
      );
      return row.day;
    };
    expect(await dayAfterCallAt('2026-11-16T12:00:00.000Z')).toBe('2026-11-16');
    expect(await dayAfterCallAt('2026-11-16T20:30:00.000Z')).toBe('2026-11-16');
    clock.set('2026-11-16T20:00:00.000Z');
    const night = await server.signInAs(anna);
    clock.set('2026-11-16T23:30:00.000Z');
    await night.call('GET /api/auth/user');
    expect(await dayAfterCallAt('2026-11-16T20:50:00.000Z')).toBe('2026-11-17');
  });
});

describe('POST /api/auth/logout', () => {
  test('POST /api/auth/logout ends this session, clears the cookie, and leaves other devices alone', async () => {
    const here = (await login()).cookies[0]?.value ?? '';
    const there = (await login()).cookies[0]?.value;
    const answer = await nobody.call('POST /api/auth/logout', { headers: { cookie: `turnario=${here}` } });
    expect(answer.status).toBe(204);
    expect(answer.text).toBe('');
    expect(answer.cookies).toMatchObject([{ name: 'turnario', value: '', path: '/' }]);
    expect(answer.cookies[0]?.expires?.getTime()).toBe(0);
    expect((await userOf(here)).status).toBe(401);
    expect((await userOf(there)).status).toBe(200);
  });

  test('POST /api/auth/logout is as good without a session', async () => {
    expect(await nobody.statusOf('POST /api/auth/logout')).toBe(204);
    expect(await nobody.statusOf('POST /api/auth/logout', { headers: { cookie: 'turnario=x' } })).toBe(204);
  });
});
