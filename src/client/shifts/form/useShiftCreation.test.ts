import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { renderHook } from '../../../../tests/support/hooks.ts';
import type { CreateShift } from '../../../domain/shifts/schema.ts';
import { useCurrentToast } from '../../ui/toast.ts';
import { useCreationToast, useShiftCreation } from './useShiftCreation.ts';

type Body = CreateShift & { date: string };
const bodies = ['2026-11-22', '2026-11-20', '2026-11-21'].map((date) => ({ date }) as Body);

let sent: string[] = [];
let statuses: Record<string, number> = {};
beforeEach(() => {
  sent = [];
  statuses = {};
  vi.stubGlobal('fetch', async (path: string, { body, method }: RequestInit) => {
    if (method === 'DELETE') {
      sent.push(path);
      return new Response(null, { status: 204 });
    }
    const { date } = JSON.parse(body as string) as Body;
    sent.push(date);
    const status = statuses[date] ?? 200;
    if (status === 0) throw new TypeError('network');
    return Response.json(status === 200 ? { id: `id-${date}` } : { message: `no ${status}` }, { status });
  });
});
afterEach(() => vi.unstubAllGlobals());

const open = () =>
  renderHook(() => ({ ...useShiftCreation(), tell: useCreationToast(), toast: useCurrentToast() }));

test('days are sent in their order, one call each, and all are told', async () => {
  const { now, act, unmount } = await open();
  expect(now().creation).toEqual({ state: 'idle', total: 0, created: [], ids: [], failed: [] });
  let account: unknown;
  await act(async () => (account = await now().create(bodies)));
  const created = ['2026-11-20', '2026-11-21', '2026-11-22'];
  const done = { state: 'done', total: 3, created, ids: created.map((day) => `id-${day}`), failed: [] };
  expect([sent, account, now().creation]).toEqual([done.created, done, done]);
  await act(() => now().forget());
  expect(now().creation.state).toBe('idle');
  await unmount();
});

test('a day that is refused does not stop the others', async () => {
  statuses = { '2026-11-21': 409 };
  const { now, act, unmount } = await open();
  await act(() => now().create(bodies));
  expect(now().creation).toMatchObject({
    created: ['2026-11-20', '2026-11-22'],
    ids: ['id-2026-11-20', 'id-2026-11-22'],
    failed: [{ day: '2026-11-21', reason: 'no 409' }],
  });
  await unmount();
});

test.each([401, 429, 503, 0])(
  'after a failure with %d no other day is sent: each would meet it too',
  async (status) => {
    statuses = { '2026-11-20': status };
    const { now, act, unmount } = await open();
    await act(() => now().create(bodies));
    expect(sent).toEqual(['2026-11-20']);
    const { created, failed } = now().creation;
    expect(created).toEqual([]);
    expect(failed.map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-21', '2026-11-22']);
    expect(new Set(failed.map(({ reason }) => reason)).size).toBe(1);
    await unmount();
  },
);

describe('what is told', () => {
  const account = { state: 'done', total: 1, created: ['2026-11-20'], ids: ['a', 'b'], failed: [] } as const;
  test.each([
    [['2026-11-20'], 'Giornata aggiunta!'],
    [['2026-11-20', '2026-11-21'], '2 giornate aggiunte!'],
  ])('%o: %s', async (created, title) => {
    const { now, act, unmount } = await open();
    await act(() => now().tell({ ...account, created, ids: ['a', 'b'], failed: [] }));
    expect(now().toast).toMatchObject({ variant: 'success', title, duration: 3000 });
    const before = now().toast;
    await act(() =>
      now().tell({ ...account, created, ids: [], failed: [{ day: '2026-11-22', reason: 'x' }] }),
    );
    expect(now().toast).toBe(before);
    // one after the other
    await act(() => before?.undo?.());
    await vi.waitFor(() => expect(sent).toEqual(['/api/shifts/a', '/api/shifts/b']));
    await unmount();
  });
});
