import sql from 'sql-template-tag';
import { beforeEach, expect, test } from 'vitest';
import { buildDuty, buildWorksite } from '../../../db/builders.ts';
import { actsOn } from '../../../tests/support/accounts.ts';
import type { Caller } from '../../../tests/support/caller.ts';
import { listsHeard } from '../../../tests/support/heard.ts';
import { testServer } from '../../../tests/support/server.ts';
import { offered, pair, signInOnDuty } from '../../../tests/support/swaps.ts';

const server = await testServer();

const accessCode = 'CODICE-PROFILO';
let worksiteId: string;
beforeEach(async () => {
  worksiteId = (await buildWorksite(server.context, { accessCode })).id;
});

const own = { firstName: 'Giulia', lastName: 'Ferri', contractHours: 8, enableFlexibleShifts: false };
const profile = { ...own, accessCode };
const changed = { status: 'annullata', closeReason: 'owner_changed' };

test('a person saves their profile with the worksite’s code; a CEO impersonating them needs none', async () => {
  const giulia = await server.signIn({ worksiteId });
  const change = { ...profile, contractHours: 6, enableFlexibleShifts: true };
  const saved = await giulia.saveProfile(giulia.id, change);
  const { accessCode: _code, ...shown } = change;
  expect(saved).toMatchObject({ status: 200, body: { user: shown } });
  expect(saved.text).not.toContain(accessCode);
  const acting = await server.enterAccount(giulia);
  expect((await acting.saveProfile(giulia.id, own)).body.user).toMatchObject(own);
});

test('without the code, or with bad data, nothing changes; the code cannot be guessed', async () => {
  const giulia = await server.signIn({ worksiteId, firstName: 'Prima' });
  const wrong = await giulia.saveProfile(giulia.id, { ...profile, contractHours: 13 });
  expect(wrong.status).toBe(400);
  expect(wrong.refusal.fields).toEqual({ contractHours: 'Ore contratto devono essere tra 4 e 12' });
  const guess = (code?: string) => giulia.saveProfile(giulia.id, { ...profile, accessCode: code });
  for (const code of [undefined, 'SBAGLIATO', '']) {
    const refused = await guess(code);
    expect(refused.status).toBe(403);
    expect(refused.refusal.message).toBe('Accesso non consentito - Dati non corretti');
  }
  for (let guessed = 3; guessed < 10; guessed += 1) expect((await guess('PROVA')).status).toBe(403);
  const stopped = await guess(accessCode);
  expect([stopped.status, stopped.headers['retry-after']]).toEqual([429, '900']);
  expect((await giulia.ask('GET /api/auth/user')).user.firstName).toBe('Prima');
});

test('a profile changes at most ten times a day, by any route; refused changes do not count', async () => {
  const driver = await server.signIn({ worksiteId: await server.taxiWorksiteId(), contractHours: 7 });
  const rename = (lastName: string) =>
    driver.saveProfile(driver.id, { ...profile, contractHours: 7, lastName });
  const renumber = (value: string) =>
    driver.call('PUT /api/auth/taxi-info', { body: { field: 'taxiLicense', value } });
  for (let change = 1; change <= 9; change += 1) expect((await rename(`Ferri ${change}`)).status).toBe(200);
  expect((await driver.saveProfile(driver.id, profile)).status).toBe(400);
  expect((await renumber('RM-1')).status).toBe(200);
  for (const refused of [await rename('di turno'), await renumber('RM-2')]) {
    expect(refused.outcome).toBe('429 profile_changed_often');
    expect(refused.headers['retry-after']).toBe('86400');
    expect(refused.refusal.message).toBe('Puoi cambiare il profilo 10 volte al giorno. Riprova tra 24 ore.');
  }
  const { user } = await driver.ask('GET /api/auth/user');
  expect(user).toMatchObject({ lastName: 'Ferri 9', taxiLicense: 'RM-1' });
  // a day later, in a session that outlasts it
  await server.database.run(sql`
    update attempt_counters set window_started_at = window_started_at - interval '1 day'`);
  expect((await rename('Ferri')).status).toBe(200);
});

test('a taxi driver needs no code, stays at 7 hours and has no flexible shifts', async () => {
  const driver = await server.signIn({ worksiteId: await server.taxiWorksiteId(), contractHours: 7 });
  expect((await driver.saveProfile(driver.id, own)).status).toBe(400);
  const change = { ...own, contractHours: 7, enableFlexibleShifts: true };
  expect((await driver.saveProfile(driver.id, change)).body.user).toMatchObject({
    ...change,
    enableFlexibleShifts: false,
  });
});

