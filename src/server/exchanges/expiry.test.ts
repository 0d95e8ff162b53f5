import { describe, expect, test } from 'vitest';
import { buildDuty, buildShift } from '../../../db/builders.ts';
import { violatedInvariants } from '../../../db/invariants.ts';
import { outcomeOf } from '../../../tests/support/caller.ts';
import { testServer } from '../../../tests/support/server.ts';
import {
  changeShift,
  confirm,
  early,
  editRequest,
  late,
  messagesOf,
  notificationsOf,
  offer,
  type OnDuty,
  pair,
  preAccept,
  publishedId,
  readRequest,
  reject,
  signInOnDuty,
  swapDay,
  takeBack,
  withdraw,
} from '../../../tests/support/swaps.ts';
import { emptyTabs, readTabs } from '../../../tests/support/tabs.ts';
import { addDays } from '../../domain/calendar/day.ts';
import { expireRequests } from './commands.expire.ts';

// A request is over when its shift begins; a job writes that down and tells its people.

const server = await testServer();
const { database } = server;
/** When the early shift of `swapDay` begins. */
const begun = '2026-11-20T05:00:00.000Z';

test('a request that expires tells its requester and whoever was waiting, once', async () => {
  const { giulia, marco, worksiteId } = await pair(server);
  const sara = await signInOnDuty(server, late, { worksiteId });
  const requestId = await publishedId(giulia, giulia.shiftId);
  await offer(marco, requestId);
  await expireRequests(server.context);
  const people = [giulia, marco, sara];
  const known = await Promise.all(people.map(notificationsOf));
  expect(known.map(({ length }) => length)).toEqual([1, 1, 1]);
  server.clock.set(begun);
  // several processes may do it
  await Promise.all([1, 2, 3].map(() => expireRequests(server.context)));
  const now = await Promise.all(people.map(server.signInAs));
  const fresh = (await Promise.all(now.map(notificationsOf))).map((news) => news.slice(1));
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
    [],
  ]);
});

