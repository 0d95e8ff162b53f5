import { beforeEach, expect, test, vi } from 'vitest';
import { renderHook } from '../../../tests/support/hooks.ts';
import type { NotificationType } from '../../domain/notifications/types.ts';
import { useNewDay } from './useNewDay.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-22T22:59:00.000Z') });
  vi.stubGlobal('document', new EventTarget());
});

test.each<[NotificationType, boolean, number]>([
  ['roster_arrived', false, 2],
  ['roster_arrived', true, 1],
  ['exchange_match', false, 1],
])('%s, over: %s, is read %i times until after midnight', async (type, isOver, times) => {
  const fetch = vi.fn<() => Promise<Response>>(async () =>
    Response.json({ notifications: [{ id: 'n', type, isOver }], unreadCount: 0, nextCursor: null }),
  );
  vi.stubGlobal('fetch', fetch);
  const { act } = await renderHook(useNewDay);
  await act(() => vi.advanceTimersByTimeAsync(59_000));
  expect(fetch).toHaveBeenCalledTimes(1);
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(fetch).toHaveBeenCalledTimes(times);
});
