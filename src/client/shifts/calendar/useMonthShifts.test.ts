import { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderHook } from '../../../../tests/support/hooks.ts';
import { gridSpan } from '../../../domain/calendar/month.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import { refetchLists } from '../../data/lists.ts';
import { HttpError } from '../../http/httpError.ts';
import { calendarShiftsQuery } from '../api.ts';
import { fetchNeighbours, useMonthShifts } from './useMonthShifts.ts';

/** The calls that wait for their answer, oldest first. */
let calls: { path: string; answer: (given: object, status?: number) => void }[] = [];
let client: QueryClient;

beforeEach(() => {
  calls = [];
  client = new QueryClient();
  vi.stubGlobal(
    'fetch',
    (path: string, { signal }: RequestInit) =>
      new Promise<Response>((resolve, reject) => {
        calls.push({ path, answer: (given, status = 200) => resolve(Response.json(given, { status })) });
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  );
});
afterEach(() => {
  client.clear();
});

const dates = (month: string): string[] | undefined =>
  client.getQueryData(calendarShiftsQuery(gridSpan(month)).queryKey)?.map(({ date }) => date);
const before = [{ date: '2026-10-10' }, { date: '2026-12-10' }];
const after = [{ date: '2026-10-11' }, { date: '2026-12-11' }];

test('a month on the screen has its entries by day, as they are by now, and its neighbours are read ahead', async () => {
  const hook = await renderHook(() => {
    const [month, setMonth] = useState('2026-11');
    return { ...useMonthShifts(month), setMonth };
  });
  const { now, act, client: own } = hook;
  expect(calls.map(({ path }) => path)).toEqual(['/api/calendar/shifts?from=2026-10-26&to=2026-12-06']);
  expect([now().query.isPending, now().byDay.size]).toEqual([true, 0]);
  await act(() => calls[0]?.answer([{ id: 's1', date: '2026-11-10' }]));
  expect(now().byDay.get('2026-11-10')?.id).toBe('s1');
  expect(calls.map(({ path }) => path).slice(1)).toEqual([
    '/api/calendar/shifts?from=2026-09-28&to=2027-01-10',
  ]);
  await act(() => calls[1]?.answer([{ id: 's2', date: '2026-12-10' }]));
  await act(() => void refetchLists(own, ['shifts']));
  await act(() => calls[2]?.answer([{ id: 's3', date: '2026-11-11' }]));
  expect([...now().byDay.keys()]).toEqual(['2026-11-11']);
  // read ahead: it is there at once
  await act(() => now().setMonth('2026-12'));
  expect(now().byDay.get('2026-12-10')?.id).toBe('s2');
});

test('one call brings the months on both sides', async () => {
  const done = fetchNeighbours(client, '2026-11');
  expect(calls.map(({ path }) => path)).toEqual(['/api/calendar/shifts?from=2026-09-28&to=2027-01-10']);
  calls[0]?.answer(before);
  await done;
  expect([dates('2026-10'), dates('2026-12')]).toEqual([['2026-10-10'], ['2026-12-10']]);
  await fetchNeighbours(client, '2026-11');
  expect(calls).toHaveLength(1);
});

test('what shifts were before they changed on the way is not kept, then or later', async () => {
  const done = fetchNeighbours(client, '2026-11');
  await refetchLists(client, ['shifts']);
  calls[0]?.answer(before);
  await done;
  expect([dates('2026-10'), dates('2026-12')]).toEqual([undefined, undefined]);
  const again = fetchNeighbours(client, '2026-11');
  expect(calls).toHaveLength(2);
  calls[1]?.answer(after);
  await again;
  expect([dates('2026-10'), dates('2026-12')]).toEqual([['2026-10-11'], ['2026-12-11']]);
});

test('a call from before a change is not joined', async () => {
  const former = fetchNeighbours(client, '2026-11').catch(() => undefined);
  await refetchLists(client, ['shifts']);
  const done = fetchNeighbours(client, '2026-11');
  expect(calls).toHaveLength(2);
  calls[0]?.answer(before);
  calls[1]?.answer(after);
  await Promise.all([former, done]);
  expect(dates('2026-12')).toEqual(['2026-12-11']);
});

test('a change is heard of after a call that failed, too', async () => {
  const failing = fetchNeighbours(client, '2026-11');
  calls[0]?.answer({ message: 'Ferma', code: 'unavailable' }, 503);
  await expect(failing).rejects.toThrow(HttpError);
  const done = fetchNeighbours(client, '2026-11');
  await refetchLists(client, ['shifts']);
  calls[1]?.answer(before);
  await done;
  expect(dates('2026-12')).toBeUndefined();
});

test('a month on a screen stays there while it is read as a neighbour', async () => {
  const shown = calendarShiftsQuery(gridSpan('2026-10'));
  client.setQueryData(shown.queryKey, before as Shift[], { updatedAt: Date.now() - 120_000 });
  client.setQueryData(calendarShiftsQuery(gridSpan('2026-12')).queryKey, []);
  const onScreen = client.getQueryCache().find({ queryKey: shown.queryKey, exact: true });
  const done = fetchNeighbours(client, '2026-11');
  calls[0]?.answer(after);
  await done;
  expect(onScreen?.state.data).toEqual([after[0]]);
});

test('nothing is kept of who has signed out meanwhile', async () => {
  const done = fetchNeighbours(client, '2026-11').catch(() => undefined);
  client.removeQueries();
  calls[0]?.answer(before);
  await done;
  expect(dates('2026-12')).toBeUndefined();
});
