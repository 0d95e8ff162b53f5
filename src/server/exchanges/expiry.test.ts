import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { buildShift } from '../../../db/builders.ts';
import { violatedInvariants } from '../../../db/invariants.ts';
import type { Caller } from '../../../tests/support/caller.ts';
import { testNow, testServer } from '../../../tests/support/server.ts';
import {
  confirm,
  early,
  late,
  notificationsOf,
  notificationTypesOf,
  offer,
  pair,
  preAccept,
  publishedId,
  readRequest,
  readTab,
  signInOnDuty,
  swapDay,
} from '../../../tests/support/swaps.ts';
import { addDays } from '../../domain/calendar/day.ts';
import { expireRequests } from './commands.expire.ts';

const server = await testServer();
const { database } = server;

test('a request that expires tells its requester and who was waiting, once', async () => {
  const { giulia, marco, worksiteId } = await pair(server);
  const sara = await signInOnDuty(server, late, { worksiteId });
  const requestId = await publishedId(giulia, giulia.shiftId);
  await offer(marco, requestId);
  const before = {
    giulia: await notificationsOf(giulia),
    marco: await notificationsOf(marco),
    sara: await notificationsOf(sara),
  };
  await expireRequests(server.context);
  expect(await notificationsOf(giulia)).toEqual(before.giulia);

  server.clock.set('2026-11-20T05:00:00.000Z');
  // several processes may do it
  await Promise.all([1, 2, 3].map(() => expireRequests(server.context)));
  const [her, him, other] = await Promise.all([giulia, marco, sara].map(server.signInAs));
  const freshOf = async (person: Caller, known: readonly { id: string }[]) =>
    (await notificationsOf(person)).filter(({ id }) => !known.some((one) => one.id === id));
  expect(await freshOf(her!, before.giulia)).toMatchObject([
    {
      type: 'exchange_rejected',
      message: 'La tua richiesta di scambio per venerdì 20 novembre 2026 è scaduta senza uno scambio.',
      relatedRequestId: requestId,
    },
  ]);
  expect(await freshOf(him!, before.marco)).toMatchObject([
    {
      type: 'exchange_declined',
      message:
        'La richiesta di Giulia Ferri per venerdì 20 novembre 2026 è scaduta senza conferma: la tua pre-accettazione è decaduta.',
      relatedRequestId: requestId,
    },
  ]);
  expect(await freshOf(other!, before.sara)).toEqual([]);
  expect((await readRequest(him!, requestId)).body).toMatchObject({ tab: 'rifiutati', isLapsed: true });
});

test('of requests that expire together each colleague hears of the one they offered on', async () => {
  server.clock.set(testNow);
  const { giulia, marco, worksiteId } = await pair(server);
  const anna = await signInOnDuty(server, early, { worksiteId });
  const sara = await signInOnDuty(server, late, { worksiteId });
  const requests = [await publishedId(giulia, giulia.shiftId), await publishedId(anna, anna.shiftId)];
  await offer(marco, requests[0]!);
  await offer(sara, requests[1]!);
  server.clock.set('2026-11-20T05:00:00.000Z');
  await expireRequests(server.context);
  const declined = async (person: typeof marco) =>
    (await notificationsOf(await server.signInAs(person)))
      .filter(({ type }) => type === 'exchange_declined')
      .map(({ relatedRequestId }) => relatedRequestId);
  expect(await Promise.all([marco, sara].map(declined))).toEqual([[requests[0]], [requests[1]]]);
});

test('from the moment its shift begins a request is over for everybody, though nobody has closed it yet', async () => {
  server.clock.set(testNow);
  const { giulia, marco, worksiteId } = await pair(server);
  const sara = await signInOnDuty(server, late, { worksiteId });
  const requestId = await publishedId(giulia, giulia.shiftId);
  await offer(marco, requestId);
  // hers mirrors Giulia's, and goes on until the afternoon
  await publishedId(sara, sara.shiftId, { requestedShiftType: 'mattina' });
  const at = async (instant: string) => {
    server.clock.set(instant);
    const [her, him, other] = await Promise.all([giulia, marco, sara].map(server.signInAs));
    const waiting = async (person: Caller) =>
      (await person.ask('GET /api/exchange-requests/waiting')).requests.map(({ id }) => id);
    const tabs = [await readTab(her!, 'pre-accettati'), await readTab(him!, 'pre-accettati')];
    return {
      waiting: [(await waiting(her!)).includes(requestId), (await waiting(other!)).includes(requestId)],
      listed: tabs.map(({ requests }) => requests.some(({ id }) => id === requestId)),
      counted: tabs.map(({ counts }) => counts['pre-accettati']),
      available: (await readTab(other!, 'disponibili')).requests.some(({ id }) => id === requestId),
      allowed: (await readRequest(other!, requestId)).body.preAccept.isAllowed,
      closed: (await readRequest(her!, requestId)).body.status,
      answers: async () => [
        (await preAccept(other!, requestId)).status,
        (await confirm(her!, requestId, marco.id)).status,
      ],
    };
  };
  expect(await at('2026-11-20T04:59:59.999Z')).toMatchObject({
    waiting: [true, true],
    listed: [true, true],
    counted: [1, 1],
    available: true,
    allowed: true,
    closed: 'aperta',
  });
  const over = await at('2026-11-20T05:00:00.000Z');
  expect(over).toMatchObject({
    waiting: [false, false],
    listed: [false, false],
    counted: [0, 0],
    available: false,
    allowed: false,
  });
  expect(over.closed).not.toBe('aperta');
  expect(await over.answers()).toEqual([409, 409]);
});

