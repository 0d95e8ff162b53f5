import sql from 'sql-template-tag';
import { afterEach, describe, expect, test } from 'vitest';
import { violatedInvariants } from '../../../db/invariants.ts';
import {
  approve,
  awaitedOf,
  awaiting,
  offeredForApproval,
  readApproval,
  setApproval,
  type Waiting,
} from '../../../tests/support/approvals.ts';
import { outcomeOf } from '../../../tests/support/caller.ts';
import { dayAt, offerDay, publishedDay, recordDay, signInWorker } from '../../../tests/support/days.ts';
import { testServer } from '../../../tests/support/server.ts';
import {
  confirm,
  deleteShift,
  early,
  late,
  messagesOf,
  notificationsOf,
  offer,
  publishedId,
  readRequest,
  signInOnDuty,
  takeBack,
} from '../../../tests/support/swaps.ts';
import { remindApprovers } from './commands.await.ts';
import { expireRequests } from './commands.expire.ts';

// What ends the wait of a swap that nobody has approved.

const server = await testServer();
const { database } = server;
afterEach(async () => expect(await violatedInvariants(database)).toEqual([]));

const time = 'per venerdì 20 novembre 2026';
const notAwaiting = '409 exchange_not_awaiting';
describe('the wait ends, and the request is open again, once', () => {
  test.each<[string, (waiting: Waiting) => Promise<{ status: number }>, string[]]>([
    ['the colleague withdraws', ({ marco, requestId }) => takeBack(marco, requestId), ['ritirata']],
    [
      'the requester refuses the offer',
      ({ giulia, marco, requestId }) => takeBack(giulia, requestId, marco.id),
      ['rifiutata'],
    ],
    ['the colleague deletes their shift', ({ marco }) => deleteShift(marco, marco.shiftId), ['decaduta']],
  ])('%s', async (_, act, offers) => {
    const waiting = await awaiting(server);
    const { giulia, anna, requestId } = waiting;
    expect((await act(waiting)).status).toBeLessThan(300);
    const open = { status: 'aperta', isAwaitingApproval: false };
    expect((await readRequest(giulia, requestId)).body).toMatchObject(open);
    const statuses = sql`select status from pre_acceptances where request_id = ${requestId}`;
    expect(await database.many(statuses)).toEqual(offers.map((status) => ({ status })));
    expect(await awaitedOf(anna)).toEqual([]);
    expect(await notificationsOf(anna)).toMatchObject([{ isOver: true, isRead: true }]);
    expect(outcomeOf(await approve(anna, requestId))).toBe(notAwaiting);
  });
});

test('the requester’s shift is deleted: it is gone for approvers, too', async () => {
  const { giulia, anna, requestId } = await awaiting(server);
  await deleteShift(giulia, giulia.shiftId);
  const closed = { status: 'annullata', closeReason: 'shift_changed', isAwaitingApproval: false };
  expect((await readRequest(giulia, requestId)).body).toMatchObject(closed);
  expect(await notificationsOf(anna)).toMatchObject([{ isOver: true }]);
});

test('of a swap of days, work on one of the two days ends the wait; an absence there has to wait itself', async () => {
  const giulia = await signInWorker(server, 'E......');
  const { worksiteId } = giulia;
  const marco = await signInWorker(server, '...L...', { worksiteId });
  await setApproval(server, worksiteId, 'sempre');
  const requestId = await publishedDay(giulia, 0, [3]);
  await offerDay(marco, requestId);
  await confirm(giulia, requestId);
  const anna = await server.signIn({ worksiteId, mayApproveSwaps: true });
  expect((await readApproval(anna, requestId)).body).toMatchObject({
    kind: 'giorno',
    requester: { gives: [{ date: dayAt(0) }] },
    accepter: { gives: [{ date: dayAt(3) }] },
  });
  const promised = '409 exchange_day_promised';
  expect(outcomeOf(await recordDay(marco, 0, 'm'))).toBe(promised);
  expect(outcomeOf(await recordDay(giulia, 3, 'm'))).toBe(promised);
  await recordDay(marco, 0, 'E');
  expect((await readRequest(giulia, requestId)).body.isAwaitingApproval).toBe(false);
  expect(outcomeOf(await approve(anna, requestId))).toBe(notAwaiting);
});

