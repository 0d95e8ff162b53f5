import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubStorage } from '../../../tests/support/fakes.ts';
import type { Session } from '../../domain/users/schema.ts';
import { setCacheOwner, cacheSpans, type CachedSpan, readCachedCalendar } from '../data/cachedCalendar.ts';
import { changeSession, forgetSession, sessionQuery, storeSession } from './session.ts';

const sessionOf = (id: string, isImpersonating = false): Session =>
  ({ user: { id, firstName: id }, worksite: { name: 'Tiburtina' }, isImpersonating }) as Session;

const span: CachedSpan = {
  from: '2026-11-01',
  to: '2026-11-30',
  shifts: [],
  readAt: '2026-11-22T10:00:00.000Z',
};
const calendar = ['calendar-shifts', span.from, span.to];
let client = new QueryClient();

beforeEach(() => {
  const stored = new Map<string, string>();
  stubStorage(stored);
  client = new QueryClient();
  client.setQueryData(sessionQuery.queryKey, sessionOf('anna'));
  client.setQueryData(calendar, ['Anna’s day']);
  client.setQueryData(['notifications'], ['Anna’s news']);
  setCacheOwner(sessionOf('anna'));
  cacheSpans('anna', [span]);
});
afterEach(() => {
  client.clear();
});

/** Refetches the session, with this response. */
async function refetch(status: number, body: unknown): Promise<void> {
  globalThis.preloadedSession = Promise.resolve(new Response(JSON.stringify(body), { status }));
  await client.query({ ...sessionQuery, staleTime: 0 });
}

const left = (): unknown[] => [client.getQueryData(calendar), client.getQueryData(['notifications'])];

test('keeps the cache for the same person', async () => {
  await refetch(200, sessionOf('anna'));
  setCacheOwner(sessionOf('anna'));
  expect(left()).toEqual([['Anna’s day'], ['Anna’s news']]);
  expect(readCachedCalendar()?.spans).toEqual([span]);
});

test.each([
  ['somebody else has signed in', () => refetch(200, sessionOf('marco'))],
  ['the session is over', () => refetch(401, { message: 'Accedi per continuare', code: 'signed_out' })],
  ['the person leaves', () => forgetSession(client)],
  ['the CEO enters another account', () => changeSession(client, sessionOf('marco', true))],
])('clears all cached data when %s', async (_what, change) => {
  await change();
  expect(left()).toEqual([undefined, undefined]);
});

test.each([
  ['the session is over', () => refetch(401, { message: 'Accedi per continuare', code: 'signed_out' })],
  ['the person leaves', () => forgetSession(client)],
  ['the CEO acts as somebody', async () => setCacheOwner(sessionOf('anna', true))],
])('nothing is cached on the device when %s', async (_what, change) => {
  await change();
  expect(readCachedCalendar()).toBeNull();
});

test('the next person’s session clears the previous cached calendar for good', () => {
  setCacheOwner(sessionOf('marco'));
  expect(readCachedCalendar()).toEqual({ session: sessionOf('marco'), spans: [] });
  cacheSpans('anna', [span]);
  expect(readCachedCalendar()?.spans).toEqual([]);
});

test('the session is updated at once: null after leaving, or the next session', async () => {
  const known = () => client.getQueryData(sessionQuery.queryKey);
  await changeSession(client, sessionOf('marco', true));
  expect(known()).toEqual(sessionOf('marco', true));
  storeSession(sessionOf('marco'), undefined, client);
  expect(known()).toEqual(sessionOf('marco'));
  await forgetSession(client);
  expect(known()).toBeNull();
});

test('pending responses for the previous person are discarded', async () => {
  let answer: (rows: string[]) => void = () => undefined;
  const asked = client
    .query({
      queryKey: ['exchange-requests'],
      queryFn: () => new Promise<string[]>((done) => (answer = done)),
    })
    .catch(() => 'cancelled');
  const changing = changeSession(client, sessionOf('marco', true));
  answer(['Anna’s request']);
  await changing;
  expect(await asked).toBe('cancelled');
  expect(client.getQueryData(['exchange-requests'])).toBeUndefined();
});

test('a failed session fetch does not sign anybody out', async () => {
  await expect(refetch(500, { message: 'Riprova', code: 'x' })).rejects.toThrow('Riprova');
  expect(client.getQueryData(sessionQuery.queryKey)).toEqual(sessionOf('anna'));
  expect(left()).toEqual([['Anna’s day'], ['Anna’s news']]);
  expect(readCachedCalendar()?.spans).toEqual([span]);
});

test('session fetches wait for cookie changes, except the one preloaded with the page', async () => {
  const modes: unknown[] = [];
  const request = (_lock: string, { mode }: LockOptions, granted: () => unknown) => {
    modes.push(mode);
    return granted();
  };
  vi.stubGlobal('navigator', { locks: { request } });
  vi.stubGlobal('fetch', async () => Response.json(sessionOf('anna')));
  await refetch(200, sessionOf('anna'));
  expect(modes).toEqual([]);
  // the preloaded response is used once
  await client.query({ ...sessionQuery, staleTime: 0 });
  expect(modes).toEqual(['shared']);
});
