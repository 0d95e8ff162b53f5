import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { me, own, request, weekly } from '../../../../tests/support/exchangeRequests.ts';
import { renderHook } from '../../../../tests/support/hooks.ts';
import {
  type ExchangeRequest,
  type ExchangeRow,
  exchangeRowSchema,
} from '../../../domain/exchanges/schema.ts';
import { refetchLists } from '../../data/lists.ts';
import { exchangeRequestQuery } from '../api.ts';
import { readAhead, useWholeCard } from './wholeCard.ts';

const rowOf = (card: ExchangeRequest): ExchangeRow => exchangeRowSchema.parse(card);

/** A server that answers the card when the test says so. */
function serve(card: ExchangeRequest) {
  const asked: ((answer: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => asked.push(resolve)));
  return { asked, answer: (place: number) => asked[place]?.(Response.json(card)) };
}

test.each([
  ['an own open one, whose offers can be taken or not', request(own), true],
  ['a colleague’s single shift', request({}), false],
  ['a colleague’s day for a day', request({ kind: 'giorno' }), false],
  ['a colleague’s week', weekly({}), true],
  ['a week that is closed, of which it says on how many days', weekly({ status: 'annullata' }), true],
  ['one that waits for approval', request({ isAwaitingApproval: true }), true],
  ['an own closed one', request({ ...own, status: 'annullata' }), false],
] as const)('the whole card of %s', async (_which, card, isRead) => {
  const { asked, answer } = serve(card);
  const { now, act } = await renderHook(() => useWholeCard(rowOf(card), me));
  expect([asked.length > 0, now().isPending, now().request]).toEqual([isRead, isRead, null]);
  await act(() => answer(0));
  expect(now()).toMatchObject({ request: isRead ? card : null, isPending: false, isError: false });
});

/** A card that is opened later, in the place of a colleague's that needs nothing. */
async function beside(card: ExchangeRequest) {
  let row = rowOf(request({ id: '00000000-0000-4000-8000-000000000010' }));
  let draw = (): void => undefined;
  const hook = await renderHook(() => {
    const [, set] = useState(0);
    draw = () => set((count) => count + 1);
    return useWholeCard(row, me);
  });
  const open = (): Promise<void> =>
    hook.act(() => {
      row = rowOf(card);
      draw();
    });
  return { ...hook, open };
}

test('one that was read ahead and is old by now is read again before it is shown, and then stays while it is', async () => {
  const card = request(own);
  const { asked, answer } = serve(card);
  const { now, act, client, open } = await beside(card);
  await act(() => readAhead(client, rowOf(card), me));
  await act(() => answer(0));
  await act(() => refetchLists(client, ['exchange-requests']));
  expect(asked).toHaveLength(1);
  await open();
  expect([asked.length, now().request, now().isPending]).toEqual([2, null, true]);
  await act(() => answer(1));
  expect(now().request).toEqual(card);
  await act(() => void refetchLists(client, ['exchange-requests']));
  expect([asked.length, now().request]).toEqual([3, card]);
});

test('one that was read ahead stays while it is read again', async () => {
  const card = request(own);
  const { asked, answer } = serve(card);
  const { now, act, client, open } = await beside(card);
  await act(() => readAhead(client, rowOf(card), me));
  await act(() => answer(0));
  await open();
  expect([asked.length, now().request]).toEqual([1, card]);
  await act(() => void refetchLists(client, ['exchange-requests']));
  expect([asked.length, now().request]).toEqual([2, card]);
});

test('one that is there stays without a word when it cannot be read again', async () => {
  const card = request(own);
  const { answer } = serve(card);
  const { now, act, client } = await renderHook(() => useWholeCard(rowOf(card), me));
  await act(() => answer(0));
  vi.stubGlobal('fetch', async () =>
    Response.json({ message: 'Occupato', code: 'overloaded' }, { status: 503 }),
  );
  await act(() => refetchLists(client, ['exchange-requests']));
  expect(client.getQueryState(exchangeRequestQuery(card.id).queryKey)?.status).toBe('error');
  expect(now()).toMatchObject({ request: card, isError: false, isPending: false });
});

test('what failed elsewhere is no failure of a card that needs nothing', async () => {
  const card = request({ kind: 'giorno' });
  vi.stubGlobal('fetch', async () =>
    Response.json({ message: 'Occupato', code: 'overloaded' }, { status: 503 }),
  );
  const { now, act, client } = await renderHook(() => useWholeCard(rowOf(card), me));
  await act(() => readAhead(client, rowOf(card), me));
  expect(client.getQueryState(exchangeRequestQuery(card.id).queryKey)?.status).toBe('error');
  expect(now()).toMatchObject({ isError: false, isPending: false });
});

test.each([
  ['a day for a day that can be taken', request({ kind: 'giorno' }), 1],
  ['one that cannot', request({ kind: 'giorno', preAccept: { isAllowed: false, reason: 'No.' } }), 0],
  ['a single shift', request({}), 0],
  ['an own one', request(own), 1],
] as const)('read ahead: %s', async (_which, card, times) => {
  const { asked } = serve(card);
  const { act, client } = await renderHook(() => null);
  await act(() => readAhead(client, rowOf(card), me));
  expect(asked).toHaveLength(times);
});
