import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderHook } from '../../../../tests/support/hooks.ts';
import { refetchLists } from '../../data/lists.ts';
import { useMonthShifts } from './useMonthShifts.ts';

/** The calls that wait for their answer, oldest first. */
let calls: { path: string; answer: (given: object, status?: number) => void }[] = [];

beforeEach(() => {
  calls = [];
  vi.stubGlobal(
    'fetch',
    (path: string, { signal }: RequestInit) =>
      new Promise<Response>((resolve, reject) => {
        calls.push({ path, answer: (given, status = 200) => resolve(Response.json(given, { status })) });
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  );
});

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
  await vi.waitFor(() =>
    expect(calls.map(({ path }) => path).slice(1)).toEqual([
      '/api/calendar/shifts?from=2026-11-30&to=2027-01-10',
      '/api/calendar/shifts?from=2026-09-28&to=2026-11-08',
    ]),
  );
  await act(() => calls[1]?.answer([{ id: 's2', date: '2026-12-10' }]));
  await act(() => void refetchLists(own, ['shifts']));
  await act(() => calls[3]?.answer([{ id: 's3', date: '2026-11-11' }]));
  expect([...now().byDay.keys()]).toEqual(['2026-11-11']);
  // read ahead: it is there at once
  await act(() => now().setMonth('2026-12'));
  expect(now().byDay.get('2026-12-10')?.id).toBe('s2');
});
