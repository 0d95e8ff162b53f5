import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BuiltUser } from '../../../db/builders.ts';
import { type Caller, callerOf, outcomeOf } from '../../../tests/support/caller.ts';
import { testNow, testServer } from '../../../tests/support/server.ts';
import { buildSigner, iphone, signInAt } from '../../../tests/support/signIns.ts';
import type { OwnSession } from '../../domain/auth/ownAccount.ts';
import { termsVersion } from '../../domain/auth/termsVersion.ts';

const server = await testServer();
const { nobody, database, clock } = server;

const password = 'Vecchia!2026';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0';
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
const sessionsOf = async (caller: Caller): Promise<OwnSession[]> => caller.ask('GET /api/auth/sessions');

/** A CEO's session within the person's account. */
async function actAs(person: BuiltUser): Promise<Caller> {
  const ceo = await server.signInCeo();
  const answer = await ceo.call('POST /api/ceo/impersonate/:id', { params: { id: person.id } });
  expect(answer.status).toBe(200);
  return callerOf(server.app, server.context.settings, ceo.token, answer.cookies[0]?.value);
}

describe('POST /api/auth/change-password', () => {
  const change = { currentPassword: password, password: 'Nuova!2026x' };
  const send = (caller: Caller, body = change) => caller.call('POST /api/auth/change-password', { body });

  test('POST /api/auth/change-password changes it, keeps this session, ends the others', async () => {
    const { status, cookies } = await send(phone);
    expect(status).toBe(204);
    expect(await isIn(callerOf(server.app, server.context.settings, cookies[0]!.value))).toBe(true);
    expect(await isIn(other)).toBe(false);
    await signInAt(server, giulia.email, change.password);
    expect(await nobody.statusOf('POST /api/auth/login', { body: { email: giulia.email, password } })).toBe(
      401,
    );
  });

  test('POST /api/auth/change-password needs the current password, and does not let it be guessed', async () => {
    const wrong = { ...change, currentPassword: 'Sbagliata!1' };
    const refused = await send(phone, wrong);
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({
      code: 'wrong_password',
      fields: { currentPassword: 'La password non è corretta.' },
    });
    for (let guessed = 1; guessed < 10; guessed += 1) expect((await send(other, wrong)).status).toBe(403);
    expect((await send(phone)).status).toBe(429);
    clock.advance(15 * 60);
    expect((await send(phone)).status).toBe(204);
  });

  test.each([
    [{ password: 'nuova2026' }, { password: 'Password deve contenere almeno una lettera maiuscola' }],
    [{ password }, { password: 'Scegli una password diversa da quella attuale' }],
    [{ currentPassword: '' }, { currentPassword: 'Scrivi la tua password' }],
  ])('%j is refused', async (wrong, fields) => {
    const refused = await send(phone, { ...change, ...wrong });
    expect(refused.status).toBe(400);
    expect(refused.refusal.fields).toEqual(fields);
    expect(await isIn(other)).toBe(true);
  });

  test('POST /api/auth/change-password is for signed-in people, and not for a CEO who acts as them', async () => {
    expect((await send(nobody)).status).toBe(401);
    const ceo = await actAs(giulia);
    const refused = await send(ceo);
    expect(outcomeOf(refused)).toBe('403 not_while_impersonating');
  });

  test('two at once: one changes it, the other finds it changed', async () => {
    const answers = await Promise.all([send(phone), send(other, { ...change, password: 'Terza!2026x' })]);
    const statuses = answers.map(({ status }) => status);
    // whoever comes second has lost the session as well, or finds that the password is another one
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect([401, 403]).toContain(statuses.find((status) => status !== 204));
    const winner = statuses[0] === 204 ? change.password : 'Terza!2026x';
    await signInAt(server, giulia.email, winner);
  });
});

