import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BuiltUser } from '../../../db/builders.ts';
import { buildSigner, giveLink, signInAt } from '../../../tests/support/accounts.ts';
import type { Caller } from '../../../tests/support/caller.ts';
import { listsHeard } from '../../../tests/support/heard.ts';
import { testNow, testServer } from '../../../tests/support/server.ts';
import { termsVersion } from '../../domain/auth/termsVersion.ts';
import { newToken } from '../platform/session/tokens.ts';

const server = await testServer({ env: { CEO_EMAILS: 'ceo@turnario.example, due@example.it' } });
const { nobody, database, clock } = server;

const password = 'Vecchia!2026';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
let giulia: BuiltUser;
let phone: Caller;
let other: Caller;

beforeEach(async () => {
  giulia = await buildSigner(server, password);
  phone = await signInAt(server, giulia.email, password);
  clock.advance(60);
  other = await signInAt(server, giulia.email, password, iphone);
});
afterEach(() => database.run(sql`delete from attempt_counters`));

const isIn = async (caller: Caller): Promise<boolean> =>
  (await caller.statusOf('GET /api/auth/user')) === 200;
const sessionsOf = (caller: Caller) => caller.ask('GET /api/auth/sessions');
const endOf = (caller: Caller, id: string) =>
  caller.statusOf('DELETE /api/auth/sessions/:id', { params: { id } });

const change = { currentPassword: password, password: 'Nuova!2026x' };
const changePassword = (caller: Caller, body = change) =>
  caller.call('POST /api/auth/change-password', { body });

describe('one’s password', () => {
  test('is changed: this session keeps its remaining lifetime with another token; the others end', async () => {
    clock.advance(2 * 24 * 3600 - 60);
    const { status, cookies } = await changePassword(phone);
    expect(status).toBe(204);
    const cookie = { name: 'turnario', httpOnly: true, maxAge: 28 * 24 * 3600 };
    expect(cookies).toMatchObject([cookie, { name: 'turnario-device' }]);
    expect(Buffer.from(cookies[0]!.value, 'base64url')).toHaveLength(32);
    expect(await isIn(server.bearing(cookies[0]!.value))).toBe(true);
    expect([await isIn(phone), await isIn(other)]).toEqual([false, false]);
    await signInAt(server, giulia.email, change.password);
    const body = { email: giulia.email, password };
    expect(await nobody.statusOf('POST /api/auth/login', { body })).toBe(401);
  });

  test('is changed only with the current one, which cannot be guessed', async () => {
    const wrong = { ...change, currentPassword: 'Sbagliata!1' };
    const refused = await changePassword(phone, wrong);
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'wrong_password', fields: { currentPassword: 'La password non è corretta.' } },
    });
    for (let guessed = 1; guessed < 10; guessed += 1)
      expect((await changePassword(other, wrong)).status).toBe(403);
    expect((await changePassword(phone)).status).toBe(429);
    clock.advance(15 * 60);
    expect((await changePassword(phone, { ...change, password })).refusal.fields).toEqual({
      password: 'Scegli una password diversa da quella attuale',
    });
    expect((await changePassword(phone)).status).toBe(204);
  });

  test('is changed by one of two concurrent calls; the other finds it changed', async () => {
    const third = { ...change, password: 'Terza!2026x' };
    const answers = await Promise.all([changePassword(phone), changePassword(other, third)]);
    const statuses = answers.map(({ status }) => status);
    // the second caller has lost the session too, or finds another password
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect([401, 403]).toContain(statuses.find((status) => status !== 204));
    await signInAt(server, giulia.email, (statuses[0] === 204 ? change : third).password);
  });
});

describe('a link for a password', () => {
  const setPassword = (token: string, typed = change.password) =>
    nobody.call('POST /api/auth/set-password', { body: { token, password: typed } });

  test('sets it once, ends every session of the account and spends its other links', async () => {
    const stranger = await server.signIn();
    const links = [await giveLink(server, giulia.id), await giveLink(server, giulia.id)];
    const { status, cookies } = await setPassword(links[0]!);
    expect(status).toBe(204);
    expect(cookies).toMatchObject([{ name: 'turnario', value: '' }, { name: 'turnario-device' }]);
    expect([await isIn(phone), await isIn(other), await isIn(stranger)]).toEqual([false, false, true]);
    for (const spent of links)
      expect(await setPassword(spent, 'Altra!2026x')).toMatchObject({
        status: 410,
        body: { message: 'Questo link non è più valido. Chiedine uno nuovo.', code: 'link_expired' },
      });
    await signInAt(server, giulia.email, change.password);
  });

  test('works once even if five use it concurrently', async () => {
    const token = await giveLink(server, giulia.id);
    const passwords = Array.from({ length: 5 }, (_, index) => `Nuova!2026${index}`);
    const answers = await Promise.all(passwords.map((typed) => setPassword(token, typed)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 410, 410, 410, 410]);
    await signInAt(server, giulia.email, passwords[answers.findIndex(({ status }) => status === 204)]!);
  });

  test('is refused if never issued, or if built from the stored hash', async () => {
    await giveLink(server, giulia.id);
    const { hash } = await database.one<{ hash: Uint8Array }>(
      sql`select token_hash as hash from password_links where user_id = ${giulia.id}`,
    );
    for (const made of [newToken(), Buffer.from(hash).toString('base64url')])
      expect((await setPassword(made)).status).toBe(410);
  });
});

