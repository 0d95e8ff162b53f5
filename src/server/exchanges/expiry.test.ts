import sql from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { buildShift } from '../../../db/builders.ts';
import { violatedInvariants } from '../../../db/invariants.ts';
import type { Caller } from '../../../tests/support/caller.ts';
import { startTestServer } from '../../../tests/support/server.ts';
import {
  early,
  late,
  notificationsOf,
  notificationTypesOf,
  offer,
  publishedId,
  readRequest,
  signInOnDuty,
  swapDay,
} from '../../../tests/support/swaps.ts';
import { addDays } from '../../domain/calendar/day.ts';
import { expireRequests } from './commands.expire.ts';

const server = await startTestServer();
const { database } = server;
afterAll(() => server.close());

test('a request that expires tells its requester and who was waiting, once', async () => {
  const giulia = await signInOnDuty(server, early, { firstName: 'Giulia', lastName: 'Ferri' });
  const { worksiteId } = giulia;
  const marco = await signInOnDuty(server, late, { worksiteId });
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
