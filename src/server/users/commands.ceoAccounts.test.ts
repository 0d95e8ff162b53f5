import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildWorksite, type BuiltUser } from '../../../db/builders.ts';
import { buildSigner, signInAt } from '../../../tests/support/accounts.ts';
import { type SignedInCaller, testServer } from '../../../tests/support/server.ts';
import { awaiting } from '../../../tests/support/swaps.ts';
import type { Reader } from '../../domain/exchanges/matter.ts';
import { listWaiting } from '../notifications/queries.ts';
import type { Settings } from '../platform/settings.ts';
import { ensureCeoAccounts } from './commands.ceoAccounts.ts';

const [uno, due, tre] = ['uno@example.it', 'due@example.it', 'tre@example.it'] as const;
const server = await testServer({ env: { CEO_EMAILS: `${uno},${due}` } });
const { nobody, database, clock, context } = server;
const password = 'Iniziale!2026';

beforeEach(async () => {
  await database.run(sql`delete from worksites`);
  await database.run(sql`delete from attempt_counters`);
});

const ensure = (settings: Partial<Settings>): Promise<string[]> =>
  ensureCeoAccounts({ ...context, settings: { ...context.settings, ...settings } });
/** Starts with these addresses listed and an initial password. */
const list = (...ceoEmails: string[]) => ensure({ ceoEmails, ceoInitialPassword: password });

const listPeople = (): Promise<object[]> =>
  database.many(sql`
    select u.email, u.role, w.name as worksite from users u join worksites w on w.id = u.worksite_id order by email`);
const ceo = (email: string) => ({ email, role: 'admin', worksite: 'Direzione' });

const signIn = (email: string, typed = password) =>
  nobody.call('POST /api/auth/login', { body: { email, password: typed } });

describe('at the start, each listed address without an account', () => {
  test('gets one, with the initial password, in a worksite closed to registration; once', async () => {
    expect(await list(uno, due, uno)).toEqual([]);
    expect(await listPeople()).toEqual([ceo(due), ceo(uno)]);
    expect((await signIn('Uno@example.it')).body).toMatchObject({
      user: { role: 'admin', isCeo: true },
      worksite: { name: 'Direzione', variant: 'standard' },
    });
    const people = await database.many(sql`select * from users order by email`);
    expect(await ensure({ ceoInitialPassword: 'Un’altra!2026' })).toEqual([]);
    expect(await database.many(sql`select * from users order by email`)).toEqual(people);
    expect(await database.many(sql`select is_registration_open, is_active from worksites`)).toEqual([
      { isRegistrationOpen: false, isActive: true },
    ]);
  });

  test('gets one from several concurrent starts, all in one worksite', async () => {
    await Promise.all([1, 2, 3, 4].map(() => list(uno, due)));
    expect(await listPeople()).toEqual([ceo(due), ceo(uno)]);
    expect(await database.many(sql`select name from worksites`)).toEqual([{ name: 'Direzione' }]);
  });

  test('gets one without a password, and a link to set it; a new link while unused', async () => {
    const start = () => ensure({ ceoInitialPassword: null });
    const [, old] = await start();
    expect(await listPeople()).toEqual([ceo(due), ceo(uno)]);
    clock.advance(25 * 3600);
    const notices = await start();
    const ofUno = notices.find((notice) => notice.includes(uno)) ?? '';
    expect(notices).toHaveLength(2);
    expect(ofUno).toMatch(
      /^Password di uno@example\.it \(entro 24 ore\): http:\/\/localhost:3000\/reimposta-password\?token=[\w-]{43}$/,
    );
    const use = (notice = '') => {
      const token = new URL(notice.split(': ')[1] ?? '').searchParams.get('token')!;
      return nobody.statusOf('POST /api/auth/set-password', { body: { token, password } });
    };
    expect([await use(old), await use(ofUno), await use(ofUno)]).toEqual([410, 204, 410]);
    expect((await signIn(uno)).status).toBe(200);
    expect(await start()).toHaveLength(1);
  });
});

