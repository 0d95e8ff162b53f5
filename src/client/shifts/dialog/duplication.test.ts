import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderHook } from '../../../../tests/support/hooks.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import { duplicationDays } from './duplication.ts';
import { useDuplicationDays } from './useDuplicationDays.ts';

it('copies within the Monday-Sunday week, also over the end of a month', () => {
  expect(duplicationDays('2026-12-01', 'standard')).toEqual([
    '2026-11-30',
    '2026-12-02',
    '2026-12-03',
    '2026-12-04',
    '2026-12-05',
    '2026-12-06',
  ]);
});

it('copies to the next 15 days in the taxi worksite', () => {
  const days = duplicationDays('2026-10-20', 'taxi');
  expect(days).toHaveLength(15);
  expect([days.at(0), days.at(-1)]).toEqual(['2026-10-21', '2026-11-04']);
});

it('says of each day what stands there or why it is closed, once the calendar of those days is known', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 25, 9) });
  const entry = { id: 's1', date: '2026-11-27', workLocation: 'ferie' } as Shift;
  const asked: string[] = [];
  let arrive = (): void => undefined;
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    await new Promise<void>((resolve) => (arrive = resolve));
    return Response.json([entry]);
  });
  const owner = { contractHours: 8, enableFlexibleShifts: false, variant: 'standard' } as const;
  const { now, act } = await renderHook(() => {
    const [day, setDay] = useState<string | null>(null);
    return { setDay, days: useDuplicationDays(day, owner, '2026-11-25') };
  });
  expect([asked, now().days]).toEqual([[], undefined]);
  await act(() => now().setDay('2026-11-26'));
  expect([asked, now().days]).toEqual([['/api/calendar/shifts?from=2026-11-23&to=2026-11-29'], undefined]);
  await act(() => arrive());
  expect(now().days).toEqual([
    { day: '2026-11-23', closedReason: expect.stringContaining('date passate') },
    { day: '2026-11-24', closedReason: expect.stringContaining('date passate') },
    { day: '2026-11-25', closedReason: null },
    { day: '2026-11-27', closedReason: expect.stringContaining('Hai già un turno in questa data') },
    { day: '2026-11-28', closedReason: null },
    { day: '2026-11-29', closedReason: null },
  ]);
  // what was read a moment ago is not asked for again
  await act(() => now().setDay(null));
  expect(now().days).toBeUndefined();
  await vi.advanceTimersByTimeAsync(29_999);
  await act(() => now().setDay('2026-11-26'));
  expect([asked.length, now().days?.length]).toEqual([1, 6]);
  await act(() => now().setDay(null));
  await vi.advanceTimersByTimeAsync(1);
  await act(() => now().setDay('2026-11-26'));
  expect(asked).toHaveLength(2);
});
