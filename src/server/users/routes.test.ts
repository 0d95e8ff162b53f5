import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { buildDuty, buildWorksite } from '../../../db/builders.ts';
import { saveProfile, setActive } from '../../../tests/support/accounts.ts';
import { type Caller, outcomeOf } from '../../../tests/support/caller.ts';
import { testServer } from '../../../tests/support/server.ts';
import {
  confirm,
  early,
  notificationsOf,
  notificationTypesOf,
  offer,
  offered,
  pair,
  publishedId,
  readRequest,
  signInOnDuty,
} from '../../../tests/support/swaps.ts';

const server = await testServer();

const accessCode = 'CODICE-PROFILO';
const worksiteOf = async (): Promise<string> => (await buildWorksite(server.context, { accessCode })).id;
const profile = {
  firstName: 'Giulia',
  lastName: 'Ferri',
  contractHours: 8,
  enableFlexibleShifts: false,
  accessCode,
};

test('a person saves their own profile with the code of their worksite', async () => {
  const giulia = await server.signIn({ worksiteId: await worksiteOf() });
  const saved = await saveProfile(giulia, giulia.id, {
    ...profile,
    contractHours: 6,
    enableFlexibleShifts: true,
  });
  expect(saved.status).toBe(200);
  expect(saved.body.user).toMatchObject({
    firstName: 'Giulia',
    contractHours: 6,
    enableFlexibleShifts: true,
  });
  expect(saved.text).not.toContain(accessCode);
});

test('signed out, of somebody else, without the code, with rubbish: refused, and nothing changes', async () => {
  const giulia = await server.signIn({ worksiteId: await worksiteOf(), firstName: 'Prima' });
  const marco = await server.signIn({ worksiteId: giulia.worksiteId });
  expect((await saveProfile(server.nobody, giulia.id, profile)).status).toBe(401);
  expect((await saveProfile(marco, giulia.id, profile)).status).toBe(403);
  for (const code of [undefined, 'SBAGLIATO', '']) {
    const refused = await saveProfile(giulia, giulia.id, { ...profile, accessCode: code });
    expect(refused.status).toBe(403);
    expect(refused.refusal.message).toBe('Accesso non consentito - Dati non corretti');
  }
  const wrong = await saveProfile(giulia, giulia.id, { ...profile, contractHours: 13 });
  expect(wrong.status).toBe(400);
  expect(wrong.refusal.fields).toEqual({ contractHours: 'Ore contratto devono essere tra 4 e 12' });
  expect((await giulia.ask('GET /api/auth/user')).user.firstName).toBe('Prima');
});

test('the code of one’s worksite cannot be guessed', async () => {
  const giulia = await server.signIn({ worksiteId: await worksiteOf() });
  const guess = () => saveProfile(giulia, giulia.id, { ...profile, accessCode: 'PROVA' });
  for (let guessed = 0; guessed < 10; guessed += 1) expect((await guess()).status).toBe(403);
  const stopped = await guess();
  expect(stopped.status).toBe(429);
  expect(stopped.headers['retry-after']).toBe('900');
});

