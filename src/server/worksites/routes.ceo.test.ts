import sql from 'sql-template-tag';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildWorksite } from '../../../db/builders.ts';
import { actsOn, registrationAt } from '../../../tests/support/accounts.ts';
import { type SignedInCaller, testServer } from '../../../tests/support/server.ts';
import { defaultRestRules } from '../../domain/worksites/schema.ts';
import { defaultSwapPolicy } from '../../domain/worksites/swapPolicy.ts';

const server = await testServer();
const { context, database } = server;

let ceo: SignedInCaller;
beforeAll(async () => {
  ceo = await server.signInCeo();
});

test('the CEO lists all worksites with their codes and people, by name', async () => {
  const { id } = await buildWorksite(context, { name: 'aaa Primo', accessCode: 'PRIMO-2026' });
  await server.signIn({ worksiteId: id });
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
});

describe('a change of a worksite', () => {
  test('takes effect immediately, and is audited without the code; an inactive worksite takes nobody new', async () => {
    const { id } = await buildWorksite(context, { description: 'Vecchia' });
    const giulia = await server.signIn({ worksiteId: id });
    await ceo.changeWorksite(id, { name: 'Cantiere Nuovo', accessCode: 'SEGRETO-NUOVO' });
    expect((await giulia.ask('GET /api/auth/user')).worksite.name).toBe('Cantiere Nuovo');
    const closed = await ceo.changeWorksite(id, { isActive: false, description: null });
    expect(closed.body).toMatchObject({ name: 'Cantiere Nuovo', description: '', isActive: false });
    expect((await server.nobody.call('GET /api/worksites/available')).text).not.toContain(id);
    expect(await giulia.statusOf('GET /api/auth/user')).toBe(200);
    const acts = await actsOn(database, id);
    expect(acts.map(({ after }) => after)).toMatchObject([
      { name: 'Cantiere Nuovo', accessCodeChanged: true },
      { isActive: false, accessCodeChanged: false },
    ]);
    expect(JSON.stringify(acts)).not.toContain('SEGRETO-NUOVO');
  });

  test.each([
    { name: 'Un altro nome' },
    {
      description: 'Altra descrizione',
      accessCode: 'ALTRO-2026',
      email: 'altra@example.it',
      isActive: false,
    },
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
    expect((await ceo.changeWorksite(built[0].id, body)).body).toMatchObject(body);
    expect(await stored()).toEqual([{ ...before, ...body }, other]);
  });

  test('is refused with a taken name, bad data, or an unknown worksite', async () => {
    const [{ id }, { name }] = [await buildWorksite(context), await buildWorksite(context)];
    expect((await ceo.changeWorksite(id, { name })).outcome).toBe('409 worksite_name_taken');
    expect((await ceo.changeWorksite(id, { accessCode: 'abc' })).status).toBe(400);
    expect((await ceo.changeWorksite(crypto.randomUUID(), { name: 'X' })).status).toBe(404);
  });
});

test('a person who registers, publishes or is managed while the worksite is deleted gets a refusal, never an error', async () => {
  const { id, name, accessCode } = await buildWorksite(context);
  const giulia = await server.signIn({ worksiteId: id });
  const record = (date: string) =>
    giulia.call('POST /api/shifts', {
      body: { workLocation: 'sede', startTime: '06:00', endTime: '14:00', date },
    });
  const answers = await Promise.all([
    record('2026-11-20'),
    ceo.call('DELETE /api/ceo/worksites/:id', { params: { id }, body: { confirmName: name } }),
    record('2026-11-21'),
    server.nobody.call('POST /api/auth/register', { body: { ...registrationAt(id), accessCode } }),
    ceo.setActive(giulia.id, false),
    record('2026-11-22'),
  ]);
  expect(answers[1]?.status).toBe(200);
  for (const { status } of answers) expect([200, 201, 204, 400, 401, 404]).toContain(status);
  expect(await database.many(sql`select from users where worksite_id = ${id}`)).toEqual([]);
  expect(server.takeErrors()).toEqual([]);
});
