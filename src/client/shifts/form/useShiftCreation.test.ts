import { createElement } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { entryWith } from '../../../../tests/support/duties.ts';
import { renderHook } from '../../../../tests/support/hooks.ts';
import type { CreateShift, Shift } from '../../../domain/shifts/schema.ts';
import type { Session } from '../../../domain/users/schema.ts';
import { SignedInContext } from '../../auth/session.ts';
import { useCurrentToast } from '../../ui/toast.ts';
import { useCreationToast, useShiftCreation } from './useShiftCreation.ts';

type Body = CreateShift & { date: string };
const bodies = ['2026-11-22', '2026-11-20', '2026-11-21'].map((date) => ({ date }) as Body);

let sent: string[] = [];
let statuses: Record<string, number> = {};
/** The calendar, as the server answers it. */
let stored: Partial<Shift>[] = [];
beforeEach(() => {
  sent = [];
  statuses = {};
  stored = [];
  vi.stubGlobal('fetch', async (path: string, { body, method }: RequestInit) => {
    if (method === 'GET') return Response.json(stored);
    if (method === 'DELETE') {
      sent.push(path);
      const status = statuses[path] ?? 204;
      if (status === 204) return new Response(null, { status });
      return Response.json({ message: `no ${status}`, code: status === 404 ? 'not_found' : 'x' }, { status });
    }
    const { date, userId } = JSON.parse(body as string) as Body;
    expect(userId).toBe('giulia');
    sent.push(date);
    const status = statuses[date] ?? 200;
    if (status === 0) throw new TypeError('network');
    return Response.json(status === 200 ? { id: `id-${date}` } : { message: `no ${status}`, code: 'x' }, {
      status,
    });
  });
});

const session = { user: { id: 'giulia' } } as Session;
const open = () =>
  renderHook(
    () => ({ ...useShiftCreation(), tell: useCreationToast(), toast: useCurrentToast() }),
    (children) => createElement(SignedInContext, { value: session }, children),
  );

test('days are sent in their order, one call each, and all are told', async () => {
  const { now, act } = await open();
  expect(now().creation).toEqual({ state: 'idle', total: 0, created: [], entries: [], failed: [] });
  let account: unknown;
  await act(async () => (account = await now().create(bodies)));
  const created = ['2026-11-20', '2026-11-21', '2026-11-22'];
  const entries = created.map((day) => ({ id: `id-${day}` }));
  const done = { state: 'done', total: 3, created, entries, failed: [] };
  expect([sent, account, now().creation]).toEqual([done.created, done, done]);
  await act(() => now().forget());
  expect(now().creation.state).toBe('idle');
});

test('before the first day is answered the form says how many are on their way', async () => {
  let arrive = (): void => undefined;
  vi.stubGlobal(
    'fetch',
    () => new Promise((resolve) => (arrive = () => resolve(Response.json({ id: 'x' })))),
  );
  const { now, act } = await open();
  let created: Promise<unknown> = Promise.resolve();
  await act(() => void (created = now().create(bodies.slice(0, 1))));
  expect(now().creation).toMatchObject({ state: 'sending', total: 1, created: [] });
  await act(async () => {
    arrive();
    await created;
  });
  expect(now().creation).toMatchObject({ state: 'done', total: 1 });
});

test('a day that is refused does not stop the others', async () => {
  statuses = { '2026-11-21': 409 };
  const { now, act } = await open();
  await act(() => now().create(bodies));
  expect(now().creation).toMatchObject({
    created: ['2026-11-20', '2026-11-22'],
    entries: [{ id: 'id-2026-11-20' }, { id: 'id-2026-11-22' }],
    failed: [{ day: '2026-11-21', reason: 'no 409' }],
  });
});

test.each([401, 429, 503, 0])(
  'after a failure with %d no other day is sent: each would meet it too',
  async (status) => {
    statuses = { '2026-11-20': status };
    const { now, act } = await open();
    await act(() => now().create(bodies));
    expect(sent).toEqual(['2026-11-20']);
    const { created, failed } = now().creation;
    expect(created).toEqual([]);
    expect(failed.map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-21', '2026-11-22']);
    expect(new Set(failed.map(({ reason }) => reason)).size).toBe(1);
  },
);

const entry = (id: string, changes: Partial<Shift> = {}): Shift =>
  entryWith({ id, workLocation: 'ferie', startTime: null, endTime: null, shiftType: null, ...changes });

describe('what is told', () => {
  const entries = [entry('a'), entry('b')];
  const account = { state: 'done', total: 1, entries, failed: [] } as const;
  test.each([
    [['2026-11-20'], 'Giornata aggiunta!'],
    [['2026-11-20', '2026-11-21'], '2 giornate aggiunte!'],
  ])('%o: %s', async (created, title) => {
    const { now, act } = await open();
    await act(() => now().tell({ ...account, created, entries, failed: [] }));
    expect(now().toast).toMatchObject({ variant: 'success', title, duration: 5000 });
    const before = now().toast;
    await act(() =>
      now().tell({ ...account, created, entries, failed: [{ day: '2026-11-22', reason: 'x' }] }),
    );
    expect(now().toast).toBe(before);
  });

  const remain = (count: number) => `Restano ${count} giornate nel calendario, forse cambiate nel frattempo.`;
  const one = 'Resta una giornata nel calendario, forse cambiata nel frattempo.';
  const notAll = 'Non è stato possibile annullare tutto';
  const [pathA, pathB] = ['/api/shifts/a', '/api/shifts/b'];
  test.each<[string, Partial<Shift>[], Record<string, number>, string[], object]>([
    ['all, one after the other', entries, {}, [pathA, pathB], { title: 'Giornate cancellate' }],
    ['what is gone is as good as deleted', [entry('b')], {}, [pathB], { title: 'Giornate cancellate' }],
    ['gone by now as well', entries, { [pathA]: 404 }, [pathA, pathB], { title: 'Giornate cancellate' }],
    ['after a failure the others', entries, { [pathA]: 409 }, [pathA, pathB], { title: notAll, text: one }],
    ['none', entries, { [pathA]: 409, [pathB]: 500 }, [pathA, pathB], { title: notAll, text: remain(2) }],
    [
      'not what has changed',
      [entry('a', { workLocation: 'malattia' }), entry('b')],
      {},
      [pathB],
      { title: notAll, text: one },
    ],
    [
      'nor its notes, nor what is offered in a swap',
      [entry('a', { notes: 'x' }), entry('b', { openRequestId: 'r' })],
      {},
      [],
      { title: notAll, text: remain(2) },
    ],
  ])('taken back: %s', async (_which, calendar, answers, deleted, told) => {
    stored = calendar;
    statuses = answers;
    const { now, act } = await open();
    await act(() => now().tell({ ...account, created: ['2026-11-20', '2026-11-21'], entries, failed: [] }));
    await act(() => now().toast?.undo?.());
    await vi.waitFor(() => expect(now().toast).toMatchObject(told));
    expect(sent).toEqual(deleted);
  });
});