test('a profile is changed ten times a day, by all ways together; what is refused does not count', async () => {
  const worksiteId = await server.taxiWorksiteId();
  const driver = await server.signIn({ worksiteId, contractHours: 7 });
  const own = { ...profile, contractHours: 7 };
  const rename = (lastName: string) => saveProfile(driver, driver.id, { ...own, lastName });
  const renumber = (value: string) =>
    driver.call('PUT /api/auth/taxi-info', { body: { field: 'taxiLicense', value } });
  for (let change = 1; change <= 9; change += 1) expect((await rename(`Ferri ${change}`)).status).toBe(200);
  expect((await saveProfile(driver, driver.id, profile)).status).toBe(400);
  expect((await renumber('RM-1')).status).toBe(200);
  for (const refused of [await rename('di turno'), await renumber('RM-2')]) {
    expect(outcomeOf(refused)).toBe('429 profile_changed_often');
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

test('a taxi driver needs no code and stays at 7 hours', async () => {
  const worksiteId = await server.taxiWorksiteId();
  const driver = await server.signIn({ worksiteId, contractHours: 7 });
  const { accessCode: _code, ...own } = profile;
  expect((await saveProfile(driver, driver.id, own)).status).toBe(400);
  const saved = await saveProfile(driver, driver.id, {
    ...own,
    contractHours: 7,
    enableFlexibleShifts: true,
  });
  expect(saved.status).toBe(200);
  expect(saved.body.user).toMatchObject({
    lastName: 'Ferri',
    contractHours: 7,
    enableFlexibleShifts: false,
  });
});

test('other contract hours close the own requests and lapse the own offers; the other sides hear of it', async () => {
  const worksiteId = await worksiteOf();
  const { giulia, marco } = await pair(server, { giulia: { worksiteId } });
  const own = await publishedId(giulia, giulia.shiftId);
  await offer(marco, own);
  const other = await publishedId(marco, marco.shiftId, { requestedShiftType: 'mattina' });
  await offer(giulia, other);
  const before = { giulia: await notificationTypesOf(giulia), marco: await notificationTypesOf(marco) };
  expect((await saveProfile(giulia, giulia.id, { ...profile, contractHours: 6 })).status).toBe(200);
  expect((await readRequest(giulia, own)).body).toMatchObject({
    status: 'annullata',
    closeReason: 'owner_changed',
  });
  expect((await readRequest(marco, other)).body).toMatchObject({ status: 'aperta', preAcceptanceCount: 0 });
  expect(await notificationTypesOf(giulia)).toEqual([...before.giulia, 'shift_updated'].toSorted());
  expect(await notificationTypesOf(marco)).toEqual(
    [...before.marco, 'shift_updated', 'shift_updated'].toSorted(),
  );
});

test('the end of flexible shifts closes the own requests', async () => {
  const worksiteId = await worksiteOf();
  const flexible = { worksiteId, contractHours: 6, enableFlexibleShifts: true };
  const giulia = await signInOnDuty(server, buildDuty('sede', '06:00', '10:00'), flexible);
  const requestId = await publishedId(giulia, giulia.shiftId);
  const save = (enableFlexibleShifts: boolean) =>
    saveProfile(giulia, giulia.id, { ...profile, contractHours: 6, enableFlexibleShifts });
  expect((await save(true)).status).toBe(200);
  expect((await readRequest(giulia, requestId)).body.status).toBe('aperta');
  expect((await save(false)).status).toBe(200);
  expect((await readRequest(giulia, requestId)).body).toMatchObject({
    status: 'annullata',
    closeReason: 'owner_changed',
  });
});

test('the same hours leave every swap as it is', async () => {
  const worksiteId = await worksiteOf();
  const giulia = await signInOnDuty(server, early, { worksiteId });
  const requestId = await publishedId(giulia, giulia.shiftId);
  expect((await saveProfile(giulia, giulia.id, profile)).status).toBe(200);
  expect((await readRequest(giulia, requestId)).body.status).toBe('aperta');
});

test('who was deactivated and reactivated reads that this closed their request, not their contract', async () => {
  const worksiteId = await worksiteOf();
  const { giulia, marco, requestId } = await offered(server, { giulia: { worksiteId } });
  const ceo = await server.signInCeo();
  for (const isActive of [false, true]) {
    await setActive(ceo, giulia.id, isActive);
  }
  const back = await server.signInAs(giulia);
  const closed = { status: 'annullata', closeReason: 'owner_deactivated' };
  expect((await readRequest(back, requestId)).body).toMatchObject(closed);
  const closing = async (person: Caller) =>
    (await notificationsOf(person)).find(({ type }) => type === 'shift_updated');
  expect(await closing(back)).toMatchObject({
    message:
      'Il tuo account è stato disattivato: la tua richiesta di scambio per venerdì 20 novembre 2026 si è chiusa.',
  });
  // why is not for others to know
  expect((await closing(marco))?.message).toMatch(/non può più scambiare il turno di venerdì 20/);
});

test('the CEO shuts a person out: sessions end, requests close, offers lapse, the act is on record', async () => {
  const worksiteId = await worksiteOf();
  const { giulia, marco, requestId } = await offered(server, { giulia: { worksiteId } });
  const ceo = await server.signInCeo();
  expect((await setActive(giulia, marco.id, false)).status).toBe(403);
  expect((await setActive(ceo, marco.id, false)).status).toBe(204);
  expect(await marco.statusOf('GET /api/auth/user')).toBe(401);
  expect((await readRequest(giulia, requestId)).body.preAcceptanceCount).toBe(0);
  expect(await notificationTypesOf(giulia)).toEqual(['request_pre_accepted', 'shift_updated']);
  const confirmed = await confirm(giulia, requestId, marco.id);
  expect(confirmed.status).toBe(409);
  // a repeated call changes and records nothing more
  expect((await setActive(ceo, marco.id, false)).status).toBe(204);
  expect((await setActive(ceo, marco.id, true)).status).toBe(204);
  const acts = await server.database.many<{ action: string; actorId: string }>(sql`
    select action, actor_id as "actorId" from audit_log where target_id = ${marco.id} order by id`);
  expect(acts).toEqual([
    { action: 'user_deactivated', actorId: ceo.id },
    { action: 'user_activated', actorId: ceo.id },
  ]);
});

test('an admin’s account cannot be deactivated, an unknown one is not found', async () => {
  const ceo = await server.signInCeo();
  const status = (id: string) => setActive(ceo, id, false);
  expect((await status(ceo.id)).status).toBe(403);
  expect((await status(crypto.randomUUID())).status).toBe(404);
});