describe('the sessions of one’s account', () => {
  test('the sessions of one’s account are listed with their devices, this one first', async () => {
    expect(await sessionsOf(phone)).toMatchObject([
      { device: 'Chrome su Android', isCurrent: true, createdAt: testNow },
      { device: 'Safari su iPhone', isCurrent: false },
    ]);
    expect(await sessionsOf(other)).toMatchObject([{ isCurrent: true }, { device: 'Chrome su Android' }]);
    expect(await nobody.statusOf('GET /api/auth/sessions')).toBe(401);
  });

  test('after this one come those used last', async () => {
    clock.advance(600);
    const third = await signInAt(server, giulia.email, password, firefox);
    clock.advance(600);
    await isIn(other);
    clock.advance(600);
    const devices = async () => (await sessionsOf(phone)).map(({ device }) => device);
    expect(await devices()).toEqual(['Chrome su Android', 'Safari su iPhone', 'Firefox su Linux']);
    await isIn(third);
    expect(await devices()).toEqual(['Chrome su Android', 'Firefox su Linux', 'Safari su iPhone']);
  });

  test.each<[string, (elsewhere: string) => Promise<unknown>]>([
    ['one ends', (id) => phone.ask('DELETE /api/auth/sessions/:id', { params: { id } })],
    ['all others end', () => phone.ask('DELETE /api/auth/sessions')],
    ['this one is left', () => phone.ask('POST /api/auth/logout')],
    [
      'the password is another one',
      () =>
        phone.ask('POST /api/auth/change-password', {
          body: { currentPassword: password, password: 'Nuova!2026x' },
        }),
    ],
  ])('open pages hear of it when %s', async (_when, end) => {
    const [, elsewhere] = await sessionsOf(phone);
    const heard: string[] = [];
    const stop = server.context.events.subscribe(giulia.id, {
      changed: (lists) => void heard.push(...lists),
      missed: () => undefined,
    });
    await end(elsewhere!.id);
    await expect.poll(() => heard).toContain('session');
    stop();
  });

  test('say when they were last used, to a few minutes', async () => {
    clock.advance(3600);
    await isIn(phone);
    const [current, elsewhere] = await sessionsOf(phone);
    expect(current?.lastUsedAt).toBe(clock.now());
    expect(elsewhere?.lastUsedAt).toBe('2026-11-16T09:01:00.000Z');
    clock.advance(9 * 60);
    expect((await sessionsOf(phone))[0]?.lastUsedAt).not.toBe(clock.now());
  });

  test('end one by one, only one’s own', async () => {
    const [, elsewhere] = await sessionsOf(phone);
    const stranger = await server.signIn();
    expect(await stranger.statusOf('DELETE /api/auth/sessions/:id', { params: { id: elsewhere!.id } })).toBe(
      404,
    );
    expect(await nobody.statusOf('DELETE /api/auth/sessions/:id', { params: { id: elsewhere!.id } })).toBe(
      401,
    );
    expect(await phone.statusOf('DELETE /api/auth/sessions/:id', { params: { id: 'x' } })).toBe(400);
    expect(await isIn(other)).toBe(true);
    expect(await phone.statusOf('DELETE /api/auth/sessions/:id', { params: { id: elsewhere!.id } })).toBe(
      204,
    );
    expect(await isIn(other)).toBe(false);
    expect(await isIn(phone)).toBe(true);
    expect(await phone.statusOf('DELETE /api/auth/sessions/:id', { params: { id: elsewhere!.id } })).toBe(
      404,
    );
  });

  test('all others end at once, signed-out callers’ stay', async () => {
    const third = await signInAt(server, giulia.email, password);
    const stranger = await server.signIn();
    expect(await nobody.statusOf('DELETE /api/auth/sessions')).toBe(401);
    expect(await phone.statusOf('DELETE /api/auth/sessions')).toBe(204);
    expect([await isIn(phone), await isIn(other), await isIn(third)]).toEqual([true, false, false]);
    expect(await isIn(stranger)).toBe(true);
    expect(await sessionsOf(phone)).toHaveLength(1);
  });

  test('a CEO who acts as the person does not see them, is not listed and is not ended', async () => {
    const ceo = await actAs(giulia);
    expect(await ceo.statusOf('GET /api/auth/sessions')).toBe(403);
    expect(await ceo.statusOf('DELETE /api/auth/sessions')).toBe(403);
    expect(await sessionsOf(phone)).toHaveLength(2);
    await phone.call('DELETE /api/auth/sessions');
    expect(await isIn(ceo)).toBe(true);
  });
});

describe('POST /api/auth/accept-terms', () => {
  const accept = (caller: Caller, version: string = termsVersion) =>
    caller.callUntyped('POST /api/auth/accept-terms', { body: { version } });
  const acceptedOf = async (caller: Caller) => {
    const { user } = await caller.ask('GET /api/auth/user');
    return [user.acceptedTerms, user.acceptedTermsAt];
  };

  test('whoever accepted an earlier version is asked, and accepts the present one', async () => {
    expect(await acceptedOf(phone)).toEqual([true, testNow]);
    await database.run(sql`update users set accepted_terms_version = '2025-08-01' where id = ${giulia.id}`);
    expect(await acceptedOf(phone)).toEqual([false, testNow]);
    clock.advance(60);
    const answer = await accept(phone);
    expect(answer.status).toBe(200);
    expect(answer.body.user).toMatchObject({ acceptedTerms: true, acceptedTermsAt: clock.now() });
    const { version } = await database.one<{ version: string }>(sql`
      select accepted_terms_version as version from users where id = ${giulia.id}`);
    expect(version).toBe(termsVersion);
  });

  test('POST /api/auth/accept-terms refuses another version, signed-out callers and a CEO acting as somebody', async () => {
    expect((await accept(phone, '2025-08-01')).status).toBe(400);
    expect((await accept(nobody)).status).toBe(401);
    expect((await accept(await actAs(giulia))).status).toBe(403);
  });
});
