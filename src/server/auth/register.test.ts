import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { buildUser, buildWorksite } from '../../../db/builders.ts';
import type { Answer, ErrorBody } from '../../../tests/support/caller.ts';
import {
  cheapPasswords,
  startSecondServer,
  testNow,
  testServer,
  testTaxiAccessCode,
} from '../../../tests/support/server.ts';
import { timeInRome } from '../../domain/calendar/day.ts';
import type { Session } from '../../domain/users/schema.ts';
import { secondsAfter } from '../platform/clock.ts';
import { ensureCeoAccounts } from '../users/commands.ceoAccounts.ts';

const hashed = vi.fn<typeof cheapPasswords.hash>(cheapPasswords.hash);
// the network address of a call is what the proxy says it is
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

const standard = {
  email: 'giulia@example.it',
  password: 'Turnario!2026',
  firstName: 'Giulia',
  lastName: 'Ferri',
  worksiteId: worksite.id,
  acceptedTerms: true,
  accessCode: 'TIBURTINA-2026',
  role: 'team_leader',
  contractHours: 6,
} as const;
const taxi = {
  ...standard,
  worksiteId: taxiId,
  accessCode: testTaxiAccessCode,
  taxiLicense: 'RM-1042',
  phoneNumber: '+39 333 0100001',
};

const register = (body: object): Promise<Answer<Session>> =>
  nobody.callUntyped('POST /api/auth/register', { body });

async function expectRefused(body: object, status: number, error: ErrorBody): Promise<void> {
  const answer = await register(body);
  expect(answer.body).toEqual(error);
  expect(answer.status).toBe(status);
  expect(answer.cookies).toEqual([]);
  expect(await database.many(sql`select 1 from users`)).toEqual([]);
}

describe('registrations in an hour', () => {
  let people = 0;
  const join = (change: object = {}, from = '203.0.113.7', through = nobody): Promise<Answer<unknown>> =>
    through.callUntyped('POST /api/auth/register', {
      body: { ...standard, email: `persona${(people += 1)}@example.it`, ...change },
      headers: { 'x-forwarded-for': from },
    });
  const expectFull = ({ status, headers, body }: Answer<unknown>, from: string, seconds: number): void => {
    expect([status, headers['retry-after']]).toEqual([429, String(seconds)]);
    const message = `Nell’ultima ora si sono registrate molte persone. Riprova dalle ${from}.`;
    expect(body).toEqual({ message, code: 'registered_often' });
  };

  test('60 of one network get in, of 70 at once in two processes; the others read when, and no password is hashed for them', async () => {
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
    expectFull(await join(), timeInRome(secondsAfter(testNow, 3600)), 35 * 60);
    expect((await join({}, '198.51.100.9')).status).toBe(201);
    server.clock.advance(35 * 60);
    expect((await join()).status).toBe(201);
  });

  test('120 of one worksite by its code; others go on', async () => {
    for (let at = 0; at < 120; at += 1) expect((await join({}, `203.0.113.${at % 3}`)).status).toBe(201);
    expectFull(await join({}, '198.51.100.9'), timeInRome(secondsAfter(testNow, 3600)), 3600);
    expect(
      (await join({ worksiteId: elsewhere.id, accessCode: 'OSTIENSE-2026' }, '198.51.100.9')).status,
    ).toBe(201);
  });

  test('what was refused for its code or its form is none', async () => {
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
    const { body } = await join();
    await join();
    expect(await joined()).toEqual([2, 2]);
    // midnight in Rome
    server.clock.set('2026-11-18T23:00:00.000Z');
    await join();
    expect(await joined()).toEqual([3, 1]);
    const { id } = (body as Session).user;
    expect(
      await database.many(sql`
        select action, worksite_id, actor_id from audit_log where target_id = ${id}`),
    ).toEqual([{ action: 'registered', worksiteId: worksite.id, actorId: id }]);
  });
});

