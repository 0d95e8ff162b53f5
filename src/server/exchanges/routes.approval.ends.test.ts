import sql from 'sql-template-tag';
import { afterEach, describe, expect, test } from 'vitest';
import { violatedInvariants } from '../../../db/invariants.ts';
import { dayAt, offerDay, publishedDay, recordDay, signInWorker } from '../../../tests/support/days.ts';
import { testServer } from '../../../tests/support/server.ts';
import {
  awaiting,
  early,
  late,
  offeredForApproval,
  setApproval,
  signInOnDuty,
  type Waiting,
} from '../../../tests/support/swaps.ts';
import { remindApprovers } from './commands.await.ts';
import { expireRequests } from './commands.expire.ts';

// What ends the wait for approval, besides a decision.

const server = await testServer();
const { database } = server;
afterEach(async () => expect(await violatedInvariants(database)).toEqual([]));

const time = 'per venerdì 20 novembre 2026';
const notAwaiting = '409 exchange_not_awaiting';
describe('the wait ends and the request reopens, once', () => {
  test.each<[string, (waiting: Waiting) => Promise<{ status: number }>, string[]]>([
    ['the colleague withdraws', ({ marco, requestId }) => marco.takeBack(requestId), ['ritirata']],
    [
      'the requester refuses the offer',
      ({ giulia, marco, requestId }) => giulia.takeBack(requestId, marco.id),
      ['rifiutata'],
    ],
    ['the colleague deletes their shift', ({ marco }) => marco.deleteShift(marco.shiftId), ['decaduta']],
  ])('%s', async (_, act, offers) => {
    const waiting = await awaiting(server);
    const { giulia, anna, requestId } = waiting;
    expect((await act(waiting)).status).toBeLessThan(300);
    const open = { status: 'aperta', isAwaitingApproval: false };
    expect((await giulia.readRequest(requestId)).body).toMatchObject(open);
    const statuses = sql`select status from pre_acceptances where request_id = ${requestId}`;
    expect(await database.many(statuses)).toEqual(offers.map((status) => ({ status })));
    expect(await anna.awaited()).toEqual([]);
    expect(await anna.notifications()).toMatchObject([{ isOver: true, isRead: true }]);
    expect((await anna.approve(requestId)).outcome).toBe(notAwaiting);
  });
});

test('when the requester’s shift is deleted, the swap disappears for approvers too', async () => {
  const { giulia, anna, requestId } = await awaiting(server);
  await giulia.deleteShift(giulia.shiftId);
  const closed = { status: 'annullata', closeReason: 'shift_changed', isAwaitingApproval: false };
  expect((await giulia.readRequest(requestId)).body).toMatchObject(closed);
  expect(await anna.notifications()).toMatchObject([{ isOver: true }]);
});

test('in a swap of days, work on one of the two days ends the wait; an absence there is refused until it is over', async () => {
  const giulia = await signInWorker(server, 'E......');
  const { worksiteId } = giulia;
  const marco = await signInWorker(server, '...L...', { worksiteId });
  await setApproval(server, worksiteId, 'sempre');
  const requestId = await publishedDay(giulia, 0, [3]);
  await offerDay(marco, requestId);
  await giulia.confirm(requestId);
  const anna = await server.signIn({ worksiteId, mayApproveSwaps: true });
  expect((await anna.readApproval(requestId)).body).toMatchObject({
    kind: 'giorno',
    requester: { gives: [{ date: dayAt(0) }] },
    accepter: { gives: [{ date: dayAt(3) }] },
  });
  const promised = '409 exchange_day_promised';
  expect((await recordDay(marco, 0, 'm')).outcome).toBe(promised);
  expect((await recordDay(giulia, 3, 'm')).outcome).toBe(promised);
  await recordDay(marco, 0, 'E');
  expect((await giulia.readRequest(requestId)).body.isAwaitingApproval).toBe(false);
  expect((await anna.approve(requestId)).outcome).toBe(notAwaiting);
});

test('approvers of each worksite are reminded once, after a day', async () => {
  const worlds = [await awaiting(server), await awaiting(server)];
  const remindersOf = async ({ anna }: Waiting) =>
    (await (await server.signInAs(anna)).notifications()).filter(({ title }) => title.includes('ancora'));
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
    await (await server.signInAs(waiting.anna)).approve(waiting.requestId);
    expect(await remindersOf(waiting)).toMatchObject([{ isOver: true }]);
  }
});

describe('nobody approves in time:', () => {
  test('if the colleague’s shift begins first, both are told and the request stays open', async () => {
    const giulia = await signInOnDuty(server, late, { firstName: 'Giulia', lastName: 'Ferri' });
    const { worksiteId } = giulia;
    const marco = await signInOnDuty(server, early, { worksiteId });
    const anna = await server.signIn({ worksiteId, mayApproveSwaps: true });
    await setApproval(server, worksiteId, 'sempre');
    const requestId = await giulia.publishedId(giulia.shiftId, { requestedShiftType: 'mattina' });
    await marco.offer(requestId);
    const end = '2026-11-20T05:00:00.000Z';
    expect((await giulia.confirm(requestId)).body.request.approvalUntil).toBe(end);
    server.clock.set(end);
    const [her, him, approver] = await Promise.all([giulia, marco, anna].map(server.signInAs));
    // before the job has run
    expect((await her!.readRequest(requestId)).body.isAwaitingApproval).toBe(false);
    expect((await approver!.approve(requestId)).outcome).toBe(notAwaiting);
    expect(await approver!.readApproval(requestId)).toMatchObject({ status: 404 });
    expect(await approver!.awaited()).toEqual([]);
    const known = { hers: (await her!.messages()).length, his: (await him!.messages()).length };
    for (let times = 0; times < 2; times += 1) await expireRequests(server.context);
    const open = { status: 'aperta', isAwaitingApproval: false, preAcceptanceCount: 0 };
    expect((await her!.readRequest(requestId)).body).toMatchObject(open);
    expect((await her!.messages()).slice(known.hers)).toEqual([
      `Nessuno ha approvato in tempo il tuo scambio ${time}: non si fa.`,
    ]);
    expect((await him!.messages()).slice(known.his)).toEqual([
      `Nessuno ha approvato in tempo lo scambio con Giulia Ferri ${time}: la tua pre-accettazione è decaduta.`,
    ]);
  });

  test('if the request expires at that moment, each is told once', async () => {
    const { giulia, marco, worksiteId, requestId } = await offeredForApproval(server);
    const sara = await signInOnDuty(server, late, { worksiteId });
    await sara.offer(requestId);
    await giulia.confirm(requestId, marco.id);
    server.clock.set('2026-11-20T05:00:00.000Z');
    await expireRequests(server.context);
    const titlesOf = async (person: typeof marco) =>
      (await (await server.signInAs(person)).notifications()).map(({ title }) => title);
    expect((await titlesOf(giulia)).slice(2)).toEqual(['Scambio non approvato in tempo']);
    expect((await titlesOf(marco)).slice(1)).toEqual(['Scambio non approvato in tempo']);
    expect(await titlesOf(sara)).toEqual(['Richiesta scaduta']);
    const closed = { status: 'annullata', isAwaitingApproval: false };
    expect((await (await server.signInAs(giulia)).readRequest(requestId)).body).toMatchObject(closed);
  });
});