describe('the sessions of one’s account', () => {
  test('are listed with their devices, this one first, then by last use', async () => {
    expect(await sessionsOf(other)).toMatchObject([
      { device: 'Safari su iPhone', isCurrent: true },
      { device: 'Chrome su Android', isCurrent: false, createdAt: testNow },
    ]);
    clock.advance(600);
    const third = await signInAt(server, giulia.email, password, firefox);
    clock.advance(600);
    await isIn(other);
    clock.advance(600);
    const devices = async () => (await sessionsOf(phone)).map(({ device }) => device);
    expect(await devices()).toEqual(['Chrome su Android', 'Safari su iPhone', 'Firefox su Linux']);
    await isIn(third);
    expect(await devices()).toEqual(['Chrome su Android', 'Firefox su Linux', 'Safari su iPhone']);
    const usedAt = clock.now();
    // recorded every ten minutes at most
    clock.advance(9 * 60);
    expect((await sessionsOf(third))[0]?.lastUsedAt).toBe(usedAt);
  });

  test.each<[string, (elsewhere: string) => Promise<unknown>]>([
    ['one ends', (id) => endOf(phone, id)],
    ['all others end', () => phone.ask('DELETE /api/auth/sessions')],
    ['this one is left', () => phone.ask('POST /api/auth/logout')],
    ['the password is another one', () => changePassword(phone)],
    [
      'the terms are accepted',
      () => phone.ask('POST /api/auth/accept-terms', { body: { version: termsVersion } }),
    ],
  ])('open pages hear of it when %s', async (_when, end) => {
    const [, elsewhere] = await sessionsOf(phone);
    const heard = await listsHeard(server, { giulia }, () => end(elsewhere!.id));
    expect(heard.giulia).toContain('session');
  });

  test('end one by one, only the person’s own', async () => {
    const [, { id }] = (await sessionsOf(phone)) as [unknown, { id: string }];
    expect(await endOf(await server.signIn(), id)).toBe(404);
    expect(await isIn(other)).toBe(true);
    expect(await endOf(phone, id)).toBe(204);
    expect([await isIn(phone), await isIn(other)]).toEqual([true, false]);
    expect(await endOf(phone, id)).toBe(404);
  });

  test('all others end at once, except other people’s and an impersonating CEO’s, which is not listed', async () => {
    const third = await signInAt(server, giulia.email, password);
    const [stranger, ceo] = [await server.signIn(), await server.enterAccount(giulia)];
    expect(await sessionsOf(phone)).toHaveLength(3);
    expect(await phone.statusOf('DELETE /api/auth/sessions')).toBe(204);
    expect([await isIn(other), await isIn(third)]).toEqual([false, false]);
    for (const kept of [phone, stranger, ceo]) expect(await isIn(kept)).toBe(true);
  });
});

describe('the terms', () => {
  test('people who accepted an earlier version are prompted, and accept the current one', async () => {
    const accepted = async () => {
      const { user } = await phone.ask('GET /api/auth/user');
      return [user.acceptedTerms, user.acceptedTermsAt];
    };
    const accept = (version: string) =>
      phone.callUntyped('POST /api/auth/accept-terms', { body: { version } });
    expect(await accepted()).toEqual([true, testNow]);
    await database.run(sql`update users set accepted_terms_version = '2025-08-01' where id = ${giulia.id}`);
    expect(await accepted()).toEqual([false, testNow]);
    clock.advance(60);
    expect((await accept('2025-08-01')).status).toBe(400);
    expect((await accept(termsVersion)).body).toMatchObject({ user: { acceptedTerms: true } });
    expect(await accepted()).toEqual([true, clock.now()]);
  });

  test('the privacy policy names the controller, and the first CEO or the configured address', async () => {
    const named = () => nobody.ask('GET /api/terms-contact');
    const retention = { daysMonths: 24, auditYears: 5 };
    expect(await named()).toEqual({ controller: null, contact: 'ceo@turnario.example', retention });
    const given = { privacyContact: 'privacy@example.it', privacyControllerName: 'Consorzio Prova' };
    Object.assign(server.context.settings, given);
    const controller = { name: 'Consorzio Prova', seat: null };
    expect(await named()).toMatchObject({ controller, contact: 'privacy@example.it' });
    Object.assign(server.context.settings, { privacyContact: null, ceoEmails: [] });
    expect((await named()).contact).toBeNull();
  });
});
