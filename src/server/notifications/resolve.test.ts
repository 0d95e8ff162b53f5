import { afterAll, describe, expect, test } from 'vitest';
import { buildShift } from '../../../db/builders.ts';
import { violatedInvariants } from '../../../db/invariants.ts';
import type { Caller } from '../../../tests/support/caller.ts';
import { swapDay } from '../../../tests/support/duties.ts';
import { testNow, testServer } from '../../../tests/support/server.ts';
import { early, late, type OnDuty, pair, signInOnDuty } from '../../../tests/support/swaps.ts';
import { expireRequests } from '../exchanges/commands.expire.ts';

// News of what is over counts as read and says so, for everybody who was told, at once.

const server = await testServer();
afterAll(async () => expect(await violatedInvariants(server.database)).toEqual([]));

/** Giulia has published; Marco and Sara could take it. */
async function published() {
  const { giulia, marco, worksiteId } = await pair(server);
  const sara = await signInOnDuty(server, late, { worksiteId, firstName: 'Sara', lastName: 'Neri' });
  const requestId = await giulia.publishedId(giulia.shiftId);
  return { giulia, marco, sara, requestId };
}

const unreadOf = async (person: Caller): Promise<number> =>
  (await person.ask('GET /api/notifications/page')).unreadCount;

/** What a person reads, sorted: a mark for what is over, and the end of each text. */
const readBy = async (person: Caller): Promise<string[]> =>
  (await person.notifications())
    .map(({ type, message, isRead, isOver }) => {
      if (isOver) expect(isRead).toBe(true);
      return `${isOver ? 'over ' : ''}${type}: ${message.split('. ').at(-1)}`;
    })
    .toSorted();

/** Waits for the bell of a person to ring again while `act` is done; fails with the test's time. */
async function rings(person: OnDuty, act: () => Promise<unknown>): Promise<void> {
  const rung = Promise.withResolvers<undefined>();
  const stop = server.context.events.subscribe(person.id, {
    changed: (lists) => lists.includes('notifications') && rung.resolve(undefined),
    missed: () => undefined,
  });
  await act();
  await rung.promise;
  stop();
}

