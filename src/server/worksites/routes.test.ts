import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { buildUser, buildWorksite } from '../../../db/builders.ts';
import { type Answer, callerOf } from '../../../tests/support/caller.ts';
import { startTestServer, testNow, testServer, testTaxiAccessCode } from '../../../tests/support/server.ts';
import { confirm, preAccept, readRequest } from '../../../tests/support/swaps.ts';
import { defaultRestRules, type Worksite } from '../../domain/worksites/schema.ts';
import { defaultSwapPolicy } from '../../domain/worksites/swapPolicy.ts';
import { ensureCeoAccounts } from '../users/commands.ceoAccounts.ts';

const server = await testServer();
const { nobody, database, context } = server;
const ceo = await server.signInCeo();
const giulia = await server.signIn({ worksiteId: ceo.worksiteId });

const body = {
  name: 'Cantiere Ostiense',
  accessCode: 'OSTIENSE-2026',
  description: 'Via Ostiense, Roma',
  email: 'ostiense@example.it',
  isActive: true,
};
let made = 0;
const fresh = (change: object = {}) => ({
  ...body,
  name: `Cantiere nuovo ${(made += 1)}`,
  ...change,
});
const create = (change: object = {}): Promise<Answer<Worksite>> =>
  ceo.call('POST /api/ceo/worksites', { body: fresh(change) });

describe('POST /api/ceo/worksites', () => {
  test('POST /api/ceo/worksites makes a worksite and shows the CEO all of it', async () => {
    const answer = await ceo.call('POST /api/ceo/worksites', { body });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      ...body,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      variant: 'standard',
      restRules: defaultRestRules('standard'),
      swapPolicy: defaultSwapPolicy('standard'),
      rosterMode: 'proposta',
      userCount: 0,
      joinedToday: 0,
      isRegistrationOpen: true,
    });
  });

  test('POST /api/ceo/worksites is recorded, without the access code', async () => {
    const { body: worksite } = await create();
    const [entry] = await database.many<object>(sql`
      select at, actor_id as actor, acted_as_id as "actedAs", action, after from audit_log
      where target_id = ${worksite.id}`);
    expect(entry).toEqual({
      at: testNow,
      actor: ceo.id,
      actedAs: null,
      action: 'worksite_created',
      after: { name: worksite.name, email: body.email, isActive: true },
    });
  });

  test('the taxi code makes it the taxi worksite', async () => {
    expect((await create({ accessCode: testTaxiAccessCode })).body.variant).toBe('taxi');
    expect((await create({ accessCode: testTaxiAccessCode.toLowerCase() })).body.variant).toBe('standard');
  });

  test('people can register there at once, unless it is inactive', async () => {
    const { body: open } = await create({ description: null });
    const { body: closed } = await create({ isActive: false });
    expect(open.description).toBe('');
    const listed = (await nobody.ask('GET /api/worksites/available')).map(({ id }) => id);
    expect(listed).toContain(open.id);
    expect(listed).not.toContain(closed.id);
  });

  test.each([
    [{ name: '' }, 'name', 'Nome del cantiere richiesto'],
    [{ accessCode: 'abc' }, 'accessCode', 'Il codice di accesso deve essere di almeno 4 caratteri'],
    [{ email: 'ostiense' }, 'email', 'Email non valida'],
    [{ email: undefined }, 'email', 'Email non valida'],
    [{ name: 'a\u0000b' }, 'name', 'Contiene caratteri invisibili o non ammessi: riscrivilo a mano'],
    [{ name: 'uno\ndue' }, 'name', 'Deve stare su una riga'],
  ])('refuses %j', async (change, field, message) => {
    const answer = await create(change);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      message: 'Dati non validi',
      code: 'invalid_data',
      fields: { [field]: message },
    });
  });

  test('a name is taken once, whatever its case, and leaves no record when refused', async () => {
    await create({ name: 'Cantiere Doppio' });
    const before = await database.many(sql`select 1 from audit_log`);
    for (const name of ['Cantiere Doppio', 'CANTIERE DOPPIO', ' cantiere doppio ']) {
      const answer = await create({ name });
      expect(answer.status).toBe(409);
      expect(answer.body).toEqual({
        message: 'Esiste già un cantiere con questo nome',
        code: 'worksite_name_taken',
      });
    }
    expect(await database.many(sql`select 1 from audit_log`)).toHaveLength(before.length);
  });

  test('POST /api/ceo/worksites with one name by five at once makes one', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => create({ name: 'Cantiere Conteso' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
  });

  test('nobody: 401', async () => {
    expect(await nobody.statusOf('POST /api/ceo/worksites', { body })).toBe(401);
  });

  test('everybody but the CEO: 403, before the body is looked at', async () => {
    const others = [
      giulia,
      await server.signIn({ role: 'team_leader' }),
      await server.signIn({ role: 'coordinatore' }),
      // an admin whose address is not listed, and a listed address whose role is not admin
      await server.signIn({ role: 'admin' }),
    ];
    for (const caller of others) {
      for (const sent of [body, {}]) {
        const answer = await caller.callUntyped('POST /api/ceo/worksites', { body: sent });
        expect(answer.status).toBe(403);
        expect(answer.body).toEqual({ message: 'Accesso Riservato', code: 'ceo_only' });
      }
    }
  });

  test('a listed address without the role: 403', async () => {
    const other = await startTestServer({ env: { CEO_EMAILS: 'finta@example.it' } });
    const pretender = await other.signInAs(await buildUser(other.context, { email: 'finta@example.it' }));
    expect(pretender.signedIn.user.isCeo).toBe(false);
    expect(await pretender.statusOf('POST /api/ceo/worksites', { body })).toBe(403);
    await other.close();
  });

  test('the CEO while acting as somebody else: 403', async () => {
    const entered = await ceo.call('POST /api/ceo/impersonate/:id', { params: { id: giulia.id } });
    const acting = callerOf(server.app, context.settings, ceo.token, entered.cookies[0]?.value);
    const session = await acting.call('GET /api/auth/user');
    expect(session.body).toMatchObject({ isImpersonating: true, user: { id: giulia.id } });
    expect(await acting.statusOf('POST /api/ceo/worksites', { body })).toBe(403);
    // not even as themselves: whoever acts as somebody has left their own account
    const asCeo = await server.signInCeo();
    await database.run(sql`
      update sessions set parent_session_id = ${ceo.signedIn.sessionId} where id = ${asCeo.signedIn.sessionId}`);
    const inOwn = callerOf(server.app, context.settings, ceo.token, asCeo.token);
    expect((await inOwn.ask('GET /api/auth/user')).isImpersonating).toBe(true);
    expect(await inOwn.statusOf('POST /api/ceo/worksites', { body })).toBe(403);
  });
});