test('a change of contract hours closes own requests and lapses own offers, as announced; the other sides are notified', async () => {
  const { giulia, marco } = await pair(server, { giulia: { worksiteId } });
  const affected = () => giulia.ask('GET /api/users/:id/swaps-at-stake', { params: { id: giulia.id } });
  expect(await affected()).toEqual({ requests: 0, offers: 0 });
  const request = await giulia.publishedId(giulia.shiftId);
  await marco.offer(request);
  const other = await marco.publishedId(marco.shiftId, { requestedShiftType: 'mattina' });
  await giulia.offer(other);
  expect(await affected()).toEqual({ requests: 1, offers: 1 });
  const before = { giulia: await giulia.notificationTypes(), marco: await marco.notificationTypes() };
  // the same hours affect no swap
  expect((await giulia.saveProfile(giulia.id, profile)).status).toBe(200);
  expect(await affected()).toEqual({ requests: 1, offers: 1 });
  expect((await giulia.saveProfile(giulia.id, { ...profile, contractHours: 6 })).status).toBe(200);
  expect(await affected()).toEqual({ requests: 0, offers: 0 });
  expect((await giulia.readRequest(request)).body).toMatchObject(changed);
  expect((await marco.readRequest(other)).body).toMatchObject({ status: 'aperta', preAcceptanceCount: 0 });
  const closed = 'shift_updated';
  expect(await giulia.notificationTypes()).toEqual([...before.giulia, closed].toSorted());
  expect(await marco.notificationTypes()).toEqual([...before.marco, closed, closed].toSorted());
});

test('ending flexible shifts closes own requests', async () => {
  const flexible = { worksiteId, contractHours: 6, enableFlexibleShifts: true };
  const giulia = await signInOnDuty(server, buildDuty('sede', '06:00', '10:00'), flexible);
  const requestId = await giulia.publishedId(giulia.shiftId);
  const save = async (enableFlexibleShifts: boolean) => {
    await giulia.saveProfile(giulia.id, { ...profile, contractHours: 6, enableFlexibleShifts });
    return (await giulia.readRequest(requestId)).body;
  };
  expect((await save(true)).status).toBe('aperta');
  expect(await save(false)).toMatchObject(changed);
});

test('a reactivated person reads that the deactivation closed their request, not their contract', async () => {
  const { giulia, marco, requestId } = await offered(server, { giulia: { worksiteId } });
  const ceo = await server.signInCeo();
  for (const isActive of [false, true]) await ceo.setActive(giulia.id, isActive);
  const back = await server.signInAs(giulia);
  const closed = { status: 'annullata', closeReason: 'owner_deactivated' };
  expect((await back.readRequest(requestId)).body).toMatchObject(closed);
  const closing = async (person: Caller) =>
    (await person.notifications()).find(({ type }) => type === 'shift_updated')?.message;
  expect(await closing(back)).toBe(
    'Il tuo account è stato disattivato: la tua richiesta di scambio per venerdì 20 novembre 2026 si è chiusa.',
  );
  // others must not learn why
  expect(await closing(marco)).toMatch(/non può più scambiare il turno di venerdì 20/);
});

test('the CEO deactivates a person: sessions end, offers lapse, audited; never an admin', async () => {
  const { giulia, marco, requestId } = await offered(server, { giulia: { worksiteId } });
  const ceo = await server.signInCeo();
  expect((await ceo.setActive(marco.id, false)).status).toBe(204);
  expect(await marco.statusOf('GET /api/auth/user')).toBe(401);
  expect((await giulia.readRequest(requestId)).body.preAcceptanceCount).toBe(0);
  expect(await giulia.notificationTypes()).toEqual(['request_pre_accepted', 'shift_updated']);
  // a repeated call changes and audits nothing
  for (const isActive of [false, true]) expect((await ceo.setActive(marco.id, isActive)).status).toBe(204);
  expect(await actsOn(server.database, marco.id)).toMatchObject([
    { action: 'user_deactivated', actorId: ceo.id },
    { action: 'user_activated', actorId: ceo.id },
  ]);
  expect((await ceo.setActive(ceo.id, false)).status).toBe(403);
  expect((await ceo.setActive(crypto.randomUUID(), false)).status).toBe(404);
});

test('a driver saves licence and phone separately, validated as in the form; other worksites have neither', async () => {
  const put = (caller: Caller, field: string, value: unknown) =>
    caller.callUntyped('PUT /api/auth/taxi-info', { body: { field, value } });
  const contact = { taxiLicense: 'RM-1', phoneNumber: '+39 333 0100001' };
  const driver = await server.signIn({ worksiteId: await server.taxiWorksiteId(), ...contact });
  const save = () => put(driver, 'taxiLicense', ' RM-22 ');
  expect(await listsHeard(server, { driver }, save)).toEqual({ driver: ['session'] });
  const renumbered = await put(driver, 'phoneNumber', '06 123456');
  expect(renumbered.body.user).toMatchObject({ taxiLicense: 'RM-22', phoneNumber: '06 123456' });
  const refused = await put(driver, 'phoneNumber', 'chiamami!');
  expect([refused.status, refused.refusal.fields]).toEqual([
    400,
    { value: 'Numero di cellulare non valido' },
  ]);
  expect((await put(driver, 'email', 'x@y.it')).status).toBe(400);
  expect((await put(await server.signIn(), 'taxiLicense', 'RM-1')).status).toBe(403);
});
