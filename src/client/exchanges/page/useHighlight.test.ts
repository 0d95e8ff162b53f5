import { beforeEach, expect, test, vi } from 'vitest';
import { request } from '../../../../tests/support/exchangeRequests.ts';
import { renderHookAt } from '../../../../tests/support/hooks.ts';
import { useCurrentToast } from '../../ui/toast.ts';
import { cardId } from '../card/ExchangeCard.tsx';
import { useExchangeAddress, useHighlight } from './useExchangeAddress.ts';

const linked = request({ tab: 'mie' });
let answer: () => Promise<Response>;
let asked = 0;
const pointed: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  answer = () => Promise.resolve(Response.json(linked));
  pointed.length = 0;
  asked = 0;
  vi.stubGlobal('fetch', () => {
    asked += 1;
    return answer();
  });
  vi.stubGlobal('document', {
    getElementById: (id: string) => ({
      scrollIntoView: ({ block }: ScrollIntoViewOptions) => pointed.push(`${block} ${id}`),
      focus: ({ preventScroll }: FocusOptions) => pointed.push(preventScroll ? `focus ${id}` : 'jump'),
    }),
  });
});

/** Opens the exchange page, with the open tab loaded or not. */
async function open(address: string, isLoaded = () => true) {
  const hook = await renderHookAt(() => {
    const exchangeAddress = useExchangeAddress();
    const shown = useHighlight(exchangeAddress, isLoaded());
    return { ...exchangeAddress, shown, toast: useCurrentToast() };
  }, ['/', address]);
  for (let turn = 0; turn < 3; turn += 1) await hook.act(() => undefined);
  return { ...hook, pass: (ms: number) => hook.act(() => vi.advanceTimersByTimeAsync(ms)) };
}
const at = `/exchanges?tab=disponibili&highlight=${linked.id}`;
const inPlace = [`center ${cardId(linked.id)}`, `focus ${cardId(linked.id)}`];

test('a highlighted request is shown in its tab, scrolled to after 500 ms, and highlighted for 5 s', async () => {
  const { now, pass, address } = await open(at);
  expect(now()).toMatchObject({ tab: 'mie', writtenTab: 'mie', shown: linked.id, highlight: linked.id });
  expect(asked).toBe(1);
  await pass(499);
  expect(pointed).toEqual([]);
  await pass(1);
  expect(pointed).toEqual(inPlace);
  await pass(4999);
  expect(now().highlight).toBe(linked.id);
  await pass(1);
  expect([now().highlight, address()]).toEqual([null, `/exchanges?tab=mie&richiesta=${linked.id}`]);
  // it stays above its list until another tab is chosen
  expect(now().shown).toBe(linked.id);
});

test('choosing another tab or leaving the page cancels the navigation', async () => {
  const { now, act, pass, address, unmount } = await open(at);
  await act(() => now().selectTab('rifiutati'));
  expect([now().shown, address()]).toEqual([null, '/exchanges?tab=rifiutati']);
  await pass(10_000);
  expect([pointed, address()]).toEqual([[], '/exchanges?tab=rifiutati']);
  await unmount();
  const other = await open(at);
  await other.unmount();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(pointed).toEqual([]);
});

test.each([
  ['where it is', () => Response.json(linked)],
  ['that it is gone', () => Response.json({ message: 'Non trovato', code: 'not_found' }, { status: 404 })],
])(
  'who chooses another tab is not disturbed by an answer that comes before that is drawn: %s',
  async (_what, late) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    answer = () => promise;
    const { now, act, pass, address } = await open(at);
    await act(async () => {
      now().selectTab('rifiutati');
      resolve(late());
      await vi.advanceTimersByTimeAsync(100);
    });
    await pass(10_000);
    expect([now().tab, address()]).toEqual(['rifiutati', '/exchanges?tab=rifiutati']);
    // another test's may still be there
    expect(now().toast?.title).not.toBe('Questa richiesta non c’è più');
  },
);

test('highlighting the same request again refetches it and restarts the 5 s', async () => {
  const { now, act, pass } = await open(at);
  await pass(3000);
  await act(() => now().selectTab('rifiutati'));
  let arrive = (): void => undefined;
  answer = () => new Promise((resolve) => (arrive = () => resolve(Response.json(linked))));
  pointed.length = 0;
  await act(() => now().show('disponibili', linked.id));
  expect(asked).toBe(2);
  // the earlier tab is not used
  await pass(1000);
  expect(pointed).toEqual([]);
  await act(() => arrive());
  await pass(5499);
  expect([now().highlight, pointed]).toEqual([linked.id, inPlace]);
  await pass(1);
  expect(now().highlight).toBeNull();
});

test.each([
  [404, 'Non trovato', 'Questa richiesta non c’è più'],
  [400, 'Dati non validi', 'Questa richiesta non c’è più'],
  [403, 'Non è per te', 'Non riesco ad aprire la richiesta'],
  [500, 'Qualcosa è andato storto', 'Non riesco ad aprire la richiesta'],
])(
  'a request that is refused with %d is told once, and no longer in the address',
  async (status, message, title) => {
    answer = () => Promise.resolve(Response.json({ message, code: 'x' }, { status }));
    const { now, address } = await open(at);
    expect(now().toast).toMatchObject({ variant: 'info', title });
    if (status !== 404 && status !== 400) expect(now().toast).toMatchObject({ text: message });
    expect([now().shown, address()]).toEqual([null, '/exchanges?tab=disponibili']);
  },
);