describe('POST /api/auth/register', () => {
  test.each([{}, { contractHours: null }])('contract hours left out are 8: %j', async (hours) => {
    const { contractHours: _hours, ...rest } = standard;
    const answer = await register({ ...rest, ...hours });
    expect(answer).toMatchObject({ status: 201, body: { user: { contractHours: 8 } } });
  });

  test('POST /api/auth/register makes an account and signs it in', async () => {
    const answer = await register(standard);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      user: {
        email: 'giulia@example.it',
        firstName: 'Giulia',
        lastName: 'Ferri',
        role: 'team_leader',
        contractHours: 6,
        taxiLicense: null,
        phoneNumber: null,
        isActive: true,
        isCeo: false,
        acceptedTerms: true,
        acceptedTermsAt: testNow,
      },
      worksite: { id: worksite.id, name: 'Cantiere Tiburtina', variant: 'standard' },
      isImpersonating: false,
    });
    const [cookie] = answer.cookies;
    expect(cookie).toMatchObject({ name: 'turnario', httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(cookie).not.toHaveProperty('maxAge');
    const session = await nobody.call('GET /api/auth/user', {
      headers: { cookie: `turnario=${cookie?.value}` },
    });
    expect(session.body).toEqual(answer.body);
    const login = { email: standard.email, password: standard.password };
    expect(await nobody.statusOf('POST /api/auth/login', { body: login })).toBe(200);
  });

  test('POST /api/auth/register stores no password', async () => {
    await register(standard);
    const rows = await database.many(sql`select row_to_json(u) as row from users u`);
    expect(JSON.stringify(rows)).not.toContain(standard.password);
  });

  test('POST /api/auth/register takes the access code under its other name', async () => {
    const { accessCode, ...rest } = standard;
    expect((await register({ ...rest, worksiteAccessCode: accessCode })).status).toBe(201);
  });

  test('POST /api/auth/register in the taxi worksite: role and hours are given, licence and phone kept', async () => {
    const answer = await register({ ...taxi, role: 'coordinatore', contractHours: 12 });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      user: { role: 'operatore', contractHours: 7, taxiLicense: 'RM-1042', phoneNumber: '+39 333 0100001' },
      worksite: { id: taxiId, variant: 'taxi' },
    });
  });

  test('POST /api/auth/register in a standard worksite: licence and phone are nobody’s business', async () => {
    const answer = await register({ ...standard, taxiLicense: 'RM-1042', phoneNumber: '+39 333 0100001' });
    expect(answer.body).toMatchObject({ user: { taxiLicense: null, phoneNumber: null } });
  });

  test('POST /api/auth/register ends the session that the cookie had', async () => {
    const other = await server.signIn();
    await nobody.call('POST /api/auth/register', {
      body: standard,
      headers: { cookie: `turnario=${other.token}` },
    });
    expect(await other.statusOf('GET /api/auth/user')).toBe(401);
  });
});

