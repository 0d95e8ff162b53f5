import { expect, test } from 'vitest';
import { buildShift } from '../../../db/builders.ts';
import type { Caller } from '../../../tests/support/caller.ts';
import { swapDay } from '../../../tests/support/duties.ts';
import { testServer } from '../../../tests/support/server.ts';
import { early, late, type OnDuty, pair, signInOnDuty } from '../../../tests/support/swaps.ts';

const server = await testServer();

const unreadOf = async (person: Caller): Promise<number> =>
  (await person.ask('GET /api/notifications/page')).unreadCount;

/** A person's notifications, sorted: a mark if over, and the end of each text. */
const readBy = async (person: Caller): Promise<string[]> =>
  (await person.notifications())
    .map(({ type, message, isRead, isOver }) => {
      if (isOver) expect(isRead).toBe(true);
      return isOver ? `over ${type}: ${message.split('. ').at(-1)}` : type;
    })
    .toSorted();

/** Waits for an event to a person's page that requests changed during `act`; fails with the test's timeout. */
async function hears(person: OnDuty, act: () => Promise<unknown>): Promise<void> {
  const heard = Promise.withResolvers<undefined>();
  const stop = server.context.events.subscribe(person.id, {
    changed: (lists) => lists.includes('exchange-requests') && heard.resolve(undefined),
    missed: () => undefined,
  });
  await act();
  await heard.promise;
  stop();
}

test('notifications about a request end with the answer, the offer or the request, and pages refresh', async () => {
  const { giulia, marco, worksiteId } = await pair(server);
  const sara = await signInOnDuty(server, late, { worksiteId });
  const luca = await signInOnDuty(server, late, { worksiteId });
  const requestId = await giulia.publishedId(giulia.shiftId);
  await hears(marco, () => marco.reject(requestId));
  expect(await readBy(marco)).toEqual(['over new_exchange_request: Hai già risposto.']);
  await hears(giulia, () => sara.offer(requestId));
  expect([await unreadOf(sara), await unreadOf(luca), await unreadOf(giulia)]).toEqual([0, 1, 1]);
  // undone: asked again
  const isUndo = { params: { id: requestId }, body: { isUndo: true } };
  await hears(giulia, () => sara.call('DELETE /api/exchange-requests/:id/cancel-pre-accept', isUndo));
  expect(await readBy(sara)).toEqual(['new_exchange_request']);
  expect(await readBy(giulia)).toContain('over request_pre_accepted: L’offerta non c’è più.');
  server.clock.advance(1);
  await sara.offer(requestId);
  await hears(sara, () => giulia.takeBack(requestId, sara.id));
  expect(await readBy(giulia)).toContain('over request_pre_accepted: Hai già risposto.');
  // another offer: earlier notifications are over, and there are new ones
  server.clock.advance(1);
  const requestedDate = '2026-11-24';
  const offeredShiftId = await buildShift(server.context, giulia, requestedDate, early);
  const lucas = await buildShift(server.context, luca, requestedDate, late);
  const change = { offeredShiftId, requestedDate, requestedShiftType: 'pomeriggio', message: null } as const;
  await hears(luca, () => giulia.editRequest(requestId, change));
  const changed = 'over new_exchange_request: La richiesta è cambiata.';
  expect(await readBy(luca)).toEqual(['new_exchange_request', changed]);
  expect(await unreadOf(luca)).toBe(1);
  await luca.offer(requestId);
  await hears(giulia, () => luca.deleteShift(lucas));
  expect(await readBy(giulia)).toContain('over request_pre_accepted: L’offerta non c’è più.');
  await hears(luca, () => giulia.withdraw(requestId));
  const withdrawn = 'over new_exchange_request: La richiesta è stata cancellata.';
  expect((await readBy(luca)).filter((one) => one === withdrawn)).toHaveLength(2);
});

test('a match outlives a third person’s offer, and ends for both with either request', async () => {
  const { giulia, marco, worksiteId } = await pair(server);
  const hers = await giulia.publishedId(giulia.shiftId);
  const his = await marco.publishedId(marco.shiftId, { requestedShiftType: 'mattina' });
  const matches = async (): Promise<boolean[]> =>
    (await Promise.all([giulia, marco].map((person) => person.notifications())))
      .flat()
      .flatMap(({ type, isOver }) => (type === 'exchange_match' ? isOver : []));
  const sara = await signInOnDuty(server, late, { worksiteId });
  await sara.offer(hers);
  expect(await matches()).toEqual([false, false]);
  const asked = { requestedDate: swapDay, message: null, offeredShiftId: marco.shiftId };
  await hears(giulia, () => marco.editRequest(his, { ...asked, requestedShiftType: 'notte' }));
  expect(await matches()).toEqual([true, true]);
  await marco.editRequest(his, { ...asked, requestedShiftType: 'mattina' });
  expect(await matches()).toContain(false);
  await marco.withdraw(his);
  expect(new Set(await matches())).toEqual(new Set([true]));
});
