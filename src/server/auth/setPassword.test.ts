import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Answer } from '../../../tests/support/caller.ts';
import { type SignedInCaller, testNow, testServer } from '../../../tests/support/server.ts';
import { secondsAfter } from '../platform/clock.ts';
import { hashToken, newToken } from '../platform/session/tokens.ts';
import { insertPasswordLink } from './queries.ts';

const server = await testServer({ realPasswords: true });
const { nobody, database, clock } = server;

const password = 'Nuova!2026x';
let giulia: SignedInCaller;
let token: string;

beforeEach(async () => {
  await database.run(sql`delete from attempt_counters`);
  giulia = await server.signIn();
  token = await link(1800);
});

async function link(seconds: number): Promise<string> {
  const made = newToken();
  await insertPasswordLink(database, {
    tokenHash: hashToken(made),
    userId: giulia.id,
    now: testNow,
    expiresAt: secondsAfter(testNow, seconds),
  });
  return made;
}

const setPassword = (change: object = {}): Promise<Answer<unknown>> =>
  nobody.call('POST /api/auth/set-password', { body: { token, password, ...change } });
const login = (typed: string): Promise<Answer<unknown>> =>
  nobody.call('POST /api/auth/login', { body: { email: giulia.email, password: typed } });

const expired = {
  message: 'Questo link non è più valido. Chiedine uno nuovo.',
  code: 'link_expired',
};

describe('POST /api/auth/set-password', () => {
  test('POST /api/auth/set-password sets the password and ends every session of the account', async () => {
    const elsewhere = await server.signInAs(giulia);
    const stranger = await server.signIn();
    const answer = await setPassword();
    expect(answer.status).toBe(204);
    expect(answer.cookies).toMatchObject([{ name: 'turnario', value: '' }, { name: 'turnario-device' }]);
    expect(await giulia.statusOf('GET /api/auth/user')).toBe(401);
    expect(await elsewhere.statusOf('GET /api/auth/user')).toBe(401);
    expect(await stranger.statusOf('GET /api/auth/user')).toBe(200);
    expect((await login(password)).status).toBe(200);
  });

  test('POST /api/auth/set-password works once', async () => {
    expect((await setPassword()).status).toBe(204);
    const second = await setPassword({ password: 'Altra!2026x' });
    expect(second.status).toBe(410);
    expect(second.body).toEqual(expired);
    expect((await login('Altra!2026x')).status).toBe(401);
    expect((await login(password)).status).toBe(200);
  });

  test('POST /api/auth/set-password works once also when five use the link at once', async () => {
    const passwords = Array.from({ length: 5 }, (_, index) => `Nuova!2026${index}`);
    const answers = await Promise.all(passwords.map((typed) => setPassword({ password: typed })));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([204, 410, 410, 410, 410]);
    const winner = passwords[answers.findIndex((answer) => answer.status === 204)] ?? '';
    expect((await login(winner)).status).toBe(200);
  });

  test('POST /api/auth/set-password works until its time is over', async () => {
    clock.advance(1799);
    const late = await link(1800);
    clock.advance(1);
    const answer = await setPassword();
    expect(answer.status).toBe(410);
    expect(answer.body).toEqual(expired);
    expect((await setPassword({ token: late })).status).toBe(410);
    expect((await setPassword({ token: await link(1801) })).status).toBe(204);
  });

  test('POST /api/auth/set-password spends the account’s other links', async () => {
    const other = await link(1800);
    expect((await setPassword()).status).toBe(204);
    expect((await setPassword({ token: other, password: 'Altra!2026x' })).status).toBe(410);
  });

  test('POST /api/auth/set-password does not know a token that was never given', async () => {
    expect((await setPassword({ token: newToken() })).status).toBe(410);
    // what is stored is not what opens
    const [row] = await database.many<{ hash: Uint8Array }>(
      sql`select token_hash as hash from password_links`,
    );
    expect((await setPassword({ token: Buffer.from(row!.hash).toString('base64url') })).status).toBe(410);
  });

  test('a bad password is refused before the link is used up', async () => {
    const answer = await setPassword({ password: 'nuova2026' });
    expect(answer.status).toBe(400);
    expect(answer.refusal.fields).toEqual({
      password: 'Password deve contenere almeno una lettera maiuscola',
    });
    expect((await setPassword()).status).toBe(204);
  });

  test.each([undefined, '', 'corto', 7, 'x'.repeat(101)])('a token such as %j is none', async (wrong) => {
    const answer = await setPassword({ token: wrong });
    expect(answer.status).toBe(400);
    expect(answer.refusal.fields).toEqual({ token: 'Link non valido' });
  });
});
