import { beforeEach, expect, test, vi } from 'vitest';
import { renderHook } from '../../../../tests/support/hooks.ts';
import type { ShiftBatch } from '../../../domain/shifts/schema.ts';
import { useCurrentToast } from '../../ui/toast.ts';
import { useBatchOf, useFilling, useTakingBack } from './batch.ts';

const shift = (id: string, date: string) => ({ id, date });
const batch = (...shifts: object[]) => ({ id: 'b1', shifts }) as ShiftBatch;
const two = batch(shift('s1', '2026-12-01'), shift('s2', '2027-01-01'));
const nothingBack = { removed: 1, restored: 0, kept: 0 };

let calls: string[] = [];
let answer = (): Response => Response.json(two);
beforeEach(() => {
  calls = [];
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    calls.push(`${method} ${path}`);
    return answer();
  });
});

async function open() {
  const onDone = vi.fn<(batch: ShiftBatch) => void>();
  const onBack = vi.fn<() => void>();
  const hook = await renderHook(() => ({
    fill: useFilling(onDone),
    back: useTakingBack(onBack),
    batches: [useBatchOf('s1'), useBatchOf('s2'), useBatchOf('s3')].map((one) => one?.id ?? null),
    toast: useCurrentToast(),
  }));
  const isOld = (key: string) => hook.client.getQueryState([key])?.isInvalidated;
  for (const key of ['calendar-shifts', 'exchange-requests', 'mails']) hook.client.setQueryData([key], []);
  return {
    ...hook,
    onDone,
    onBack,
    fill: () => hook.act(() => hook.now().fill.start({ shifts: [] })),
    old: () => ['calendar-shifts', 'exchange-requests', 'mails'].map(isOld),
  };
}

test.each<[ShiftBatch, string, string | undefined]>([
  [two, '2 giornate aggiunte!', '/calendar?month=2026-12'],
  [batch(shift('s1', '2026-12-01')), 'Giornata aggiunta!', '/calendar?month=2026-12'],
  [batch(), '0 giornate aggiunte!', undefined],
])('days that are recorded at once are told, with the month of the first', async (made, title, see) => {
  answer = () => Response.json(made);
  const { now, fill, onDone, old } = await open();
  await fill();
  expect(calls).toEqual(['POST /api/shifts/bulk']);
  expect(now().toast).toMatchObject({ variant: 'success', title, duration: 5000 });
  expect(now().toast?.see).toBe(see);
  expect(onDone).toHaveBeenCalledExactlyOnceWith(made);
  expect(old()).toEqual([true, true, false]);
});

test('the entries of the last batch know it until it is taken back from one of them', async () => {
  answer = () => Response.json(two);
  const { now, act, fill, onBack, client } = await open();
  expect(now().batches).toEqual([null, null, null]);
  await fill();
  expect(now().batches).toEqual(['b1', 'b1', null]);
  // for the ten minutes in which it can be taken back, though nobody looks
  expect(client.getQueryCache().find({ queryKey: ['last-batch'] })?.options.gcTime).toBe(600_000);
  answer = () => Response.json(nothingBack);
  await act(() => now().back.start('b1'));
  expect(calls.at(-1)).toBe('DELETE /api/shifts/bulk/b1');
  expect([now().batches, onBack.mock.calls.length]).toEqual([[null, null, null], 1]);
});

test('a batch of which nothing can be taken back is known to no entry', async () => {
  answer = () => Response.json({ ...two, id: null });
  const { now, fill } = await open();
  await fill();
  expect(now().batches).toEqual([null, null, null]);
});

test.each([
  [409, [null, null, null]],
  [500, ['b1', 'b1', null]],
])(
  'one that the server does not take back (%d) is told, and offered again unless it refused',
  async (status, left) => {
    answer = () => Response.json(two);
    const { now, act, fill, onBack } = await open();
    await fill();
    answer = () => Response.json({ message: 'Troppo tardi', code: 'x' }, { status });
    await act(() => now().back.start('b1'));
    expect(now().toast).toMatchObject({ variant: 'error', title: 'Impossibile annullare l’inserimento' });
    expect([now().batches, onBack.mock.calls.length]).toEqual([left, 0]);
  },
);

test.each([
  [nothingBack, 'Una giornata tolta', undefined],
  [{ removed: 3, restored: 1, kept: 0 }, '3 giornate tolte', 'Una è tornata com’era prima.'],
  [
    { removed: 2, restored: 2, kept: 1 },
    '2 giornate tolte',
    '2 sono tornate com’era prima. Ne resta una, cambiate o in uno scambio.',
  ],
  [{ removed: 0, restored: 0, kept: 2 }, '0 giornate tolte', 'Ne restano 2, cambiate o in uno scambio.'],
])('what %o leaves is told, by the toast as by an entry', async (taken, title, text) => {
  answer = () => Response.json(two);
  const { now, act, fill } = await open();
  await fill();
  answer = () => Response.json(taken);
  await act(() => now().toast?.undo?.());
  expect(calls.at(-1)).toBe('DELETE /api/shifts/bulk/b1');
  expect(now().toast).toMatchObject({ variant: 'info', title });
  expect(now().toast?.text).toBe(text);
  await act(() => now().back.start('b1'));
  expect(now().toast).toMatchObject({ variant: 'info', title });
  expect(now().toast?.text).toBe(text);
});

test('an answer that breaks off is told as none', async () => {
  const broken = () => Promise.reject(new TypeError('connection lost'));
  const none = 'Nessuna risposta: controlla la connessione e riprova.';
  const { now, act, fill } = await open();
  answer = () => Object.assign(Response.json(two), { text: broken });
  await fill();
  expect(now().toast).toMatchObject({ title: 'Impossibile inserire le giornate', text: none });
  await act(() => now().back.start('b1'));
  expect(now().toast).toMatchObject({ title: 'Impossibile annullare l’inserimento', text: none });
});

test('days that cannot be recorded are told so', async () => {
  answer = () => Response.json({ message: 'Sono troppe', code: 'x' }, { status: 409 });
  const { now, fill, onDone } = await open();
  await fill();
  expect(now().toast).toMatchObject({ title: 'Impossibile inserire le giornate', text: 'Sono troppe' });
  expect(onDone).not.toHaveBeenCalled();
});
