import { QueryObserver } from '@tanstack/react-query';
import { createElement } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderHook } from '../../../tests/support/hooks.ts';
import type { Session } from '../../domain/users/schema.ts';
import { SignedInContext } from '../auth/session.ts';
import { readCachedCalendar, setCacheOwner } from '../data/cachedCalendar.ts';
import { useCachedCalendar } from './useCachedCalendar.ts';

const start = Date.UTC(2026, 10, 22, 12);
const anna = { user: { id: 'anna' }, isImpersonating: false } as Session;
let writes = 0;

beforeEach(() => {
  vi.useFakeTimers({ now: start });
  const stored = new Map<string, string>();
  writes = 0;
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => {
      writes += 1;
      stored.set(key, text);
    },
    removeItem: (key: string) => stored.delete(key),
  });
  setCacheOwner(anna);
  writes = 0;
});

/** Opens a person's page and fetches months. */
async function open(session = anna) {
  const hook = await renderHook(useCachedCalendar, (children) =>
    createElement(SignedInContext, { value: session }, children),
  );
  const read = (from: string, what: unknown = [], list = 'calendar-shifts') =>
    hook.act(() => hook.client.setQueryData([list, from, `${from}-30`], what));
  return { ...hook, read, pass: (ms: number) => hook.act(() => vi.advanceTimersByTimeAsync(ms)) };
}
const months = (): string[] => readCachedCalendar()?.spans.map(({ from }) => from) ?? [];

test('months fetched within 400 ms are written together, the most recent last', async () => {
  const { read, pass, client } = await open();
  await read('2026-12', ['a day of December']);
  await pass(10);
  await read('2026-11');
  const refused = client.query({
    queryKey: ['calendar-shifts', '2027-01', '2027-01-30'],
    queryFn: () => Promise.reject(new Error('no network')),
  });
  await expect(refused).rejects.toThrow('no network');
  await pass(389);
  expect(writes).toBe(0);
  await pass(1);
  expect([writes, months()]).toEqual([1, ['2026-12', '2026-11']]);
  expect(readCachedCalendar()?.spans[0]).toEqual({
    from: '2026-12',
    to: '2026-12-30',
    shifts: ['a day of December'],
    readAt: '2026-11-22T12:00:00.000Z',
  });
  await pass(100);
  await read('2026-12');
  await pass(400);
  expect([writes, months()]).toEqual([2, ['2026-11', '2026-12']]);
  // showing cached data again writes nothing
  const observer = new QueryObserver(client, {
    queryKey: ['calendar-shifts', '2026-12', '2026-12-30'],
    enabled: false,
  });
  observer.subscribe(() => undefined)();
  await pass(400);
  expect(writes).toBe(2);
});

test('leaving the page writes pending months once', async () => {
  const { read, pass } = await open();
  const leave = (): boolean => window.dispatchEvent(new Event('pagehide'));
  leave();
  expect(writes).toBe(0);
  await read('2026-11');
  leave();
  expect([writes, months()]).toEqual([1, ['2026-11']]);
  leave();
  await pass(1000);
  expect(writes).toBe(1);
});

test('caches no other queries, and no calendar during impersonation', async () => {
  const own = await open();
  await own.read('2026-11', [], 'notifications');
  await own.pass(1000);
  await own.unmount();
  const acting = await open({ ...anna, isImpersonating: true });
  await acting.read('2026-11');
  await acting.pass(1000);
  window.dispatchEvent(new Event('pagehide'));
  expect(writes).toBe(0);
});

test.each([true, false])(
  'nothing is written after a sign-out, with pending months: %s',
  async (isWaiting) => {
    const { read, client, unmount } = await open();
    if (isWaiting) await read('2026-11');
    await unmount();
    client.setQueryData(['calendar-shifts', '2026-12', '2026-12-30'], []);
    window.dispatchEvent(new Event('pagehide'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(writes).toBe(0);
  },
);