describe('an address removed from the list', () => {
  /** The audit entries about roles, in order. */
  const listActs = (): Promise<object[]> =>
    database.many(sql`
      select a.action, a.actor_id as actor, u.email, a.before, a.after from audit_log a
      join users u on u.id = a.target_id
      where a.action in ('admin_ended', 'admin_resumed') order by a.id`);
  const signedIn = async (email: string): Promise<SignedInCaller> =>
    server.signInAs(
      await database.one<BuiltUser>(sql`select id, worksite_id, email from users where email = ${email}`),
    );

  test('loses CEO rights immediately, and at the next start its role and sessions, audited', async () => {
    await list(uno, tre);
    const before = await signInAt(server, tre, password);
    const { user } = await before.ask('GET /api/auth/user');
    expect(user).toMatchObject({ role: 'admin', isCeo: false });
    expect(await before.statusOf('GET /api/admin/users/page')).toBe(200);

    expect(await list(uno)).toEqual([
      'tre@example.it non è in CEO_EMAILS: non amministra più, le sue sessioni sono chiuse.',
    ]);
    expect(await listPeople()).toEqual([{ ...ceo(tre), role: 'operatore' }, ceo(uno)]);
    expect(await before.statusOf('GET /api/auth/user')).toBe(401);
    const [asAdmin, asWorker] = [{ role: 'admin' }, { role: 'operatore' }];
    const act = { action: 'admin_ended', actor: null, email: tre, before: asAdmin, after: asWorker };
    expect(await listActs()).toEqual([act]);
    // the account remains, without rights over others
    const after = await signInAt(server, tre, password);
    expect((await after.ask('GET /api/auth/user')).user).toMatchObject({ ...asWorker, isCeo: false });
    expect(await after.statusOf('GET /api/admin/users/page')).toBe(403);
    // and the CEO can deactivate it
    expect((await (await signedIn(uno)).setActive(user.id, false)).status).toBe(204);
    expect(await list(uno)).toEqual([]);
  });

  test('ends its impersonation: the person is notified, and the cookies open nothing', async () => {
    await list(uno, due);
    const giulia = await server.signIn();
    const former = await signedIn(due);
    const acting = await server.enterAccount(giulia, former);
    await list(uno);
    expect(await former.statusOf('GET /api/auth/user')).toBe(401);
    expect(await acting.statusOf('GET /api/auth/user')).toBe(401);
    expect((await giulia.ask('GET /api/notifications/page')).notifications).toHaveLength(2);
    const ends = sql`select from audit_log where action = 'impersonation_ended' and target_id = ${giulia.id}`;
    expect(await database.many(ends)).toHaveLength(1);
  });

  test('has nothing to approve any more', async () => {
    await list(uno, due);
    const { requestId } = await awaiting(server);
    const asked = async (): Promise<string[]> => {
      const chiefs = await database.many<Reader & { email: string }>(sql`
        select id, email, worksite_id, role, may_approve_swaps from users where email in (${uno}, ${due}) order by email`);
      const waiting = await Promise.all(
        chiefs.map(async (chief) =>
          listWaiting(database, chief, await context.boards.listFor(chief), clock.now()),
        ),
      );
      return chiefs.flatMap(({ email }, at) =>
        waiting[at]!.some(({ relatedRequestId }) => relatedRequestId === requestId) ? email : [],
      );
    };
    expect(await asked()).toEqual([due, uno]);
    await list(uno);
    expect(await asked()).toEqual([uno]);
  });

  test('listed again, gets the role back, reactivated, with its old password', async () => {
    await list(uno, tre);
    await list(uno);
    await database.run(sql`update users set is_active = false where email = ${tre}`);
    expect(await list(uno, tre)).toEqual(['tre@example.it è di nuovo in CEO_EMAILS: amministra di nuovo.']);
    expect((await signIn(tre)).body).toMatchObject({ user: { role: 'admin' } });
    expect(await listActs()).toMatchObject([
      { action: 'admin_ended' },
      { action: 'admin_resumed', actor: null },
    ]);
    expect(await list(uno, tre)).toEqual([]);
  });

  test('may also be an administrator made by hand, in any worksite', async () => {
    await list(uno);
    const admin = await server.signIn({ role: 'admin', email: 'altro@example.it' });
    await list(uno);
    expect(await admin.statusOf('GET /api/admin/users/page')).toBe(401);
    expect(await listActs()).toMatchObject([{ action: 'admin_ended', email: 'altro@example.it' }]);
  });
});

test('a listed address that somebody registered stays theirs: a warning at each start, no CEO, until that account is deleted', async () => {
  const { id: worksiteId } = await buildWorksite(context, { name: 'Cantiere Nord' });
  const giulia = await server.signInAs(await buildSigner(server, password, { email: uno, worksiteId }));
  const start = () => ensure({ ceoEmails: [uno], ceoInitialPassword: 'Altra!2026x' });
  const warning =
    'Attenzione: uno@example.it è in CEO_EMAILS, ma con questo indirizzo si è registrata una persona di «Cantiere Nord», ' +
    'che non diventa CEO. Che cosa fare: docs/operations.md, «CEO_EMAILS».';
  expect(await start()).toEqual([warning]);
  expect(await start()).toEqual([warning]);
  const logged = server.logLines.filter((line) => line.includes('CEO_EMAILS'));
  expect(logged.map((line) => line.includes(giulia.id))).toEqual([true, true]);
  expect(server.logLines.join('')).not.toContain(uno);
  expect(await listPeople()).toMatchObject([{ email: uno, role: 'operatore' }]);
  expect(await giulia.statusOf('GET /api/ceo/worksites')).toBe(403);
  // once that account is deleted, the next start creates the CEO's
  const left = await giulia.statusOf('DELETE /api/users/:id', {
    params: { id: giulia.id },
    body: { password },
  });
  expect(left).toBe(204);
  expect(await start()).toEqual([]);
  expect((await signIn(uno, 'Altra!2026x')).body).toMatchObject({
    user: { role: 'admin', isCeo: true },
    worksite: { name: 'Direzione' },
  });
});
