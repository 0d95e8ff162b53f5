import { afterAll, describe, expect, test } from 'vitest';
import { changeWorksite } from '../../../tests/support/accounts.ts';
import { startTestServer, testTaxiAccessCode } from '../../../tests/support/server.ts';
import type { Worksite, WorksiteVariant } from '../../domain/worksites/schema.ts';

// What makes a worksite a taxi one: the code it was made with, and nothing that happens later.

const server = await startTestServer();
const renamedCode = 'TAXI-NUOVO-2027';
/** The same product after a restart with another code in its settings. */
const restarted = await startTestServer({
  database: server.database,
  env: { TAXI_ACCESS_CODE: renamedCode },
});
const ceo = await server.signInCeo();
afterAll(() => server.close());

const create = async (accessCode: string, at = ceo): Promise<Worksite> => {
  const name = `Cantiere ${crypto.randomUUID()}`;
  const answer = await at.call('POST /api/ceo/worksites', {
    body: { name, accessCode, email: 'cantiere@example.it' },
  });
  expect(answer.status).toBe(201);
  return answer.body;
};

const registerAt = (worksiteId: string, accessCode: string) =>
  server.nobody.call('POST /api/auth/register', {
    body: {
      email: `autista-${crypto.randomUUID()}@example.it`,
      password: 'Turnario!2026',
      firstName: 'Aldo',
      lastName: 'Neri',
      worksiteId,
      accessCode,
      taxiLicense: '1234',
      phoneNumber: '3331234567',
      acceptedTerms: true,
    },
  });

/** What every part of the product says of a worksite. */
async function variantsOf(id: string, at = server): Promise<Set<WorksiteVariant | undefined>> {
  const admin = await at.signIn({ role: 'admin' });
  const boss = at === server ? ceo : await at.signInAs(ceo);
  const person = await at.signIn({ worksiteId: id });
  const lists = [
    await boss.call('GET /api/ceo/worksites'),
    await admin.call('GET /api/admin/worksites'),
    await at.nobody.call('GET /api/worksites/available'),
  ];
  return new Set([
    ...lists.map(({ body }) => body.find((worksite) => worksite.id === id)?.variant),
    (await person.ask('GET /api/auth/user')).worksite.variant,
  ]);
}

describe('a taxi worksite', () => {
  test('a taxi worksite gets another access code and stays one: drivers register with it, the former one is refused', async () => {
    const { id } = await create(testTaxiAccessCode);
    expect((await registerAt(id, testTaxiAccessCode)).status).toBe(201);
    const changed = await changeWorksite(ceo, id, { accessCode: 'AUTISTI-2027' });
    expect(changed).toMatchObject({ status: 200, body: { variant: 'taxi', accessCode: 'AUTISTI-2027' } });
    expect((await registerAt(id, testTaxiAccessCode)).status).toBe(400);
    const driver = await registerAt(id, 'AUTISTI-2027');
    expect(driver).toMatchObject({
      status: 201,
      body: { worksite: { variant: 'taxi' }, user: { contractHours: 7, taxiLicense: '1234' } },
    });
    expect(await variantsOf(id)).toEqual(new Set(['taxi']));
  });

  test('a taxi worksite stays one when the setting is another', async () => {
    const { id } = await create(testTaxiAccessCode);
    expect(await variantsOf(id, restarted)).toEqual(new Set(['taxi']));
    const other = await restarted.signInAs(ceo);
    expect((await create(renamedCode, other)).variant).toBe('taxi');
    expect((await create(testTaxiAccessCode, other)).variant).toBe('standard');
  });
});

describe('a standard worksite', () => {
  test('a standard worksite gets the taxi code and stays standard, with or without people', async () => {
    const { id } = await create('UFFICIO-2026');
    const answer = await changeWorksite(ceo, id, { accessCode: testTaxiAccessCode });
    expect(answer).toMatchObject({ status: 200, body: { variant: 'standard' } });
    expect(await variantsOf(id)).toEqual(new Set(['standard']));
  });

  test('a standard worksite does not become taxi by another setting', async () => {
    const { id } = await create(renamedCode);
    expect(await variantsOf(id, restarted)).toEqual(new Set(['standard']));
  });
});
