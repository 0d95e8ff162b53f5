import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { buildUser, buildWorksite } from '../../../db/builders.ts';
import { actsOn, registrationAt } from '../../../tests/support/accounts.ts';
import type { Answer, ErrorBody } from '../../../tests/support/calls.ts';
import {
  cheapPasswords,
  startSecondServer,
  testNow,
  testServer,
  testTaxiAccessCode,
} from '../../../tests/support/server.ts';
import type { Session } from '../../domain/users/schema.ts';
import { ensureCeoAccounts } from '../users/commands.ceoAccounts.ts';

const hashed = vi.fn<typeof cheapPasswords.hash>(cheapPasswords.hash);
// the proxy states a call's network address
const options = { env: { TRUST_PROXY: '127.0.0.1' }, passwords: { ...cheapPasswords, hash: hashed } };
const server = await testServer(options);
const { nobody, database, context } = server;

const worksite = await buildWorksite(context, { name: 'Cantiere Tiburtina', accessCode: 'TIBURTINA-2026' });
const elsewhere = await buildWorksite(context, { accessCode: 'OSTIENSE-2026' });
const taxiId = await server.taxiWorksiteId();

beforeEach(async () => {
  await database.run(sql`delete from users`);
  await database.run(sql`delete from attempt_counters`);
});

const { role: _role, contractHours: _hours, ...form } = registrationAt(worksite.id);
const person = { ...form, email: 'giulia@example.it', accessCode: 'TIBURTINA-2026' };
const standard = { ...person, role: 'team_leader', contractHours: 6 } as const;
const contact = { taxiLicense: 'RM-1042', phoneNumber: '+39 333 0100001' };
const taxi = { ...person, worksiteId: taxiId, accessCode: testTaxiAccessCode, ...contact };

const register = (body: object): Promise<Answer<Session>> =>
  nobody.callUntyped('POST /api/auth/register', { body });

async function expectRefused(body: object, status: number, error: ErrorBody): Promise<void> {
  const answer = await register(body);
  expect(answer).toMatchObject({ status, body: error, cookies: [] });
  expect(await database.many(sql`select 1 from users`)).toEqual([]);
}

describe('registrations in an hour', () => {
  const join = (change: object = {}, from = '203.0.113.7', through = nobody): Promise<Answer<Session>> =>
    through.callUntyped('POST /api/auth/register', {
      body: { ...standard, email: `${crypto.randomUUID()}@example.it`, ...change },
      headers: { 'x-forwarded-for': from },
    });
  // an hour after the first registration, in Rome
  const message = 'Nell’ultima ora si sono registrate molte persone. Riprova dalle 11:00.';
  const expectFull = ({ status, headers, body }: Answer<unknown>, seconds: number): void => {
    expect([status, headers['retry-after']]).toEqual([429, String(seconds)]);
    expect(body).toEqual({ message, code: 'registered_often' });
  };

  test('60 from one network succeed of 70 concurrent ones in two processes; the others read when to retry, and no password is hashed for them', async () => {
    const second = await startSecondServer(server, options);
    hashed.mockClear();
    const answers = await Promise.all(
      Array.from({ length: 70 }, (_, at) => join({}, undefined, at % 2 === 0 ? nobody : second.nobody)),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array<number>(60).fill(201), ...Array<number>(10).fill(429)]);
    expect(await database.many(sql`select 1 from users`)).toHaveLength(60);
    expect(hashed).toHaveBeenCalledTimes(60);
    await second.close();
    server.clock.advance(25 * 60);
    expectFull(await join(), 35 * 60);
    expect((await join({}, '198.51.100.9')).status).toBe(201);
    server.clock.advance(35 * 60);
    expect((await join()).status).toBe(201);
  });

  test('120 at one worksite succeed by its code; others are unaffected', async () => {
    for (let at = 0; at < 120; at += 1) expect((await join({}, `203.0.113.${at % 3}`)).status).toBe(201);
    expectFull(await join({}, '198.51.100.9'), 3600);
    const other = { worksiteId: elsewhere.id, accessCode: 'OSTIENSE-2026' };
    expect((await join(other, '198.51.100.9')).status).toBe(201);
  });

  test('refused codes and forms do not count', async () => {
    for (let at = 0; at < 50; at += 1) await join({ accessCode: 'INDOVINO' });
    for (let at = 0; at < 70; at += 1) await join({ role: null });
    expect((await join()).status).toBe(201);
  });

  test('the CEO sees how many joined today, and each in the audit', async () => {
    const joined = async () => {
      const ceo = await server.signInCeo();
      const found = (await ceo.ask('GET /api/ceo/worksites')).find(({ id }) => id === worksite.id);
      return [found?.userCount, found?.joinedToday];
    };
    const { id } = (await join()).body.user;
    await join();
    expect(await joined()).toEqual([2, 2]);
    // midnight in Rome
    server.clock.set('2026-11-18T23:00:00.000Z');
    await join();
    expect(await joined()).toEqual([3, 1]);
    expect(await actsOn(database, id)).toMatchObject([
      { action: 'registered', worksiteId: worksite.id, actorId: id },
    ]);
  });
});