test('approvers of each worksite are reminded once, after a day', async () => {
  const worlds = [await awaiting(server), await awaiting(server)];
  const remindersOf = async ({ anna }: Waiting) =>
    (await notificationsOf(await server.signInAs(anna))).filter(({ title }) => title.includes('ancora'));
  expect(await remindApprovers(server.context)).toBe('2026-11-17T09:00:00.000Z');
  expect(await remindersOf(worlds[0]!)).toEqual([]);
  server.clock.set('2026-11-17T09:00:00.000Z');
  await Promise.all([1, 2].map(() => remindApprovers(server.context)));
  await remindApprovers(server.context);
  for (const waiting of worlds) {
    expect(await remindersOf(waiting)).toMatchObject([
      {
        type: 'approval_wanted',
        message: `Lo scambio di Giulia Ferri ${time} aspetta l’approvazione da un giorno. Approvalo o rifiutalo.`,
        isOver: false,
      },
    ]);
    await approve(await server.signInAs(waiting.anna), waiting.requestId);
    expect(await remindersOf(waiting)).toMatchObject([{ isOver: true }]);
  }
});

describe('nobody approves in time:', () => {
  test('where the colleague’s shift begins first, both are told and the request stays open', async () => {
    const giulia = await signInOnDuty(server, late, { firstName: 'Giulia', lastName: 'Ferri' });
    const { worksiteId } = giulia;
    const marco = await signInOnDuty(server, early, { worksiteId });
    const anna = await server.signIn({ worksiteId, mayApproveSwaps: true });
    await setApproval(server, worksiteId, 'sempre');
    const requestId = await publishedId(giulia, giulia.shiftId, { requestedShiftType: 'mattina' });
    await offer(marco, requestId);
    const end = '2026-11-20T05:00:00.000Z';
    expect((await confirm(giulia, requestId)).body.request.approvalUntil).toBe(end);
    server.clock.set(end);
    const [her, him, approver] = await Promise.all([giulia, marco, anna].map(server.signInAs));
    // before a job has written it down
    expect((await readRequest(her!, requestId)).body.isAwaitingApproval).toBe(false);
    expect(outcomeOf(await approve(approver!, requestId))).toBe(notAwaiting);
    expect(await readApproval(approver!, requestId)).toMatchObject({ status: 404 });
    expect(await awaitedOf(approver!)).toEqual([]);
    const known = { hers: (await messagesOf(her!)).length, his: (await messagesOf(him!)).length };
    for (let times = 0; times < 2; times += 1) await expireRequests(server.context);
    const open = { status: 'aperta', isAwaitingApproval: false, preAcceptanceCount: 0 };
    expect((await readRequest(her!, requestId)).body).toMatchObject(open);
    expect((await messagesOf(her!)).slice(known.hers)).toEqual([
      `Nessuno ha approvato in tempo il tuo scambio ${time}: non si fa.`,
    ]);
    expect((await messagesOf(him!)).slice(known.his)).toEqual([
      `Nessuno ha approvato in tempo lo scambio con Giulia Ferri ${time}: la tua pre-accettazione è decaduta.`,
    ]);
  });

  test('where the request expires at that moment, each is told once', async () => {
    const { giulia, marco, worksiteId, requestId } = await offeredForApproval(server);
    const sara = await signInOnDuty(server, late, { worksiteId });
    await offer(sara, requestId);
    await confirm(giulia, requestId, marco.id);
    server.clock.set('2026-11-20T05:00:00.000Z');
    await expireRequests(server.context);
    const titlesOf = async (person: typeof marco) =>
      (await notificationsOf(await server.signInAs(person))).map(({ title }) => title);
    expect((await titlesOf(giulia)).slice(2)).toEqual(['Scambio non approvato in tempo']);
    expect((await titlesOf(marco)).slice(1)).toEqual(['Scambio non approvato in tempo']);
    expect(await titlesOf(sara)).toEqual(['Richiesta scaduta']);
    const closed = { status: 'annullata', isAwaitingApproval: false };
    expect((await readRequest(await server.signInAs(giulia), requestId)).body).toMatchObject(closed);
  });
});
