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

/** The page of swaps, whose open tab is loaded or not. */
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

test('a request that is pointed out is shown in its tab, after 500 ms in sight, and pointed out for 5 s', async () => {
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
  expect([now().highlight, address()]).toEqual([null, '/exchanges?tab=mie']);
  // it stays above its list until another tab is chosen
  expect(now().shown).toBe(linked.id);
});

test('as long as its list is not there nothing is scrolled', async () => {
  let isLoaded = false;
  const { act, now, pass } = await open(at, () => isLoaded);
  await pass(10_000);
  expect([pointed, now().highlight]).toEqual([[], linked.id]);
  isLoaded = true;
  await act(() => now().change({ x: '1' }));
  await pass(500);
  expect(pointed).toEqual(inPlace);
});

test('who chooses another tab meanwhile is not led back, and who leaves is not led at all', async () => {
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

test('one that is pointed out anew is asked for anew, and stays so for 5 s from then on', async () => {
  const { now, act, pass } = await open(at);
  await pass(3000);
  await act(() => now().selectTab('rifiutati'));
  let arrive = (): void => undefined;
  answer = () => new Promise((resolve) => (arrive = () => resolve(Response.json(linked))));
  pointed.length = 0;
  await act(() => now().show('disponibili', linked.id));
  expect(asked).toBe(2);
  // where it stood is not where it stands
  await pass(1000);
  expect(pointed).toEqual([]);
  await act(() => arrive());
  await pass(5499);
  expect([now().highlight, pointed]).toEqual([linked.id, inPlace]);
  await pass(1);
  expect(now().highlight).toBeNull();
});

test('another request in the same tab is pointed out once it is known where it is', async () => {
  const { now, act, pass } = await open(at);
  await pass(5500);
  pointed.length = 0;
  const other = request({ id: 'other', tab: 'mie' });
  let arrive = (): void => undefined;
  answer = () => new Promise((resolve) => (arrive = () => resolve(Response.json(other))));
  await act(() => now().show('mie', 'other'));
  await pass(10_000);
  expect([pointed, now().highlight, now().shown]).toEqual([[], 'other', linked.id]);
  await act(() => arrive());
  await pass(500);
  expect([pointed[0], now().shown]).toEqual([`center ${cardId('other')}`, 'other']);
});

test('a highlight that ends leaves another one that came instead', async () => {
  const { now, act, pass, address } = await open(at);
  await pass(5499);
  answer = () => new Promise(() => undefined);
  await act(async () => {
    now().show('mie', 'other');
    await vi.advanceTimersByTimeAsync(1);
  });
  expect(address()).toContain('highlight=other');
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

test('an answer for a request that is asked for no more changes nothing', async () => {
  const answers: ((response: Response) => void)[] = [];
  answer = () => new Promise((resolve) => answers.push(resolve));
  const { now, act, address } = await open(at);
  expect(answers).toHaveLength(1);
  await act(() => now().selectTab('completati'));
  await act(() => answers[0]?.(Response.json(linked)));
  expect([now().shown, address()]).toEqual([null, '/exchanges?tab=completati']);
  const { toast } = now();
  await act(() => now().show('mie', 'gone'));
  await act(() => now().selectTab('completati'));
  await act(() => answers[1]?.(Response.json({ message: 'x', code: 'x' }, { status: 404 })));
  expect(now().toast).toBe(toast);
});

test('the address says tab, filters and the open form', async () => {
  const { now, act, address, goTo, unmount } = await open(
    '/exchanges?giorno=2026-11-24&tipo=notte&perfetti=solo',
  );
  const filter = { day: '2026-11-24', type: 'notte', isPerfectOnly: true };
  const closed = { formFor: null, editedId: null, holidayFor: null };
  expect(now()).toMatchObject({ tab: 'disponibili', writtenTab: null, filter, ...closed });
  await act(() => now().setFilter({ day: null, type: 'mattina', isPerfectOnly: false }));
  expect(address()).toBe('/exchanges?tipo=mattina');
  await act(() => now().openForm('s1'));
  expect(now()).toMatchObject({ ...closed, formFor: 's1' });
  await act(() => now().openHolidays('2026-12-05'));
  expect(now()).toMatchObject({ ...closed, holidayFor: '2026-12-05' });
  // one step back closes what was opened, whichever form took its place
  await act(() => now().closeForm());
  expect([now().holidayFor, address()]).toEqual([null, '/exchanges?tipo=mattina']);
  await goTo(-1);
  expect(address()).toBe('/');
  await goTo('/exchanges?tipo=mattina');
  await act(() => now().editRequest('r1'));
  expect(now()).toMatchObject({ ...closed, editedId: 'r1' });
  await goTo(-1);
  expect(now()).toMatchObject(closed);
  await act(() => now().openForm('s1'));
  await act(() => now().show('mie', linked.id));
  expect(address()).toBe(`/exchanges?tipo=mattina&tab=mie&highlight=${linked.id}`);
  await unmount();
  const odd = await open('/exchanges?giorno=domani&tipo=giornata&perfetti=si&nuova=');
  expect(odd.now()).toMatchObject({
    filter: { day: null, type: null, isPerfectOnly: false },
    formFor: '',
  });
});
