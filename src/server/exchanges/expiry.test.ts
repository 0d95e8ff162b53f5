import { describe, expect, test } from 'vitest';
import { buildDuty, buildShift } from '../../../db/builders.ts';
import { violatedInvariants } from '../../../db/invariants.ts';
import { offerDay, publishedDay, signInWorker, workers } from '../../../tests/support/days.ts';
import { swapDay } from '../../../tests/support/duties.ts';
import { listsHeard } from '../../../tests/support/heard.ts';
import { testServer } from '../../../tests/support/server.ts';
import {
  early,
  emptyTabs,
  late,
  type OnDuty,
  pair,
  readTabs,
  signInOnDuty,
} from '../../../tests/support/swaps.ts';
import { addDays } from '../../domain/calendar/day.ts';
import { expireRequests } from './commands.expire.ts';

// A request expires when its shift begins; a job stores that and notifies its people.

const server = await testServer();
const { database } = server;
/** When the early shift of `swapDay` begins. */
const begun = '2026-11-20T05:00:00.000Z';

test('an expired request notifies its requester and the colleagues who offered, once', async () => {
  const { giulia, marco, worksiteId } = await pair(server);
  const anna = await signInOnDuty(server, early, { worksiteId });
  const requestId = await giulia.publishedId(giulia.shiftId);
  await marco.offer(requestId);
  // another that expires with it
  const sara = await signInOnDuty(server, late, { worksiteId });
  await sara.offer(await anna.publishedId(anna.shiftId));
  await expireRequests(server.context);
  const people = [giulia, marco];
  const known = await Promise.all(people.map((one) => one.notifications()));
  server.clock.set(begun);
  for (let time = 0; time < 2; time += 1) await expireRequests(server.context);
  const now = await Promise.all(people.map(server.signInAs));
  const fresh = (await Promise.all(now.map((one) => one.notifications()))).map((news, index) =>
    news.slice(known[index]!.length),
  );
  expect(fresh).toMatchObject([
    [
      {
        type: 'exchange_rejected',
        message: 'La tua richiesta di scambio per venerdì 20 novembre 2026 è scaduta senza uno scambio.',
        relatedRequestId: requestId,
      },
    ],
    [
      {
        type: 'exchange_declined',
        message:
          'La richiesta di Giulia Ferri per venerdì 20 novembre 2026 è scaduta senza conferma: la tua pre-accettazione è decaduta.',
        relatedRequestId: requestId,
      },
    ],
  ]);
});

describe('from the moment its shift begins a request', () => {
  const today = '2026-11-16';
  const [before, start] = ['2026-11-16T12:59:59.999Z', '2026-11-16T13:00:00.000Z'];

  /** Giulia offers today's late shift; Marco, on duty from 15:00, pre-accepted, Luca's offer lapsed, Sara wants what mirrors it. */
  const expiring = async () => {
    const giulia = await signInOnDuty(server, late, {}, { day: today });
    const { worksiteId } = giulia;
    const colleague = () =>
      signInOnDuty(server, buildDuty('sede', '15:00', '23:00'), { worksiteId }, { day: today });
    const [marco, luca, sara] = [await colleague(), await colleague(), await colleague()];
    const id = await giulia.publishedId(giulia.shiftId, { requestedDate: today });
    await marco.offer(id);
    await luca.offer(id);
    await luca.changeShift(luca.shiftId, { startTime: '15:15', endTime: '23:15' });
    const saras = await sara.publishedId(sara.shiftId, { requestedDate: today });
    return { giulia, marco, luca, sara, id, saras };
  };

  test('is over for everybody, even before the job has closed it', async () => {
    const { giulia, marco, luca, sara, id, saras } = await expiring();
    const people = [giulia, marco, luca, sara];
    const look = async () => ({
      tabs: (await Promise.all(people.map(readTabs))).map(({ members }) => members),
      cards: await Promise.all(people.map(async (person) => (await person.readRequest(id)).body)),
    });
    const waiting = async (person: OnDuty) =>
      (await person.ask('GET /api/exchange-requests/waiting')).requests
        .map((request) => request.id)
        .toSorted();
    server.clock.set(before);
    expect((await look()).tabs.slice(1, 3)).toMatchObject([
      { 'pre-accettati': [id] },
      { disponibili: [id, saras].toSorted() },
    ]);
    expect([await waiting(giulia), await waiting(sara)]).toEqual([[id, saras].toSorted(), [id]]);
    server.clock.set(start);
    const over = await look();
    const gone = { ...emptyTabs, rifiutati: [id] };
    const theirs = { ...gone, disponibili: [saras] };
    expect(over.tabs).toEqual([theirs, theirs, theirs, { ...emptyTabs, mie: [saras] }]);
    const closed = { status: 'annullata', closeReason: 'day_begun', closedAt: start };
    expect(over.cards).toMatchObject([
      { ...closed, isLapsed: false },
      { ...closed, isLapsed: true, userHasPreAccepted: false },
      closed,
      { ...closed, preAccept: { isAllowed: false } },
    ]);
    expect([await waiting(giulia), await waiting(sara)]).toEqual([[], []]);
    // its shift cannot be chosen either
    expect(await giulia.ask('GET /api/user-shifts')).toEqual([]);
    await expireRequests(server.context);
    expect(await look()).toEqual(over);
  });

  test('accepts no action; when cleared it counts as expired, not withdrawn', async () => {
    const { giulia, marco, sara, id } = await expiring();
    const tomorrow = await buildShift(server.context, giulia, '2026-11-17', late);
    server.clock.set(start);
    const known = await marco.notifications();
    const wish = { requestedShiftType: 'sera', requestedDate: '2026-11-17' } as const;
    for (const answer of [
      await giulia.editRequest(id, { offeredShiftId: tomorrow, ...wish }),
      await giulia.takeBack(id, marco.id),
      await sara.reject(id),
    ]) {
      expect(answer.outcome).toBe('409 exchange_closed');
    }
    const over = '409 exchange_shift_begun';
    expect((await giulia.confirm(id, marco.id)).outcome).toBe(over);
    expect((await sara.preAccept(id)).outcome).toBe(over);
    // withdrawing an offer that ended otherwise changes nothing and always answers the same
    const ended = { tab: 'rifiutati', isLapsed: true, userHasRejected: false };
    expect(await marco.takeBack(id)).toMatchObject({ status: 200, body: { request: ended } });
    expect(await marco.notifications()).toEqual(known);
    expect((await giulia.withdraw(id)).status).toBe(204);
    expect((await readTabs(giulia)).members.rifiutati).toEqual([]);
    const expired = { type: 'exchange_declined', title: 'Richiesta scaduta' };
    expect((await marco.notifications()).slice(known.length)).toMatchObject([expired]);
  });
});