test('of requests that expire together each colleague hears of the one they offered on', async () => {
  const { giulia, marco, worksiteId } = await pair(server);
  const anna = await signInOnDuty(server, early, { worksiteId });
  const sara = await signInOnDuty(server, late, { worksiteId });
  const requests = [await publishedId(giulia, giulia.shiftId), await publishedId(anna, anna.shiftId)];
  await offer(marco, requests[0]!);
  await offer(sara, requests[1]!);
  server.clock.set(begun);
  await expireRequests(server.context);
  const declined = async (person: OnDuty) =>
    (await notificationsOf(await server.signInAs(person)))
      .filter(({ type }) => type === 'exchange_declined')
      .map(({ relatedRequestId }) => relatedRequestId);
  expect(await Promise.all([marco, sara].map(declined))).toEqual([[requests[0]], [requests[1]]]);
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
    const id = await publishedId(giulia, giulia.shiftId, { requestedDate: today });
    await offer(marco, id);
    await offer(luca, id);
    await changeShift(luca, luca.shiftId, { startTime: '15:15', endTime: '23:15' });
    const saras = await publishedId(sara, sara.shiftId, { requestedDate: today });
    return { giulia, marco, luca, sara, id, saras };
  };

  test('is over for everybody, whether or not a job has closed it', async () => {
    const { giulia, marco, luca, sara, id, saras } = await expiring();
    const people = [giulia, marco, luca, sara];
    const look = async () => ({
      tabs: (await Promise.all(people.map(readTabs))).map(({ members }) => members),
      cards: await Promise.all(people.map(async (person) => (await readRequest(person, id)).body)),
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
    expect(over.tabs[0]).toEqual({ ...gone, disponibili: [saras] });
    expect(over.tabs[1]).toEqual({ ...gone, disponibili: [saras] });
    expect(over.tabs[2]).toEqual({ ...gone, disponibili: [saras] });
    expect(over.tabs[3]).toEqual({ ...emptyTabs, mie: [saras] });
    const closed = { status: 'annullata', closeReason: 'day_begun', closedAt: start };
    expect(over.cards).toMatchObject([
      { ...closed, isLapsed: false },
      { ...closed, isLapsed: true, userHasPreAccepted: false },
      closed,
      { ...closed, preAccept: { isAllowed: false } },
    ]);
    expect([await waiting(giulia), await waiting(sara)]).toEqual([[], []]);
    // nor can its shift be picked
    expect(await giulia.ask('GET /api/user-shifts')).toEqual([]);
    await expireRequests(server.context);
    expect(await look()).toEqual(over);
  });

  test('is nobody’s to act on; cleared away it has expired, and was not withdrawn', async () => {
    const { giulia, marco, sara, id } = await expiring();
    const tomorrow = await buildShift(server.context, giulia, '2026-11-17', late);
    server.clock.set(start);
    const known = await notificationsOf(marco);
    const wish = { requestedShiftType: 'sera', requestedDate: '2026-11-17' } as const;
    for (const act of [
      () => editRequest(giulia, id, { offeredShiftId: tomorrow, ...wish }),
      () => takeBack(giulia, id, marco.id),
      () => reject(sara, id),
      () => reject(marco, id),
    ]) {
      expect(outcomeOf(await act())).toBe('409 exchange_closed');
    }
    const over = '409 exchange_shift_begun';
    expect(outcomeOf(await confirm(giulia, id, marco.id))).toBe(over);
    expect(outcomeOf(await preAccept(sara, id))).toBe(over);
    // what ended otherwise is not there to be taken back: the same answer each time, and nothing changes
    const ended = { tab: 'rifiutati', isLapsed: true, userHasRejected: false };
    expect(await takeBack(marco, id)).toMatchObject({ status: 200, body: { request: ended } });
    expect(await notificationsOf(marco)).toEqual(known);
    expect((await withdraw(giulia, id)).status).toBe(204);
    expect((await readTabs(giulia)).members.rifiutati).toEqual([]);
    const expired = { type: 'exchange_declined', title: 'Richiesta scaduta' };
    expect((await notificationsOf(marco)).slice(known.length)).toMatchObject([expired]);
  });
});

test('all that have expired are closed, in every worksite, however many they are', async () => {
  const giulia = await signInOnDuty(server, early);
  const tina = await signInOnDuty(server, early);
  await publishedId(tina, tina.shiftId);
  const many = 205;
  const publishedOn = async (requestedDate: string) =>
    publishedId(giulia, await buildShift(server.context, giulia, requestedDate, early), { requestedDate });
  for (let index = 1; index <= many; index += 1) await publishedOn(addDays(swapDay, index));
  // one that has not
  const far = addDays(swapDay, many + 1);
  const open = await publishedOn(far);
  server.clock.set(`${addDays(swapDay, many)}T12:00:00.000Z`);
  expect(await expireRequests(server.context)).toBe(`${far}T04:00:00.000Z`);
  const [her, other] = await Promise.all([giulia, tina].map(server.signInAs));
  const { counts } = await her!.ask('GET /api/exchange-requests/counts');
  expect([counts.mie, counts.rifiutati]).toEqual([1, many]);
  expect((await readRequest(her!, open)).body.status).toBe('aperta');
  expect((await her!.ask('GET /api/notifications/page')).unreadCount).toBe(many);
  expect(await messagesOf(other!)).toHaveLength(1);
  expect(await violatedInvariants(database)).toEqual([]);
});

test('a request stays expired where its shift is changed before a job has written it down', async () => {
  const { giulia, marco } = await pair(server);
  const requestId = await publishedId(giulia, giulia.shiftId);
  await offer(marco, requestId);
  server.clock.set('2026-11-20T06:00:00.000Z');
  const her = await server.signInAs(giulia);
  const later = { startTime: '07:00', endTime: '15:00' };
  expect((await changeShift(her, giulia.shiftId, later)).status).toBe(200);
  await expireRequests(server.context);
  expect((await messagesOf(await server.signInAs(marco))).at(-1)).toContain('è scaduta senza conferma');
  expect((await readRequest(her, requestId)).body.closeReason).toBe('day_begun');
});