test('who was asked about a request that nobody could take any more reads at its end that it has expired', async () => {
  server.clock.set(testNow);
  const { giulia, marco, worksiteId } = await pair(server);
  const sara = await signInOnDuty(server, late, { worksiteId });
  const requestId = await publishedId(giulia, giulia.shiftId);
  await sara.ask('DELETE /api/shifts/:id', { params: { id: sara.shiftId } });
  await marco.ask('POST /api/exchange-requests/:id/reject', { params: { id: requestId } });
  server.clock.set('2026-11-20T05:00:00.000Z');
  await expireRequests(server.context);
  const [her, other] = await Promise.all([giulia, sara].map(server.signInAs));
  expect((await readRequest(her!, requestId)).body).toMatchObject({
    status: 'rifiutata',
    closeReason: 'nobody_left',
  });
  expect(await notificationsOf(other!)).toMatchObject([
    {
      type: 'new_exchange_request',
      isOver: true,
      message: expect.stringContaining('La richiesta è scaduta.') as string,
    },
  ]);
});

test('all that have expired are closed, in every worksite, however many they are', async () => {
  const giulia = await signInOnDuty(server, early);
  const tina = await signInOnDuty(server, early);
  const many = 205;
  server.clock.set('2026-11-16T09:00:00.000Z');
  const [busy, calm] = await Promise.all([giulia, tina].map(server.signInAs));
  await publishedId(calm!, tina.shiftId);
  for (let index = 0; index < many; index += 1) {
    const day = addDays(swapDay, index + 1);
    const shiftId = await buildShift(server.context, giulia, day, early);
    await publishedId(busy!, shiftId, { requestedDate: day });
  }
  // one that has not
  const far = addDays(swapDay, many + 1);
  const open = await publishedId(busy!, await buildShift(server.context, giulia, far, early), {
    requestedDate: far,
  });
  server.clock.set(`${addDays(swapDay, many)}T12:00:00.000Z`);
  expect(await expireRequests(server.context)).toBe(`${far}T04:00:00.000Z`);
  expect(await database.many(sql`select id from exchange_requests where status = 'aperta'`)).toEqual([
    { id: open },
  ]);
  const [her, other] = await Promise.all([giulia, tina].map(server.signInAs));
  expect(await notificationTypesOf(other!)).toEqual(['exchange_rejected']);
  const told = await database.one<{ count: number }>(sql`
    select count(*) as count from notifications where user_id = ${giulia.id} and type = 'exchange_rejected'`);
  expect(told.count).toBe(many);
  expect(await her!.statusOf('GET /api/auth/user')).toBe(200);
  expect(await violatedInvariants(database)).toEqual([]);
});

test('a request whose shift has begun stays expired where that shift is changed before a job has written it down', async () => {
  const { giulia, marco } = await pair(server);
  const requestId = await publishedId(giulia, giulia.shiftId);
  await offer(marco, requestId);
  server.clock.set('2026-11-20T06:00:00.000Z');
  const her = await server.signInAs(giulia);
  const changed = await her.call('PATCH /api/shifts/:id', {
    params: { id: giulia.shiftId },
    body: { startTime: '07:00', endTime: '15:00' },
  });
  expect(changed.status).toBe(200);
  await expireRequests(server.context);
  const news = await notificationsOf(await server.signInAs(marco));
  expect(news.findLast(({ relatedRequestId }) => relatedRequestId === requestId)?.message).toContain(
    'è scaduta senza conferma',
  );
  expect(await database.one(sql`select close_reason from exchange_requests where id = ${requestId}`)).toEqual(
    { closeReason: 'day_begun' },
  );
});