describe('a registration', () => {
  test('creates an account, signs it in, and stores no password', async () => {
    const answer = await register(standard);
    expect(answer.status).toBe(201);
    const { email, password, firstName, lastName, role, contractHours } = standard;
    expect(answer.body.user).toMatchObject({ email, firstName, lastName, role, contractHours, isCeo: false });
    expect(answer.body.user).toMatchObject({ acceptedTerms: true, acceptedTermsAt: testNow });
    expect(answer.body.worksite).toMatchObject({ id: worksite.id, variant: 'standard' });
    const [cookie] = answer.cookies;
    expect(cookie).toMatchObject({ name: 'turnario', httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(cookie).not.toHaveProperty('maxAge');
    expect(await server.bearing(cookie!.value).ask('GET /api/auth/user')).toEqual(answer.body);
    expect(await nobody.statusOf('POST /api/auth/login', { body: { email, password } })).toBe(200);
    const rows = await database.many(sql`select row_to_json(u) as row from users u`);
    expect(JSON.stringify(rows)).not.toContain(password);
  });

  test.each([
    ['hours are 8 where they are null', { ...standard, contractHours: null }, { contractHours: 8 }],
    [
      'the access code has another name',
      { ...standard, accessCode: undefined, worksiteAccessCode: person.accessCode },
      {},
    ],
    [
      'a taxi driver’s role and hours are given',
      { ...taxi, role: 'coordinatore', contractHours: 12 },
      { role: 'operatore', contractHours: 7, ...contact },
    ],
    [
      'elsewhere licence and phone are nobody’s business',
      { ...standard, ...contact },
      { taxiLicense: null, phoneNumber: null },
    ],
  ])('%s', async (_what, body, user) => {
    expect(await register(body)).toMatchObject({ status: 201, body: { user } });
  });

  test('ends the session that the cookie had', async () => {
    const other = await server.signIn();
    const headers = { cookie: `turnario=${other.token}` };
    await nobody.call('POST /api/auth/register', { body: standard, headers });
    expect(await other.statusOf('GET /api/auth/user')).toBe(401);
  });
});

describe('a registration is refused', () => {
  test('with a wrong access code, without revealing whether the address has an account', async () => {
    const message = 'Codice accesso non valido per il cantiere selezionato';
    const refusal = { message, code: 'wrong_access_code', fields: { accessCode: message } };
    for (const accessCode of ['tiburtina-2026', 'TIBURTINA-2026x'])
      await expectRefused({ ...standard, accessCode }, 400, refusal);
    await buildUser(context, { email: standard.email });
    expect((await register({ ...standard, accessCode: 'INDOVINO' })).body).toEqual(refusal);
  });

  test('at an unknown, closed or inactive worksite, whatever the code', async () => {
    const inactive = await buildWorksite(context, { accessCode: 'CHIUSO-2026' });
    await database.run(sql`update worksites set is_active = false where id = ${inactive.id}`);
    await ensureCeoAccounts(context);
    const management = await database.one<{ id: string; accessCode: string }>(
      sql`select id, access_code from worksites where name = 'Direzione'`,
    );
    await database.run(sql`delete from users`);
    const nowhere = { id: '0190a000-0000-7000-8000-000000000001', accessCode: standard.accessCode };
    for (const { id: worksiteId, accessCode } of [nowhere, inactive, management])
      await expectRefused({ ...standard, worksiteId, accessCode }, 400, {
        message: 'Cantiere selezionato non valido',
        code: 'unknown_worksite',
      });
  });
});

describe('an address', () => {
  const refusal = {
    message: 'Email già registrata',
    code: 'email_taken',
    fields: { email: 'Email già registrata' },
  };

  test('has one account, whatever its case and spaces, in any worksite', async () => {
    await register(standard);
    for (const email of ['giulia@example.it', 'GIULIA@EXAMPLE.IT', ' Giulia@example.it '])
      expect(await register({ ...taxi, email })).toMatchObject({ status: 409, body: refusal });
    expect(await database.many(sql`select 1 from users`)).toHaveLength(1);
  });

  test('gets one account from ten concurrent registrations; nine are told why not', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        register({ ...standard, email: index % 2 ? 'Giulia@example.it' : 'giulia@EXAMPLE.it' }),
      ),
    );
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(9);
    for (const answer of refused) expect(answer).toMatchObject({ status: 409, body: refusal, cookies: [] });
    expect(await database.many(sql`select 1 from sessions`)).toHaveLength(1);
  });
});
