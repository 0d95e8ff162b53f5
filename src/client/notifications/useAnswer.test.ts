import { createElement } from 'react';
import { expect, test, vi } from 'vitest';
import { me, offerOf, own, request, weekly } from '../../../tests/support/exchangeRequests.ts';
import { renderHook } from '../../../tests/support/hooks.ts';
import type { ExchangeRequest } from '../../domain/exchanges/schema.ts';
import type { Notification } from '../../domain/notifications/schema.ts';
import type { Session } from '../../domain/users/schema.ts';
import { SignedInContext } from '../auth/session.ts';
import { exchangeRequestQuery } from '../exchanges/api.ts';
import { useCurrentToast } from '../ui/toast.ts';
import { useAnswer } from './useAnswer.ts';

const refusal = { isAllowed: false, reason: 'Non hai più quel turno' };
const notification = { id: 'n1', relatedRequestId: 'r1' } as Notification;

/** The bell of somebody, with a server that knows one request, or none. */
async function open(asked: ExchangeRequest | null, warnings: string[] = []) {
  const calls: string[] = [];
  let arrive = (): void => undefined;
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    calls.push(`${method} ${path}`);
    if (path.endsWith('/rest')) {
      return Response.json({ own: [], other: warnings, isBlocked: false, emptyDays: ['2026-11-27'] });
    }
    if (method === 'GET')
      return asked
        ? Response.json(asked)
        : Response.json({ message: 'Non trovato', code: 'not_found' }, { status: 404 });
    await new Promise<void>((resolve) => (arrive = resolve));
    return Response.json({ request: asked });
  });
  const opened: string[] = [];
  const onDone = vi.fn<() => void>();
  const use = () => {
    const bell = useAnswer({ onDone, onOpen: ({ id }) => opened.push(id) });
    return { ...bell, toast: useCurrentToast() };
  };
  const session = { user: { id: me } } as Session;
  const hook = await renderHook(use, (children) =>
    createElement(SignedInContext, { value: session }, children),
  );
  return { ...hook, calls, opened, onDone, arrive: () => hook.act(() => arrive()) };
}

test('a single shift is pre-accepted at once, in the version that is there now, and once', async () => {
  const asked = request({});
  const { now, act, calls, onDone, arrive, client } = await open(asked);
  // as it was when it was published
  client.setQueryData(exchangeRequestQuery('r1').queryKey, request({ preAccept: refusal }));
  client.setQueryData(['user-shifts'], []);
  await act(() => now().answer(notification));
  expect(now()).toMatchObject({ answeredId: 'n1', pending: null });
  await act(() => now().answer({ ...notification, id: 'n2' }));
  expect(calls).toEqual([
    'GET /api/exchange-requests/r1',
    `GET /api/exchange-requests/${asked.id}/rest`,
    `POST /api/exchange-requests/${asked.id}/pre-accept`,
  ]);
  expect(onDone).not.toHaveBeenCalled();
  await arrive();
  expect(onDone).toHaveBeenCalledOnce();
  expect(client.getQueryState(['user-shifts'])?.isInvalidated).toBe(true);
  expect(now()).toMatchObject({ answeredId: null, toast: { title: 'Richiesta pre-accettata' } });
});

test('a single shift that leaves too little rest is asked about first', async () => {
  const { now, act, calls } = await open(request({}), ['Per Sara il riposo sarebbe di 8 ore.']);
  await act(() => now().answer(notification));
  expect(now()).toMatchObject({ pending: { kind: 'pre-accept' }, answeredId: null });
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual([]);
});

const oneOffer = request({ ...own, tab: 'pre-accettati', preAcceptedBy: [offerOf('Sara')] });
test.each<[string, ExchangeRequest, object]>([
  ['whole weeks are asked about first', weekly({}), { kind: 'pre-accept' }],
  [
    'what cannot be pre-accepted any more is explained',
    request({ preAccept: refusal }),
    { kind: 'pre-accept' },
  ],
  ['the only offer is confirmed in a dialog', oneOffer, { kind: 'confirm', offer: { name: 'Sara' } }],
])('%s', async (_what, asked, pending) => {
  const { now, act, calls, opened } = await open(asked);
  await act(() => now().answer(notification));
  expect(now()).toMatchObject({ pending: { ...pending, request: { id: asked.id } }, answeredId: null });
  expect([opened, calls.length]).toEqual([[], 1]);
});

test.each<[string, ExchangeRequest | null]>([
  [
    'of several offers one is chosen on the card',
    { ...oneOffer, preAcceptedBy: [offerOf('Sara'), offerOf('Luca')] },
  ],
  ['an own request without offers is looked at', request(own)],
  ['what is gone says so where it stood', null],
])('%s', async (_what, asked) => {
  const { now, act, opened } = await open(asked);
  await act(() => now().answer(notification));
  expect([opened, now().pending, now().answeredId]).toEqual([['n1'], null, null]);
});

test('a notification without a request has nothing to answer', async () => {
  const { now, act, calls, opened } = await open(request({}));
  await act(() => now().answer({ ...notification, relatedRequestId: null }));
  expect([calls, opened]).toEqual([[], []]);
});
