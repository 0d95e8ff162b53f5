import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { buildUser, buildWorksite } from '../../../db/builders.ts';
import { actsOn, registrationAt } from '../../../tests/support/accounts.ts';
import type { Answer } from '../../../tests/support/calls.ts';
import { startTestServer, testServer, testTaxiAccessCode } from '../../../tests/support/server.ts';
import { pair, swap } from '../../../tests/support/swaps.ts';
import { defaultRestRules, type Worksite } from '../../domain/worksites/schema.ts';
import { defaultSwapPolicy } from '../../domain/worksites/swapPolicy.ts';
import { ensureCeoAccounts } from '../users/commands.ceoAccounts.ts';

const server = await testServer();
const { nobody, database, context } = server;
const ceo = await server.signInCeo();

const body = {
  name: 'Cantiere Ostiense',
  accessCode: 'OSTIENSE-2026',
  description: 'Via Ostiense, Roma',
  email: 'ostiense@example.it',
  isActive: true,
};
const create = (change: object = {}): Promise<Answer<Worksite>> =>
  ceo.call('POST /api/ceo/worksites', {
    body: { ...body, name: `Cantiere ${crypto.randomUUID()}`, ...change },
  });

describe('a new worksite', () => {
  test('is shown to the CEO completely, and audited without the access code', async () => {
    const answer = await create({ name: body.name });
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
    const [act, ...others] = await actsOn(database, answer.body.id);
    expect(others).toEqual([]);
    expect(act).toMatchObject({ action: 'worksite_created', actorId: ceo.id, actedAsId: null });
    expect(act?.['after']).toEqual({ name: body.name, email: body.email, isActive: true });
  });

  test('is a taxi worksite only with the exact taxi code', async () => {
    expect((await create({ accessCode: testTaxiAccessCode })).body.variant).toBe('taxi');
    expect((await create({ accessCode: testTaxiAccessCode.toLowerCase() })).body.variant).toBe('standard');
  });

  test('accepts registrations immediately, unless it is inactive', async () => {
    const { body: open } = await create({ description: null });
    const { body: closed } = await create({ isActive: false });
    expect(open.description).toBe('');
    const { text } = await nobody.call('GET /api/worksites/available');
    expect(text).toContain(open.id);
    expect(text).not.toContain(closed.id);
  });

  test('is refused in the form’s words', async () => {
    const fields = { name: 'Deve stare su una riga' };
    const refusal = { message: 'Dati non validi', code: 'invalid_data', fields };
    expect(await create({ name: 'uno\ndue' })).toMatchObject({ status: 400, body: refusal });
  });

  test('has a unique name, ignoring case, even of five concurrent ones; a refused one is not audited', async () => {
    const name = 'Cantiere Doppio';
    const made = await Promise.all(Array.from({ length: 5 }, () => create({ name })));
    expect(made.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
    const before = await database.many(sql`select 1 from audit_log`);
    for (const taken of [name, 'CANTIERE DOPPIO', ' cantiere doppio ']) {
      const answer = await create({ name: taken });
      expect(answer.status).toBe(409);
      expect(answer.body).toEqual({
        message: 'Esiste già un cantiere con questo nome',
        code: 'worksite_name_taken',
      });
    }
    expect(await database.many(sql`select 1 from audit_log`)).toHaveLength(before.length);
  });

  test('cannot be created by somebody with a listed address but without the role', async () => {
    const other = await startTestServer({ env: { CEO_EMAILS: 'finta@example.it' } });
    const pretender = await other.signInAs(await buildUser(other.context, { email: 'finta@example.it' }));
    expect(pretender.signedIn.user.isCeo).toBe(false);
    expect(await pretender.statusOf('POST /api/ceo/worksites', { body })).toBe(403);
    await other.close();
  });

  test('cannot be created by a CEO while impersonating, not even as themselves', async () => {
    const asCeo = await server.signInCeo();
    await database.run(sql`
      update sessions set parent_session_id = ${ceo.signedIn.sessionId} where id = ${asCeo.signedIn.sessionId}`);
    expect(await server.bearing(ceo.token, asCeo.token).statusOf('POST /api/ceo/worksites', { body })).toBe(
      403,
    );
  });
});

test('worksites open for registration are listed publicly, by name only, without the CEOs’ own', async () => {
  await ensureCeoAccounts({ ...context, settings: { ...context.settings, ceoEmails: ['altro@example.it'] } });
  await buildWorksite(context, { name: 'zeta', accessCode: 'ZETA-2026' });
  const { id } = await buildWorksite(context, { name: 'Alfa', description: 'Prima' });
  const list = await nobody.ask('GET /api/worksites/available');
  expect(list[0]).toEqual({ id, name: 'Alfa', description: 'Prima', variant: 'standard' });
  expect(list.at(-1)?.name).toBe('zeta');
  expect(list.map(({ name }) => name)).not.toContain('Direzione');
  expect(new Set(list.map((worksite) => Object.keys(worksite).toSorted().join()))).toEqual(
    new Set(['description,id,name,variant']),
  );
});

test('an access code is returned to nobody but the CEO', async () => {
  const secret = 'CODICE-SEGRETISSIMO';
  const { id: worksiteId } = await buildWorksite(context, { accessCode: secret });
  const { giulia, marco } = await pair(server, { giulia: { worksiteId } });
  const requestId = await swap(giulia, marco);
  const answers: Answer<unknown>[] = [await marco.readRequest(requestId)];
  for (const caller of [giulia, nobody])
    for (const url of [
      'auth/user',
      'worksites/available',
      'shifts',
      'user-shifts',
      'exchanges/completed/page',
    ])
      answers.push(await caller.callUntyped(`GET /api/${url}`));
  for (const accessCode of ['SBAGLIATO', secret])
    answers.push(
      await nobody.call('POST /api/auth/register', { body: { ...registrationAt(worksiteId), accessCode } }),
    );
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(8);
  for (const { status, text } of answers) {
    expect(text).not.toContain(secret);
    // refusals may name the field
    if (status < 300) expect(text).not.toMatch(/access_?code/i);
  }
});
