import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildUser, buildWorksite, type BuiltUser } from '../../../db/builders.ts';
import { setActive } from '../../../tests/support/accounts.ts';
import { awaiting } from '../../../tests/support/approvals.ts';
import { type Caller, callerOf } from '../../../tests/support/caller.ts';
import { cheapPasswords, testServer } from '../../../tests/support/server.ts';
import { impersonate } from '../auth/commands.impersonation.ts';
import type { Settings } from '../platform/settings.ts';
import { ensureCeoAccounts } from './commands.ceoAccounts.ts';

const server = await testServer({ env: { CEO_EMAILS: 'uno@example.it,due@example.it' } });
const { nobody, database, clock, context } = server;
const password = 'Iniziale!2026';

beforeEach(async () => {
  await database.run(sql`delete from worksites`);
  await database.run(sql`delete from attempt_counters`);
});

async function ceoOf(email: string): Promise<BuiltUser> {
  return database.one<BuiltUser>(sql`
    select id, worksite_id as "worksiteId", email from users where email = ${email}`);
}

const ensure = (settings: Partial<Settings>): Promise<string[]> =>
  ensureCeoAccounts({ ...context, settings: { ...context.settings, ...settings } });

const listPeople = (): Promise<object[]> =>
  database.many(sql`
    select u.email, u.role, w.name as worksite from users u join worksites w on w.id = u.worksite_id order by email`);

const bothCeos = [
  { email: 'due@example.it', role: 'admin', worksite: 'Direzione' },
  { email: 'uno@example.it', role: 'admin', worksite: 'Direzione' },
];

describe('at the start, each listed address without an account', () => {
  test('gets one, with the initial password', async () => {
    expect(await ensure({ ceoInitialPassword: password })).toEqual([]);
    expect(await listPeople()).toEqual(bothCeos);
    const answer = await nobody.call('POST /api/auth/login', { body: { email: 'Uno@example.it', password } });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      user: { role: 'admin', isCeo: true },
      worksite: { name: 'Direzione', variant: 'standard' },
    });
  });

  test('gets one, without a password, and a link that sets it', async () => {
    const notices = await ensure({ ceoInitialPassword: null });
    expect(await listPeople()).toEqual(bothCeos);
    expect(notices).toHaveLength(2);
    expect(notices[0]).toMatch(
      /^Password di uno@example\.it \(entro 24 ore\): http:\/\/localhost:3000\/reimposta-password\?token=[\w-]{43}$/,
    );
    const token = new URL(notices[0]?.split(': ')[1] ?? '').searchParams.get('token');
    const use = (): Promise<{ status: number }> =>
      nobody.call('POST /api/auth/set-password', { body: { token: token!, password } });
    expect((await use()).status).toBe(204);
    expect((await use()).status).toBe(410);
    expect(
      await nobody.statusOf('POST /api/auth/login', { body: { email: 'uno@example.it', password } }),
    ).toBe(200);
  });

  test('nothing happens the next time', async () => {
    await ensure({ ceoInitialPassword: password });
    const people = await database.many(sql`select * from users order by email`);
    expect(await ensure({ ceoInitialPassword: 'Un’altra!2026' })).toEqual([]);
    expect(await database.many(sql`select * from users order by email`)).toEqual(people);
    expect(await database.many(sql`select 1 from worksites`)).toHaveLength(1);
  });

  test('at the start a CEO who never used the link gets a new one', async () => {
    const [old] = await ensure({ ceoEmails: ['uno@example.it'], ceoInitialPassword: null });
    clock.advance(25 * 3600);
    const [notice] = await ensure({ ceoEmails: ['uno@example.it'], ceoInitialPassword: null });
    expect(notice).not.toBe(old);
    const tokenOf = (line = ''): string => new URL(line.split(': ')[1] ?? '').searchParams.get('token')!;
    const use = (line?: string): Promise<{ status: number }> =>
      nobody.call('POST /api/auth/set-password', { body: { token: tokenOf(line), password } });
    expect((await use(old)).status).toBe(410);
    expect((await use(notice)).status).toBe(204);
    expect(await ensure({ ceoEmails: ['uno@example.it'], ceoInitialPassword: null })).toEqual([]);
  });
});

