import { expect, test, vi } from 'vitest';
import { request, weekly } from '../../../tests/support/exchangeRequests.ts';
import { renderHook } from '../../../tests/support/hooks.ts';
import { type ExchangeRequest, type ExchangeRow, exchangeRowSchema } from '../../domain/exchanges/schema.ts';
import { useCurrentToast } from '../ui/toast.ts';
import { type PendingAction, usePreAccept } from './actions.ts';

/** A button for a colleague's request, with a server that answers this about rest; null: it cannot be asked. */
async function open(sentences: string[] | null, other: string[] = []) {
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    const sent = method === 'DELETE' && typeof body === 'string' ? [body] : [];
    calls.push([method, path.replace(/^.*\//, ''), ...sent].join(' '));
    if (!path.endsWith('/rest')) return Response.json({ request: request({}) });
    if (sentences === null)
      return Response.json({ message: 'Occupato', code: 'overloaded' }, { status: 503 });
    return Response.json({ own: sentences, other, isBlocked: false, emptyDays: ['2026-11-27'] });
  });
  const asked: PendingAction[] = [];
  const onDone = vi.fn<() => void>();
  const hook = await renderHook(() => ({
    ...usePreAccept({ onAsk: (action) => asked.push(action), onDone }),
    toast: useCurrentToast(),
  }));
  return { ...hook, calls, asked, onDone };
}

test.each([
  ['a shift that leaves rest enough is pre-accepted at once, whatever days are empty', []],
  ['and where rest cannot be asked for, which the server does again', null],
])('%s', async (_what, sentences) => {
  const { now, act, calls, asked, onDone } = await open(sentences);
  await act(() => {
    now().start(request({}));
    now().start(request({}));
  });
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(calls).toEqual(['GET rest', 'POST pre-accept']);
  expect([asked, now().isPending]).toEqual([[], false]);
});

test('the button is busy while rest is asked for', async () => {
  const { now, act, calls, onDone } = await open([]);
  const answer = Promise.withResolvers<Response>();
  const answered = vi.mocked(fetch);
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    path.endsWith('/rest') ? answer.promise : answered(path, init),
  );
  expect(now().isPending).toBe(false);
  await act(() => now().start(request({})));
  expect([now().isPending, calls]).toEqual([true, []]);
  await act(() => answer.resolve(Response.json({ own: [], other: [], isBlocked: false, emptyDays: [] })));
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(now().isPending).toBe(false);
});

test('a tap after a question has been asked asks again', async () => {
  const { now, act, calls, asked } = await open(['8 ore di riposo invece di 11 ore.']);
  for (const times of [1, 2]) {
    await act(() => now().start(request({ id: `request ${times}` })));
    await vi.waitFor(() => expect(asked).toHaveLength(times));
  }
  expect(calls).toHaveLength(2);
});

const tooLittle = ['8 ore di riposo invece di 11 ore.'];
test.each([
  ['one’s own', tooLittle, []],
  ['a colleague’s', [], tooLittle],
  ['both', tooLittle, tooLittle],
])('too little rest, %s, is read first, whole weeks are without asking', async (_whose, mine, theirs) => {
  const { now, act, calls, asked } = await open(mine, theirs);
  await act(() => now().start(request({})));
  await vi.waitFor(() => expect(asked).toMatchObject([{ kind: 'pre-accept' }]));
  await act(() => now().start(weekly({})));
  expect(asked).toHaveLength(2);
  expect([calls, now().isPending]).toEqual([['GET rest'], false]);
});

test.each([
  [false, 'DELETE cancel-pre-accept {"isUndo":true}', /Disponibili/],
  [true, 'DELETE cancel-pre-accept', /Rifiutati/],
])('taken back, the request is where it was; rejected before: %s', async (userHasRejected, call, text) => {
  const { now, act, calls, onDone } = await open([]);
  await act(() => now().start(request({ userHasRejected })));
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(now().toast).toMatchObject({ title: 'Richiesta pre-accettata' });
  await act(() => now().toast?.undo?.());
  await vi.waitFor(() => expect(now().toast).toMatchObject({ title: 'Pre-accettazione annullata' }));
  expect(now().toast?.text).toMatch(text);
  expect(calls.at(-1)).toBe(call);
});

const asRow = (card: ExchangeRequest): ExchangeRow => exchangeRowSchema.parse(card);

test('of a row that is worth a second look the whole card is read first', async () => {
  const { now, act, calls, asked } = await open([]);
  const card = weekly({});
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    calls.push(`${method} ${path.replace(/^.*\//, '')}`);
    return Response.json(card);
  });
  await act(() => now().start(asRow(card)));
  await vi.waitFor(() => expect(asked).toEqual([{ kind: 'pre-accept', request: card }]));
  expect([calls, now().isPending]).toEqual([[`GET ${card.id}`], false]);
});

test('a row whose card cannot be read says so, and can be pressed again', async () => {
  const { now, act, asked } = await open([]);
  vi.stubGlobal('fetch', async () =>
    Response.json({ message: 'Richiesta non trovata', code: 'not_found' }, { status: 404 }),
  );
  await act(() => now().start(asRow(weekly({}))));
  await vi.waitFor(() =>
    expect(now().toast).toMatchObject({ variant: 'error', text: 'Richiesta non trovata' }),
  );
  expect([asked, now().isPending]).toEqual([[], false]);
});