describe('refused', () => {
  test('a wrong access code', async () => {
    const message = 'Codice accesso non valido per il cantiere selezionato';
    for (const accessCode of ['TIBURTINA-2027', 'tiburtina-2026', testTaxiAccessCode, 'TIBURTINA-2026x']) {
      await expectRefused({ ...standard, accessCode }, 400, {
        message,
        code: 'wrong_access_code',
        fields: { accessCode: message },
      });
    }
  });

  test('a worksite that is not there, closed or inactive, whatever the code', async () => {
    const refusal = { message: 'Cantiere selezionato non valido', code: 'unknown_worksite' };
    const inactive = await buildWorksite(context, { accessCode: 'CHIUSO-2026' });
    await database.run(sql`update worksites set is_active = false where id = ${inactive.id}`);
    await ensureCeoAccounts(context);
    const management = await database.one<{ id: string; accessCode: string }>(
      sql`select id, access_code as "accessCode" from worksites where name = 'Direzione'`,
    );
    await database.run(sql`delete from users`);
    const nowhere = '0190a000-0000-7000-8000-000000000001';
    await expectRefused({ ...standard, worksiteId: nowhere }, 400, refusal);
    await expectRefused({ ...standard, worksiteId: inactive.id, accessCode: 'CHIUSO-2026' }, 400, refusal);
    const closed = { ...standard, worksiteId: management.id, accessCode: management.accessCode };
    await expectRefused(closed, 400, refusal);
  });

  test('a taxi driver without licence or phone', async () => {
    const message = 'Licenza taxi e numero di cellulare sono richiesti per questo cantiere';
    const refused = (fields: Record<string, string>): ErrorBody => ({
      message,
      code: 'taxi_details_required',
      fields,
    });
    const { taxiLicense, phoneNumber, ...rest } = taxi;
    await expectRefused(rest, 400, refused({ taxiLicense: message, phoneNumber: message }));
    await expectRefused({ ...rest, taxiLicense }, 400, refused({ phoneNumber: message }));
    await expectRefused({ ...rest, phoneNumber }, 400, refused({ taxiLicense: message }));
    await expectRefused({ ...taxi, phoneNumber: '' }, 400, refused({ phoneNumber: message }));
    await expectRefused({ ...taxi, phoneNumber: '333 01000' }, 400, refused({ phoneNumber: message }));
  });

  test('a colleague of a standard worksite without role', async () => {
    const { role: _role, ...rest } = standard;
    await expectRefused(rest, 400, {
      message: 'Dati non validi',
      code: 'invalid_data',
      fields: { role: 'Seleziona un ruolo' },
    });
  });

  test.each([
    [{ role: 'admin' }, 'role', 'Seleziona un ruolo'],
    [{ email: 'giulia' }, 'email', 'Email non valida'],
    [
      { password: 'Turnario2026' },
      'password',
      'Password deve contenere almeno un carattere speciale (!@#$%^&*)',
    ],
    [{ acceptedTerms: false }, 'acceptedTerms', 'Devi accettare i Termini e Condizioni per continuare'],
    [{ contractHours: 3 }, 'contractHours', 'Ore contratto devono essere tra 4 e 12'],
    [{ accessCode: 'abc' }, 'accessCode', 'Codice accesso richiesto'],
    [{ accessCode: undefined }, 'accessCode', 'Codice accesso richiesto'],
    [{ worksiteId: '' }, 'worksiteId', 'Seleziona un cantiere'],
    [
      { lastName: 'irreF\u202eFerri' },
      'lastName',
      'Contiene caratteri invisibili o non ammessi: riscrivilo a mano',
    ],
    [
      { firstName: '\u3164\u3164' },
      'firstName',
      'Contiene caratteri invisibili o non ammessi: riscrivilo a mano',
    ],
    [
      { firstName: 'Giu\u0000lia' },
      'firstName',
      'Contiene caratteri invisibili o non ammessi: riscrivilo a mano',
    ],
    [{ firstName: 'Giulia\nBcc: x' }, 'firstName', 'Deve stare su una riga'],
  ])('%j', async (change, field, message) => {
    await expectRefused({ ...standard, ...change }, 400, {
      message: 'Dati non validi',
      code: 'invalid_data',
      fields: { [field]: message },
    });
  });

  test.each([
    { role: 'admin' },
    { mayReviewCodes: true },
    { mayApproveSwaps: true },
    { mayLoadShifts: true },
  ])('a permission: %j', async (extra) => {
    expect((await register({ ...standard, ...extra })).status).toBe(400);
  });
});

describe('one address has one account', () => {
  const refusal = {
    message: 'Email già registrata',
    code: 'email_taken',
    fields: { email: 'Email già registrata' },
  };

  test('an address has one account, whatever its case and blanks, in any worksite', async () => {
    await register(standard);
    for (const email of ['giulia@example.it', 'GIULIA@EXAMPLE.IT', ' Giulia@example.it ']) {
      const answer = await register({ ...taxi, email });
      expect(answer.status).toBe(409);
      expect(answer.body).toEqual(refusal);
    }
    expect(await database.many(sql`select 1 from users`)).toHaveLength(1);
  });

  test('of ten registrations of one address at once one succeeds, nine are told why not', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        register({ ...standard, email: index % 2 ? 'Giulia@example.it' : 'giulia@EXAMPLE.it' }),
      ),
    );
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, ...Array<number>(9).fill(409)]);
    for (const answer of answers.filter(({ status }) => status === 409)) {
      expect(answer.body).toMatchObject({ message: 'Email già registrata', code: 'email_taken' });
      expect(answer.cookies).toEqual([]);
    }
    expect(await database.many(sql`select 1 from users`)).toHaveLength(1);
    expect(await database.many(sql`select 1 from sessions`)).toHaveLength(1);
  });

  test('without the access code one does not learn whether an address has an account', async () => {
    await buildUser(context, { email: standard.email });
    const answer = await register({ ...standard, accessCode: 'INDOVINO' });
    expect(answer.body).toMatchObject({ code: 'wrong_access_code' });
  });
});
