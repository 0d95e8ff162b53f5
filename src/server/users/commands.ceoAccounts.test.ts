import sql from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { buildUser } from '../../../db/builders.ts';
import { cheapPasswords, startTestServer, testNow } from '../../../tests/support/server.ts';
import type { Settings } from '../platform/settings.ts';
import { ensureCeoAccounts } from './commands.ceoAccounts.ts';

const server = await startTestServer({ env: { CEO_EMAILS: 'uno@example.it,due@example.it' } });
afterAll(() => server.close());
const { nobody, database, clock, context } = server;
const password = 'Iniziale!2026';

beforeEach(async () => {
  clock.set(testNow);
  await database.run(sql`delete from worksites`);
  await database.run(sql`delete from attempt_counters`);
});

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
    const answer = await nobody.post('/api/auth/login', { email: 'Uno@example.it', password });
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
    const use = (): Promise<{ status: number }> => nobody.post('/api/auth/set-password', { token, password });
    expect((await use()).status).toBe(204);
    expect((await use()).status).toBe(410);
    expect((await nobody.post('/api/auth/login', { email: 'uno@example.it', password })).status).toBe(200);
  });

  test('nothing happens the next time', async () => {
    await ensure({ ceoInitialPassword: password });
    const people = await database.many(sql`select * from users order by email`);
    expect(await ensure({ ceoInitialPassword: 'Un’altra!2026' })).toEqual([]);
    expect(await database.many(sql`select * from users order by email`)).toEqual(people);
    expect(await database.many(sql`select 1 from worksites`)).toHaveLength(1);
  });

  test('one who never used the link gets a new one: the old one may be lost or over', async () => {
    const [old] = await ensure({ ceoEmails: ['uno@example.it'], ceoInitialPassword: null });
    clock.advance(25 * 3600);
    const [notice] = await ensure({ ceoEmails: ['uno@example.it'], ceoInitialPassword: null });
    expect(notice).not.toBe(old);
    const tokenOf = (line = ''): string | null =>
      new URL(line.split(': ')[1] ?? '').searchParams.get('token');
    const use = (line?: string): Promise<{ status: number }> =>
      nobody.post('/api/auth/set-password', { token: tokenOf(line), password });
    expect((await use(old)).status).toBe(410);
    expect((await use(notice)).status).toBe(204);
    expect(await ensure({ ceoEmails: ['uno@example.it'], ceoInitialPassword: null })).toEqual([]);
  });
});

describe('a listed address', () => {
  test('that already belongs to an operatore is left as it is, and is no CEO', async () => {
    const passwordHash = await cheapPasswords.hash(password);
    const giulia = await buildUser(context, { email: 'uno@example.it', passwordHash });
    expect(await ensure({ ceoEmails: ['uno@example.it'], ceoInitialPassword: 'Altra!2026x' })).toEqual([]);
    expect(await listPeople()).toMatchObject([{ email: 'uno@example.it', role: 'operatore' }]);
    const caller = await server.signInAs(giulia);
    expect(caller.signedIn.user.isCeo).toBe(false);
    expect((await caller.post('/api/ceo/worksites', {})).status).toBe(403);
    expect((await nobody.post('/api/auth/login', { email: 'uno@example.it', password })).status).toBe(200);
  });

  test('that is taken off the list is no CEO any more', async () => {
    await ensure({ ceoEmails: ['tre@example.it'], ceoInitialPassword: password });
    const answer = await nobody.post('/api/auth/login', { email: 'tre@example.it', password });
    expect(answer.body).toMatchObject({ user: { role: 'admin', isCeo: false } });
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
