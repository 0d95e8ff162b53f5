import sql from 'sql-template-tag';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildWorksite } from '../../../db/builders.ts';
import { changeWorksite, setActive } from '../../../tests/support/accounts.ts';
import { outcomeOf } from '../../../tests/support/caller.ts';
import { type SignedInCaller, testServer } from '../../../tests/support/server.ts';
import { defaultRestRules } from '../../domain/worksites/schema.ts';
import { defaultSwapPolicy } from '../../domain/worksites/swapPolicy.ts';

const server = await testServer();
const { context, database } = server;

let ceo: SignedInCaller;
beforeAll(async () => {
  ceo = await server.signInCeo();
});

test('GET /api/ceo/worksites: all of them with their codes and people, by name, for the CEO alone', async () => {
  const { id } = await buildWorksite(context, { name: 'aaa Primo', accessCode: 'PRIMO-2026' });
  const giulia = await server.signIn({ worksiteId: id });
  const { body } = await ceo.call('GET /api/ceo/worksites');
  expect(body[0]).toEqual({
    id,
    name: 'aaa Primo',
    description: '',
    accessCode: 'PRIMO-2026',
    email: expect.any(String) as string,
    isActive: true,
    isRegistrationOpen: true,
    userCount: 1,
    joinedToday: 1,
    variant: 'standard',
    restRules: defaultRestRules('standard'),
    swapPolicy: defaultSwapPolicy('standard'),
    rosterMode: 'proposta',
  });
  expect(await giulia.statusOf('GET /api/ceo/worksites')).toBe(403);
  expect(await server.nobody.statusOf('GET /api/ceo/worksites')).toBe(401);
});

describe('PATCH /api/ceo/worksites/{id}', () => {
  test('PATCH /api/ceo/worksites/{id} changes what is named, keeps the rest, shows at once, is on record without the code', async () => {
    const { id, email } = await buildWorksite(context, { description: 'Vecchia' });
    const giulia = await server.signIn({ worksiteId: id });
    const renamed = await changeWorksite(ceo, id, { name: 'Cantiere Nuovo', accessCode: 'SEGRETO-NUOVO' });
    expect(renamed.status).toBe(200);
    expect(renamed.body).toMatchObject({
      name: 'Cantiere Nuovo',
      description: 'Vecchia',
      email,
      isActive: true,
    });
    expect((await giulia.ask('GET /api/auth/user')).worksite.name).toBe('Cantiere Nuovo');
    expect(
      await ceo.ask('PATCH /api/ceo/worksites/:id', {
        params: { id },
        body: { isActive: false, description: null },
      }),
    ).toMatchObject({
      name: 'Cantiere Nuovo',
      description: '',
      isActive: false,
    });
    // inactive: nobody registers, its people go on
    expect((await server.nobody.call('GET /api/worksites/available')).text).not.toContain(id);
    expect(await giulia.statusOf('GET /api/auth/user')).toBe(200);
    const acts = await database.many<{ after: object }>(sql`
      select before, after from audit_log where target_id = ${id} order by id`);
    expect(acts.map(({ after }) => after)).toMatchObject([
      { name: 'Cantiere Nuovo', accessCodeChanged: true },
      { isActive: false, accessCodeChanged: false },
    ]);
    expect(JSON.stringify(acts)).not.toContain('SEGRETO-NUOVO');
  });

  test.each([
    { name: 'Un altro nome' },
    { description: 'Altra descrizione' },
    { accessCode: 'ALTRO-2026' },
    { email: 'altra@example.it' },
    { isActive: false },
    { restRules: { ...defaultRestRules('standard'), mode: 'blocco' as const } },
    { swapPolicy: { ...defaultSwapPolicy('standard'), cutoffHours: 12 as const } },
    { swapPolicy: { ...defaultSwapPolicy('standard'), kinds: ['giorno' as const] } },
    { swapPolicy: { ...defaultSwapPolicy('standard'), approval: 'sempre' as const } },
    { rosterMode: 'subito' as const },
  ])('%o is stored, and nothing else of it or of another worksite changes', async (body) => {
    const built = await Promise.all([buildWorksite(context), buildWorksite(context)]);
    const stored = async () => {
      const all = await ceo.ask('GET /api/ceo/worksites');
      return built.map(({ id }) => all.find((one) => one.id === id));
    };
    const [before, other] = await stored();
    const [{ id }] = built;
    expect(await ceo.ask('PATCH /api/ceo/worksites/:id', { params: { id }, body })).toMatchObject(body);
    expect(await stored()).toEqual([{ ...before, ...body }, other]);
  });

  test('a taken name: 409', async () => {
    const { name } = await buildWorksite(context);
    const { id } = await buildWorksite(context);
    const answer = await changeWorksite(ceo, id, { name });
    expect(outcomeOf(answer)).toBe('409 worksite_name_taken');
  });

  test('rubbish, an unknown worksite, everybody but the CEO', async () => {
    const { id } = await buildWorksite(context);
    for (const body of [{ name: '' }, { accessCode: 'abc' }, { email: 'x' }]) {
      expect((await changeWorksite(ceo, id, body)).status).toBe(400);
    }
    expect((await changeWorksite(ceo, crypto.randomUUID(), { name: 'X' })).status).toBe(404);
    const admin = await server.signIn({ role: 'admin' });
    expect((await changeWorksite(admin, id, { name: 'X' })).status).toBe(403);
    expect((await changeWorksite(server.nobody, id, { name: 'X' })).status).toBe(401);
  });
});

test('a person registers, publishes or is managed while the worksite goes: a clear no, never a fault', async () => {
  const { id, name } = await buildWorksite(context, { accessCode: 'GARA-2026' });
  const giulia = await server.signIn({ worksiteId: id });
  const registration = {
    email: 'corsa@example.it',
    password: 'Turnario!2026',
    firstName: 'Nuova',
    lastName: 'Persona',
    worksiteId: id,
    acceptedTerms: true,
    role: 'operatore',
    contractHours: 8,
    accessCode: 'GARA-2026',
  } as const;
  const shift = { workLocation: 'sede', startTime: '06:00', endTime: '14:00' } as const;
  const answers = await Promise.all([
    giulia.call('POST /api/shifts', { body: { ...shift, date: '2026-11-20' } }),
    ceo.call('DELETE /api/ceo/worksites/:id', { params: { id }, body: { confirmName: name } }),
    giulia.call('POST /api/shifts', { body: { ...shift, date: '2026-11-21' } }),
    server.nobody.call('POST /api/auth/register', { body: registration }),
    setActive(ceo, giulia.id, false),
    giulia.call('POST /api/shifts', { body: { ...shift, date: '2026-11-22' } }),
  ]);
  expect(answers[1]?.status).toBe(200);
  for (const { status } of answers) expect([200, 201, 204, 400, 401, 404]).toContain(status);
  expect(await database.many(sql`select from users where worksite_id = ${id}`)).toEqual([]);
  expect(server.takeErrors()).toEqual([]);
});