describe('GET /api/worksites/available', () => {
  test('GET /api/worksites/available is for everybody, by name, with id, name, description and variant and nothing more', async () => {
    await buildWorksite(context, { name: 'zeta', accessCode: 'ZETA-2026' });
    await buildWorksite(context, { name: 'Alfa', accessCode: 'ALFA-2026', description: 'Prima' });
    const { body: list } = await nobody.call('GET /api/worksites/available');
    expect(list[0]).toEqual({
      id: expect.any(String) as string,
      name: 'Alfa',
      description: 'Prima',
      variant: 'standard',
    });
    expect(list.at(-1)?.name).toBe('zeta');
    for (const worksite of list) {
      expect(Object.keys(worksite).toSorted()).toEqual(['description', 'id', 'name', 'variant']);
    }
  });

  test('GET /api/worksites/available does not name the CEOs’ own worksite', async () => {
    await ensureCeoAccounts({
      ...context,
      settings: { ...context.settings, ceoEmails: ['altro@example.it'] },
    });
    const answer = await nobody.call('GET /api/worksites/available');
    expect(answer.text).not.toContain('Direzione');
  });
});

describe('an access code', () => {
  test('an access code is in no answer to anybody but the CEO', async () => {
    const secret = 'CODICE-SEGRETISSIMO';
    const { id: worksiteId } = await buildWorksite(context, { accessCode: secret });
    const sara = await server.signIn({ worksiteId });
    const luca = await server.signIn({ worksiteId });
    const day = '2026-11-20';
    const shift = { date: day, workLocation: 'sede', startTime: '06:00', endTime: '14:00' } as const;
    const answers: Answer<unknown>[] = [];
    const offered = await sara.call('POST /api/shifts', { body: shift });
    answers.push(
      offered,
      await luca.call('POST /api/shifts', { body: { ...shift, startTime: '14:00', endTime: '22:00' } }),
    );
    const published = await sara.call('POST /api/exchange-requests', {
      body: { offeredShiftId: offered.body.id, requestedShiftType: 'pomeriggio', requestedDate: day },
    });
    answers.push(
      published,
      await preAccept(luca, published.body.request.id),
      await readRequest(sara, published.body.request.id),
      await readRequest(luca, published.body.request.id),
    );
    answers.push(await confirm(sara, published.body.request.id));
    for (const caller of [sara, luca, nobody]) {
      for (const url of [
        '/api/auth/user',
        '/api/worksites/available',
        '/api/shifts',
        `/api/calendar/shifts?from=${day}&to=${day}`,
        '/api/user-shifts',
        '/api/notifications/page',
        '/api/exchange-requests/page',
        '/api/exchange-requests/page?tab=completati',
        '/api/exchanges/completed/page',
      ]) {
        answers.push(await caller.callUntyped(`GET ${url}`));
      }
    }
    const registration = {
      email: 'nuova@example.it',
      password: 'Turnario!2026',
      firstName: 'Nuova',
      lastName: 'Persona',
      worksiteId,
      acceptedTerms: true,
      role: 'operatore',
      contractHours: 8,
    } as const;
    answers.push(
      await nobody.call('POST /api/auth/register', { body: { ...registration, accessCode: 'SBAGLIATO' } }),
    );
    answers.push(
      await nobody.call('POST /api/auth/register', { body: { ...registration, accessCode: secret } }),
    );
    expect(answers.filter(({ status }) => status < 300).length).toBeGreaterThan(20);
    for (const { status, text } of answers) {
      expect(text).not.toContain(secret);
      // a refusal may name the field
      if (status < 300) expect(text).not.toMatch(/access_?code/i);
    }
  });
});