/** What is on record about these accounts, in order. */
const listActs = (): Promise<object[]> =>
  database.many(sql`
    select a.action, a.actor_id as actor, u.email, a.before, a.after from audit_log a
    join users u on u.id = a.target_id
    where a.action in ('admin_ended', 'admin_resumed') order by a.id`);

const signIn = (email: string) => nobody.call('POST /api/auth/login', { body: { email, password } });
const enter = async (email: string): Promise<Caller> =>
  callerOf(server.app, context.settings, (await signIn(email)).cookies[0]?.value ?? null);

describe('who leaves the list', () => {
  const listedAtFirst = { ceoEmails: ['uno@example.it', 'tre@example.it'], ceoInitialPassword: password };
  const listedNow = { ceoEmails: ['uno@example.it'], ceoInitialPassword: password };

  test('who leaves the list is no CEO at once, and at the next start no administrator, signed out, on record', async () => {
    await ensure(listedAtFirst);
    const before = await enter('tre@example.it');
    expect(await before.ask('GET /api/auth/user')).toMatchObject({
      user: { role: 'admin', isCeo: false },
    });
    expect(await before.statusOf('GET /api/admin/users/page')).toBe(200);

    expect(await ensure(listedNow)).toEqual([
      'tre@example.it non è in CEO_EMAILS: non amministra più, le sue sessioni sono chiuse.',
    ]);
    expect(await listPeople()).toEqual([
      { email: 'tre@example.it', role: 'operatore', worksite: 'Direzione' },
      { email: 'uno@example.it', role: 'admin', worksite: 'Direzione' },
    ]);
    expect(await before.statusOf('GET /api/auth/user')).toBe(401);
    expect(await listActs()).toEqual([
      {
        action: 'admin_ended',
        actor: null,
        email: 'tre@example.it',
        before: { role: 'admin' },
        after: { role: 'operatore' },
      },
    ]);
    // an account is left, without any right over others
    const after = await enter('tre@example.it');
    const { body } = await after.call('GET /api/auth/user');
    expect(body).toMatchObject({ user: { role: 'operatore', isCeo: false, mayReviewCodes: false } });
    expect(await after.statusOf('GET /api/admin/users/page')).toBe(403);
    // and the CEO can end that, too
    const ceo = await enter('uno@example.it');
    expect((await setActive(ceo, body.user.id, false)).status).toBe(204);
    expect(await ensure(listedNow)).toEqual([]);
  });

  test('who leaves the list leaves the account they were in: its person reads it, and their cookies open nothing', async () => {
    await ensure({ ...listedAtFirst, ceoEmails: ['uno@example.it', 'due@example.it'] });
    const giulia = await server.signIn();
    const { signedIn } = await server.signInAs(await ceoOf('due@example.it'));
    await impersonate(context, signedIn, giulia.id);
    await ensure(listedNow);
    expect(await database.many(sql`select from sessions where user_id = ${signedIn.user.id}`)).toEqual([]);
    expect(await database.many(sql`select from sessions where parent_session_id is not null`)).toEqual([]);
    const { body } = await giulia.call('GET /api/notifications/page');
    expect(body.notifications.map(({ title }) => title)).toHaveLength(2);
    expect(
      await database.many(
        sql`select from audit_log where action = 'impersonation_ended' and target_id = ${giulia.id}`,
      ),
    ).toHaveLength(1);
  });

  test('who leaves the list is asked to approve nothing any more', async () => {
    await ensure({ ...listedAtFirst, ceoEmails: ['uno@example.it', 'due@example.it'] });
    const { requestId } = await awaiting(server);
    const asked = async (email: string): Promise<object[]> =>
      database.many(sql`
        select related_request_id from notifications
        where user_id = ${(await ceoOf(email)).id} and type = 'approval_wanted' and over_at is null`);
    expect(await asked('due@example.it')).toEqual([{ relatedRequestId: requestId }]);
    await ensure(listedNow);
    expect(await asked('due@example.it')).toEqual([]);
    expect(await asked('uno@example.it')).toEqual([{ relatedRequestId: requestId }]);
  });

  test('and is listed again gets the role back, reactivated, with the password they had', async () => {
    await ensure(listedAtFirst);
    await ensure(listedNow);
    await database.run(sql`update users set is_active = false where email = 'tre@example.it'`);
    expect(await ensure(listedAtFirst)).toEqual([
      'tre@example.it è di nuovo in CEO_EMAILS: amministra di nuovo.',
    ]);
    expect((await signIn('tre@example.it')).body).toMatchObject({ user: { role: 'admin' } });
    expect(await listActs()).toMatchObject([
      { action: 'admin_ended' },
      { action: 'admin_resumed', actor: null },
    ]);
    expect(await ensure(listedAtFirst)).toEqual([]);
  });

  test('an administrator made by hand in any worksite is one who is not listed', async () => {
    await ensure(listedNow);
    const admin = await server.signIn({ role: 'admin', email: 'altro@example.it' });
    await ensure(listedNow);
    expect(await admin.statusOf('GET /api/admin/users/page')).toBe(401);
    expect(await listActs()).toMatchObject([{ action: 'admin_ended', email: 'altro@example.it' }]);
  });

  test('of two starts at once one takes the role from who left the list', async () => {
    await ensure(listedAtFirst);
    await Promise.all([ensure(listedNow), ensure(listedNow)]);
    expect(await listActs()).toHaveLength(1);
  });
});

