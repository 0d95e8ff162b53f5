import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Answer } from '../../../tests/support/caller.ts';
import { type SignedInCaller, testServer } from '../../../tests/support/server.ts';
import { giveLink } from '../../../tests/support/signIns.ts';
import { createPasswordHasher } from '../platform/passwordHasher.ts';
import { newToken } from '../platform/session/tokens.ts';

const server = await testServer({ passwords: await createPasswordHasher() });
const { nobody, database } = server;

const password = 'Nuova!2026x';
let giulia: SignedInCaller;
let token: string;

beforeEach(async () => {
  await database.run(sql`delete from attempt_counters`);
  giulia = await server.signIn();
  token = await giveLink(server, giulia.id);
});

const setPassword = (change: object = {}): Promise<Answer<unknown>> =>
  nobody.call('POST /api/auth/set-password', { body: { token, password, ...change } });
const login = (typed: string): Promise<number> =>
  nobody.statusOf('POST /api/auth/login', { body: { email: giulia.email, password: typed } });

describe('a link for a password', () => {
  test('sets it once, ends every session of the account and spends its other links', async () => {
    const elsewhere = await server.signInAs(giulia);
    const stranger = await server.signIn();
    const other = await giveLink(server, giulia.id);
    const answer = await setPassword();
    expect(answer.status).toBe(204);
    expect(answer.cookies).toMatchObject([{ name: 'turnario', value: '' }, { name: 'turnario-device' }]);
    expect(await giulia.statusOf('GET /api/auth/user')).toBe(401);
    expect(await elsewhere.statusOf('GET /api/auth/user')).toBe(401);
    expect(await stranger.statusOf('GET /api/auth/user')).toBe(200);
    for (const spent of [token, other]) {
      const second = await setPassword({ token: spent, password: 'Altra!2026x' });
      expect(second.status).toBe(410);
      expect(second.body).toEqual({
        message: 'Questo link non è più valido. Chiedine uno nuovo.',
        code: 'link_expired',
      });
    }
    expect([await login('Altra!2026x'), await login(password)]).toEqual([401, 200]);
  });

  test('works once also when five use it at once', async () => {
    const passwords = Array.from({ length: 5 }, (_, index) => `Nuova!2026${index}`);
    const answers = await Promise.all(passwords.map((typed) => setPassword({ password: typed })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 410, 410, 410, 410]);
    expect(await login(passwords[answers.findIndex(({ status }) => status === 204)]!)).toBe(200);
  });

  test('is not known where it was never given, nor by what is stored of it', async () => {
    const [row] = await database.many<{ hash: Uint8Array }>(
      sql`select token_hash as hash from password_links where user_id = ${giulia.id}`,
    );
    for (const made of [newToken(), Buffer.from(row!.hash).toString('base64url')])
      expect((await setPassword({ token: made })).status).toBe(410);
  });
});