describe('a notification of a request', () => {
  test('ends for whoever answers, with the answer, and stays for others', async () => {
    const { giulia, marco, sara, requestId } = await published();
    // somebody is left
    await signInOnDuty(server, late, { worksiteId: giulia.worksiteId });
    await rings(marco, () => marco.reject(requestId));
    expect(await readBy(marco)).toEqual(['over new_exchange_request: Hai già risposto.']);
    expect(await unreadOf(sara)).toBe(1);
    await rings(sara, () => sara.offer(requestId));
    expect([await unreadOf(sara), await unreadOf(giulia)]).toEqual([0, 1]);
    await rings(giulia, () => giulia.takeBack(requestId, sara.id));
    expect(await readBy(giulia)).toContain('over request_pre_accepted: Hai già risposto.');
  });

  test('asks again after an offer that was a mistake, which leaves the request as it was', async () => {
    const { giulia, marco, sara, requestId } = await published();
    const undo = () =>
      marco.call('DELETE /api/exchange-requests/:id/cancel-pre-accept', {
        params: { id: requestId },
        body: { isUndo: true },
      });
    const before = (await marco.readRequest(requestId)).body;
    await marco.offer(requestId);
    await rings(marco, undo);
    expect((await marco.readRequest(requestId)).body).toEqual({ ...before, version: expect.any(String) });
    expect(await readBy(marco)).toEqual([expect.stringMatching(/^new_exchange_request: /)]);
    // who was told of the yes is told of its end, and that nobody were left is not true
    expect(await readBy(giulia)).toEqual([
      expect.stringMatching(/^exchange_rejected: .*ha annullato la sua offerta/),
      'over request_pre_accepted: L’offerta non c’è più.',
    ]);
    expect((await giulia.readRequest(requestId)).body).toMatchObject({ tab: 'mie', nobodyLeft: false });
    // there is no yes any more to be taken back, and Sara's no is hers
    expect((await undo()).outcome).toBe('409 exchange_offer_gone');
    await sara.reject(requestId);
    await marco.offer(requestId);
    await undo();
    expect(await readBy(sara)).toEqual(['over new_exchange_request: Hai già risposto.']);
  });

  test('that offers something else ends, and the other thing is news', async () => {
    const { giulia, marco, sara, requestId } = await published();
    await marco.offer(requestId);
    const requestedDate = '2026-11-24';
    const offeredShiftId = await buildShift(server.context, giulia, requestedDate, early);
    await buildShift(server.context, sara, requestedDate, late);
    const change = {
      offeredShiftId,
      requestedDate,
      requestedShiftType: 'pomeriggio',
      message: null,
    } as const;
    expect((await giulia.editRequest(requestId, change)).status).toBe(200);
    expect(await readBy(giulia)).toContain('over request_pre_accepted: La richiesta è cambiata.');
    expect(await readBy(sara)).toEqual([
      expect.stringMatching(/^new_exchange_request: /),
      'over new_exchange_request: La richiesta è cambiata.',
    ]);
    expect(await unreadOf(sara)).toBe(1);
  });

  const shut = async (person: OnDuty) => (await server.signInCeo()).setActive(person.id, false);
  type Given = Awaited<ReturnType<typeof published>>;
  test.each<[string, (given: Given) => Promise<unknown>, string]>([
    ['is completed', ({ giulia, requestId }) => giulia.confirm(requestId), 'Lo scambio è già concluso'],
    [
      'is withdrawn',
      ({ giulia, requestId }) => giulia.withdraw(requestId),
      'La richiesta è stata cancellata',
    ],
    ['loses its shift', ({ giulia }) => giulia.deleteShift(giulia.shiftId), 'La richiesta si è chiusa'],
    ['loses its owner', ({ giulia }) => shut(giulia), 'La richiesta si è chiusa'],
    [
      'is late',
      async () => {
        server.clock.set('2026-11-20T07:00:00.000Z');
        await expireRequests(server.context);
        server.clock.set(testNow);
      },
      'La richiesta è scaduta',
    ],
  ])('that %s ends, as the news of its offers does', async (what, end, words) => {
    const given = await published();
    await given.marco.offer(given.requestId);
    await rings(given.sara, () => end(given));
    expect(await readBy(given.sara)).toEqual([`over new_exchange_request: ${words}.`]);
    expect(await unreadOf(given.sara)).toBe(0);
    if (what === 'loses its owner') return;
    expect(await readBy(given.giulia)).toContain(`over request_pre_accepted: ${words}.`);
    const [news] = await given.sara.notifications();
    expect(news?.relatedRequestId).toBe(what === 'is withdrawn' ? null : given.requestId);
  });

  test.each([
    ['shift', (person: OnDuty) => person.deleteShift(person.shiftId)],
    ['owner', shut],
  ])('of an offer whose %s goes ends', async (_what, end) => {
    const { giulia, marco, requestId } = await published();
    await marco.offer(requestId);
    await rings(giulia, () => end(marco));
    expect(await readBy(giulia)).toContain('over request_pre_accepted: L’offerta non c’è più.');
  });
});

/** Giulia and Marco, each of whom offers what the other asks for. */
async function matched() {
  const { giulia, marco } = await pair(server);
  const hers = await giulia.publishedId(giulia.shiftId);
  const his = await marco.publishedId(marco.shiftId, { requestedShiftType: 'mattina' });
  return { giulia, marco, hers, his };
}

const matches = async (person: Caller): Promise<boolean[]> =>
  (await person.matches()).map(({ isOver }) => isOver);

test.each(['his', 'hers'])('a match ends with either of the two requests: %s', async (whose) => {
  const { giulia, marco, hers, his } = await matched();
  expect([await matches(giulia), await matches(marco)]).toEqual([[false], [false]]);
  const [person, id] = whose === 'his' ? [marco, his] : [giulia, hers];
  expect((await person.withdraw(id)).status).toBe(204);
  expect([await matches(giulia), await matches(marco)]).toEqual([[true], [true]]);
});

test('a match outlives a third person’s offer, and ends for both when one of the two asks for something else', async () => {
  const { giulia, marco, hers, his } = await matched();
  const sara = await signInOnDuty(server, late, { worksiteId: giulia.worksiteId });
  await sara.offer(hers);
  expect([await matches(giulia), await matches(marco)]).toEqual([[false], [false]]);
  const asked = { requestedDate: swapDay, requestedShiftType: 'notte', message: null } as const;
  expect((await marco.editRequest(his, { ...asked, offeredShiftId: marco.shiftId })).status).toBe(200);
  expect([await matches(giulia), await matches(marco)]).toEqual([[true], [true]]);
});
