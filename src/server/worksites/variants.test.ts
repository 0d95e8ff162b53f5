import { expect, test } from 'vitest';
import { registrationAt } from '../../../tests/support/accounts.ts';
import { startTestServer, testServer, testTaxiAccessCode } from '../../../tests/support/server.ts';
import type { Worksite } from '../../domain/worksites/schema.ts';

// A worksite's variant depends on the code it was created with, and on nothing later.

const server = await testServer();
const renamedCode = 'TAXI-NUOVO-2027';
const ceo = await server.signInCeo();

const create = (accessCode: string, at = ceo): Promise<Worksite> =>
  at.ask('POST /api/ceo/worksites', {
    body: { name: `Cantiere ${crypto.randomUUID()}`, accessCode, email: 'cantiere@example.it' },
  });

const registerAt = (worksiteId: string, accessCode: string) => {
  const contact = { taxiLicense: '1234', phoneNumber: '3331234567' };
  const body = { ...registrationAt(worksiteId), accessCode, ...contact };
  return server.nobody.call('POST /api/auth/register', { body });
};

/** The worksite's variant according to every part of the product. */
async function variantsOf(id: string, at = server): Promise<string[]> {
  const admin = await at.signIn({ role: 'admin' });
  const lists = [
    await (await at.signInAs(ceo)).ask('GET /api/ceo/worksites'),
    await admin.ask('GET /api/admin/worksites'),
    await at.nobody.ask('GET /api/worksites/available'),
  ];
  const person = await at.signIn({ worksiteId: id });
  const variants = lists.map((list) => list.find((worksite) => worksite.id === id)?.variant ?? '');
  return [...new Set([...variants, (await person.ask('GET /api/auth/user')).worksite.variant])];
}

test('a taxi worksite with a new access code stays one: drivers register with it, the old one is refused', async () => {
  const { id } = await create(testTaxiAccessCode);
  expect((await registerAt(id, testTaxiAccessCode)).status).toBe(201);
  const changed = await ceo.changeWorksite(id, { accessCode: 'AUTISTI-2027' });
  expect(changed).toMatchObject({ status: 200, body: { variant: 'taxi', accessCode: 'AUTISTI-2027' } });
  expect((await registerAt(id, testTaxiAccessCode)).status).toBe(400);
  expect(await registerAt(id, 'AUTISTI-2027')).toMatchObject({
    status: 201,
    body: { worksite: { variant: 'taxi' }, user: { contractHours: 7, taxiLicense: '1234' } },
  });
  expect(await variantsOf(id)).toEqual(['taxi']);
});

test('worksites keep their variant when the setting changes', async () => {
  const [taxi, standard] = [await create(testTaxiAccessCode), await create(renamedCode)];
  const database = await server.database.connect();
  const restarted = await startTestServer({ database, env: { TAXI_ACCESS_CODE: renamedCode } });
  expect(await variantsOf(taxi.id, restarted)).toEqual(['taxi']);
  expect(await variantsOf(standard.id, restarted)).toEqual(['standard']);
  const there = await restarted.signInAs(ceo);
  expect((await create(renamedCode, there)).variant).toBe('taxi');
  expect((await create(testTaxiAccessCode, there)).variant).toBe('standard');
  await restarted.close();
});