describe('a listed address', () => {
  test('a listed address that somebody registered stays theirs: a warning at each start, no CEO, until that account is gone', async () => {
    const passwordHash = await cheapPasswords.hash(password);
    const worksite = await buildWorksite(context, { name: 'Cantiere Nord' });
    const draft = { email: 'uno@example.it', passwordHash, worksiteId: worksite.id };
    const giulia = await buildUser(context, draft);
    const settings = { ceoEmails: ['uno@example.it'], ceoInitialPassword: 'Altra!2026x' };
    const warning =
      'Attenzione: uno@example.it è in CEO_EMAILS, ma con questo indirizzo si è registrata una persona di «Cantiere Nord», ' +
      'che non diventa CEO. Che cosa fare: docs/operations.md, «CEO_EMAILS».';
    expect(await ensure(settings)).toEqual([warning]);
    expect(await ensure(settings)).toEqual([warning]);
    expect(
      server.logLines.filter((line) => line.includes(giulia.id) && line.includes('CEO_EMAILS')),
    ).toHaveLength(2);
    expect(server.logLines.join('')).not.toContain('uno@example.it');
    expect(await listPeople()).toMatchObject([{ email: 'uno@example.it', role: 'operatore' }]);
    const caller = await server.signInAs(giulia);
    expect(caller.signedIn.user.isCeo).toBe(false);
    expect((await caller.callUntyped('POST /api/ceo/worksites', { body: {} })).status).toBe(403);
    expect((await signIn('uno@example.it')).status).toBe(200);
    // the way: that account is deleted, and the next start makes the CEO's
    expect(
      await caller.statusOf('DELETE /api/users/:id', { params: { id: giulia.id }, body: { password } }),
    ).toBe(204);
    expect(await ensure(settings)).toEqual([]);
    const answer = await nobody.call('POST /api/auth/login', {
      body: { email: 'uno@example.it', password: 'Altra!2026x' },
    });
    expect(answer.body).toMatchObject({
      user: { role: 'admin', isCeo: true },
      worksite: { name: 'Direzione' },
    });
  });

  test('listed twice has one account', async () => {
    await ensure({ ceoEmails: ['uno@example.it', 'uno@example.it'], ceoInitialPassword: password });
    expect(await listPeople()).toHaveLength(1);
  });
});

test('nobody can register at the CEOs’ worksite', async () => {
  await ensure({ ceoInitialPassword: password });
  const rows = await database.many<object>(
    sql`select is_registration_open as "isOpen", is_active as "isActive" from worksites`,
  );
  expect(rows).toEqual([{ isOpen: false, isActive: true }]);
});

test('two starts at once make one account each', async () => {
  const starts = await Promise.all([
    ensure({ ceoInitialPassword: null }),
    ensure({ ceoInitialPassword: null }),
  ]);
  expect(await listPeople()).toEqual(bothCeos);
  // links for both, whoever was first
  expect(starts.flat().length).toBeGreaterThanOrEqual(2);
});