test('closes all expired requests in every worksite, however many', async () => {
  const giulia = await signInOnDuty(server, early);
  const tina = await signInOnDuty(server, early);
  await tina.publishedId(tina.shiftId);
  const many = 205;
  const publishedOn = async (requestedDate: string) =>
    giulia.publishedId(await buildShift(server.context, giulia, requestedDate, early), { requestedDate });
  for (let index = 1; index <= many; index += 1) await publishedOn(addDays(swapDay, index));
  // one that has not expired
  const far = addDays(swapDay, many + 1);
  const open = await publishedOn(far);
  server.clock.set(`${addDays(swapDay, many)}T12:00:00.000Z`);
  expect(await expireRequests(server.context)).toBe(`${far}T04:00:00.000Z`);
  const [her, other] = await Promise.all([giulia, tina].map(server.signInAs));
  const { counts } = await her!.ask('GET /api/exchange-requests/counts');
  expect([counts.mie, counts.rifiutati]).toEqual([1, many]);
  expect((await her!.readRequest(open)).body.status).toBe('aperta');
  expect((await her!.ask('GET /api/notifications/page')).unreadCount).toBe(many);
  expect(await other!.messages()).toHaveLength(1);
  expect(await violatedInvariants(database)).toEqual([]);
});

test('an expired request stays expired if its shift changes before the job has run', async () => {
  const { giulia, marco } = await pair(server);
  const requestId = await giulia.publishedId(giulia.shiftId);
  await marco.offer(requestId);
  server.clock.set('2026-11-20T06:00:00.000Z');
  const her = await server.signInAs(giulia);
  const later = { startTime: '07:00', endTime: '15:00' };
  expect((await her.changeShift(giulia.shiftId, later)).status).toBe(200);
  await expireRequests(server.context);
  expect((await (await server.signInAs(marco)).messages()).at(-1)).toContain('è scaduta senza conferma');
  expect((await her.readRequest(requestId)).body.closeReason).toBe('day_begun');
});

test('an offer ends when its own shift begins, and both are told once; the request stays open', async () => {
  const { giulia, marco } = await workers(server, '.....E.', '.W.....');
  const other = await signInWorker(server, '..L....', { worksiteId: giulia.worksiteId });
  const requestId = await publishedDay(giulia, 5, [1, 2]);
  await offerDay(marco, requestId);
  await offerDay(other, requestId);
  server.clock.set('2026-11-24T06:59:00.000Z');
  const [she, he] = await Promise.all([server.signInAs(giulia), server.signInAs(marco)]);
  const card = async () => (await she.readRequest(requestId)).body;
  expect(await expireRequests(server.context)).toBe('2026-11-24T07:00:00.000Z');
  expect((await card()).preAcceptanceCount).toBe(2);
  server.clock.set('2026-11-24T07:00:00.000Z');
  const lists = ['exchange-requests', 'notifications', 'shifts'];
  const followed = await listsHeard(server, { she, he }, () => expireRequests(server.context));
  expect(followed).toEqual({ she: lists, he: lists });
  expect(await card()).toMatchObject({ status: 'aperta', preAcceptedBy: [{ userId: other.id }] });
  expect((await he.readRequest(requestId)).body).toMatchObject({ isLapsed: true });
  await expireRequests(server.context);
  const told = [await she.notificationTypes(), await he.notificationTypes()].flat();
  for (const type of ['shift_updated', 'exchange_declined']) {
    expect(told.filter((one) => one === type)).toHaveLength(1);
  }
});

test('an offer ends when its shift begins in the repeated hour of the clock change', async () => {
  server.clock.set('2026-10-24T10:00:00.000Z');
  const [day, requestedDate] = ['2026-10-25', '2026-10-26'];
  const giulia = await signInOnDuty(server, late, {}, { day: requestedDate });
  const night = buildDuty('sede', '02:30', '10:30');
  const marco = await signInOnDuty(server, night, { worksiteId: giulia.worksiteId }, { day });
  const wish = { kind: 'giorno' as const, requestedDate, acceptableDays: [day] };
  const requestId = await giulia.publishedId(giulia.shiftId, wish);
  await marco.offer(requestId);
  // 02:45 summer time: a shift at 02:30 began a quarter of an hour ago
  server.clock.set('2026-10-25T00:45:00.000Z');
  await expireRequests(server.context);
  const card = (await (await server.signInAs(giulia)).readRequest(requestId)).body;
  expect([card.status, card.preAcceptanceCount]).toEqual(['aperta', 0]);
});
