import sql from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { buildWorksite } from '../../../db/builders.ts';
import type { ErrorBody } from '../../../tests/support/caller.ts';
import { startTestServer } from '../../../tests/support/server.ts';
import {
  early,
  late,
  newsTypesOf,
  offer,
  publishedId,
  readRequest,
  signInOnDuty,
} from '../../../tests/support/swaps.ts';
import type { Session } from '../../domain/users/schema.ts';

const server = await startTestServer();
afterAll(() => server.close());

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
  const saved = await giulia.send<Session>('PATCH', `/api/users/${giulia.id}`, {
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
  const path = `/api/users/${giulia.id}`;
  expect((await server.nobody.send('PATCH', path, profile)).status).toBe(401);
  expect((await marco.send('PATCH', path, profile)).status).toBe(403);
  for (const code of [undefined, 'SBAGLIATO', '']) {
    const refused = await giulia.send<ErrorBody>('PATCH', path, { ...profile, accessCode: code });
    expect(refused.status).toBe(403);
    expect(refused.body.message).toBe('Accesso non consentito - Dati non corretti');
  }
  const wrong = await giulia.send<ErrorBody>('PATCH', path, { ...profile, contractHours: 13 });
  expect(wrong.status).toBe(400);
  expect(wrong.body.fields).toEqual({ contractHours: 'Ore contratto devono essere tra 4 e 12' });
  expect((await giulia.get<Session>('/api/auth/user')).body.user.firstName).toBe('Prima');
});

test('the code of one’s worksite cannot be guessed', async () => {
  const giulia = await server.signIn({ worksiteId: await worksiteOf() });
  const guess = () =>
    giulia.send<ErrorBody>('PATCH', `/api/users/${giulia.id}`, { ...profile, accessCode: 'PROVA' });
  for (let guessed = 0; guessed < 10; guessed += 1) expect((await guess()).status).toBe(403);
  const stopped = await guess();
  expect(stopped.status).toBe(429);
  expect(stopped.headers['retry-after']).toBe('900');
});

test('a taxi driver needs no code and stays at 7 hours', async () => {
  const worksiteId = await server.taxiWorksiteId();
  const driver = await server.signIn({ worksiteId, contractHours: 7 });
  const { accessCode: _code, ...own } = profile;
  const path = `/api/users/${driver.id}`;
  expect((await driver.send('PATCH', path, own)).status).toBe(400);
  const saved = await driver.send<Session>('PATCH', path, {
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
  const giulia = await signInOnDuty(server, early, { worksiteId });
  const marco = await signInOnDuty(server, late, { worksiteId });
  const own = await publishedId(giulia, giulia.shiftId);
  await offer(marco, own);
  const other = await publishedId(marco, marco.shiftId, { requestedShiftType: 'mattina' });
  await offer(giulia, other);
  const before = { giulia: await newsTypesOf(giulia), marco: await newsTypesOf(marco) };
  const path = `/api/users/${giulia.id}`;
  expect((await giulia.send('PATCH', path, { ...profile, contractHours: 6 })).status).toBe(200);
  expect((await readRequest(giulia, own)).body).toMatchObject({
    status: 'annullata',
    closeReason: 'owner_changed',
  });
  expect((await readRequest(marco, other)).body).toMatchObject({ status: 'aperta', preAcceptanceCount: 0 });
  expect(await newsTypesOf(giulia)).toEqual([...before.giulia, 'shift_updated'].toSorted());
  expect(await newsTypesOf(marco)).toEqual([...before.marco, 'shift_updated', 'shift_updated'].toSorted());
});

test('the same hours leave every swap as it is', async () => {
  const worksiteId = await worksiteOf();
  const giulia = await signInOnDuty(server, early, { worksiteId });
  const requestId = await publishedId(giulia, giulia.shiftId);
  expect((await giulia.send('PATCH', `/api/users/${giulia.id}`, profile)).status).toBe(200);
  expect((await readRequest(giulia, requestId)).body.status).toBe('aperta');
});

test('the CEO shuts a person out: sessions end, requests close, offers lapse, the act is on record', async () => {
  const worksiteId = await worksiteOf();
  const giulia = await signInOnDuty(server, early, { worksiteId });
  const marco = await signInOnDuty(server, late, { worksiteId });
  const requestId = await publishedId(giulia, giulia.shiftId);
  await offer(marco, requestId);
  const ceo = await server.signInCeo();
  const path = `/api/ceo/users/${marco.id}/status`;
  expect((await giulia.send('PATCH', path, { isActive: false })).status).toBe(403);
  expect((await ceo.send('PATCH', path, { isActive: false })).status).toBe(204);
  expect((await marco.get('/api/auth/user')).status).toBe(401);
  expect((await readRequest(giulia, requestId)).body.preAcceptanceCount).toBe(0);
  expect(await newsTypesOf(giulia)).toEqual(['request_pre_accepted', 'shift_updated']);
  const confirmed = await giulia.post<ErrorBody>(`/api/exchange-requests/${requestId}/final-confirm`, {
    accepterUserId: marco.id,
  });
  expect(confirmed.status).toBe(409);
  // a repeated call changes and records nothing more
  expect((await ceo.send('PATCH', path, { isActive: false })).status).toBe(204);
  expect((await ceo.send('PATCH', path, { isActive: true })).status).toBe(204);
  const acts = await server.database.many<{ action: string; actorId: string }>(sql`
    select action, actor_id as "actorId" from audit_log where target_id = ${marco.id} order by id`);
  expect(acts).toEqual([
    { action: 'user_deactivated', actorId: ceo.id },
    { action: 'user_activated', actorId: ceo.id },
  ]);
});

test('an admin’s account cannot be shut out, an unknown one is not found', async () => {
  const ceo = await server.signInCeo();
  const status = (id: string) => ceo.send('PATCH', `/api/ceo/users/${id}/status`, { isActive: false });
  expect((await status(ceo.id)).status).toBe(403);
  expect((await status(crypto.randomUUID())).status).toBe(404);
});
