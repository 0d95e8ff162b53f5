import { beforeEach, expect, test, vi } from 'vitest';
import type { Session } from '../../domain/users/schema.ts';
import {
  allowCaching,
  cacheOwnRow,
  cacheSpans,
  clearCachedCalendar,
  readCachedCalendar,
  setCacheOwner,
} from './cachedCalendar.ts';

const key = 'turnario.calendar';
const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
    removeItem: (name: string) => stored.delete(name),
  });
});

const sessionOf = (id: string, isImpersonating = false) => ({ user: { id }, isImpersonating }) as Session;
const spanOf = (from: string, readAt = 'then') => ({ from, to: `${from}+`, shifts: [], readAt });
const kept = (): string[] => readCachedCalendar()?.spans.map(({ from, readAt }) => `${from} ${readAt}`) ?? [];

test('keeps each of a person’s months once, the most recently read last', () => {
  setCacheOwner(sessionOf('anna'));
  expect(readCachedCalendar()).toEqual({ session: sessionOf('anna'), spans: [] });
  cacheSpans('anna', [spanOf('1'), spanOf('2')]);
  cacheSpans('anna', [spanOf('1', 'now')]);
  expect(kept()).toEqual(['2 then', '1 now']);
});

test('keeps twelve months and evicts the least recently read', () => {
  setCacheOwner(sessionOf('anna'));
  cacheSpans(
    'anna',
    Array.from({ length: 13 }, (_, index) => spanOf(String(index))),
  );
  expect(kept()).toHaveLength(12);
  expect(kept()[0]).toBe('1 then');
});

test('keeps the months for the same person, with the new session; clears them for anybody else', () => {
  setCacheOwner(sessionOf('anna'));
  cacheSpans('anna', [spanOf('1')]);
  setCacheOwner({ ...sessionOf('anna'), worksite: 'other' } as unknown as Session);
  expect(kept()).toEqual(['1 then']);
  expect(readCachedCalendar()?.session).toMatchObject({ worksite: 'other' });
  cacheSpans('marco', [spanOf('2')]);
  expect(kept()).toEqual(['1 then']);
  setCacheOwner(sessionOf('marco'));
  expect(kept()).toEqual([]);
});

test('keeps a person’s own-row settings for them alone', () => {
  const ownRow = { legend: { m: { kind: 'skip' } }, layout: { isTurned: true } } as const;
  setCacheOwner(sessionOf('anna'));
  cacheOwnRow('marco', ownRow);
  expect(readCachedCalendar()?.ownRow).toBeUndefined();
  cacheOwnRow('anna', ownRow);
  cacheSpans('anna', [spanOf('1')]);
  setCacheOwner(sessionOf('anna'));
  expect(readCachedCalendar()).toMatchObject({ ownRow, spans: [spanOf('1')] });
  setCacheOwner(sessionOf('marco'));
  expect(readCachedCalendar()?.ownRow).toBeUndefined();
});

test.each<[string, () => void]>([
  ['nobody is signed in', () => setCacheOwner(null)],
  ['a CEO acts as somebody', () => setCacheOwner(sessionOf('anna', true))],
  ['it is cleared', clearCachedCalendar],
  ['somebody signs in who is to stay signed in', () => allowCaching(true)],
])('clears the cache once %s', (_when, act) => {
  setCacheOwner(sessionOf('anna'));
  act();
  expect(stored.size).toBe(0);
});

test('caches nothing in a session that is not remembered', () => {
  allowCaching(false);
  setCacheOwner(sessionOf('anna'));
  cacheSpans('anna', [spanOf('1')]);
  expect([...stored]).toEqual([[key, 'no']]);
  expect(readCachedCalendar()).toBeNull();
  setCacheOwner(null);
  setCacheOwner(sessionOf('anna'));
  expect(readCachedCalendar()).not.toBeNull();
});

test.each(['{', '{}', '{"session":{"user":{"id":"a"}}}', '{"session":{"user":{}},"spans":[]}'])(
  'ignores %s, written by another version',
  (text) => {
    stored.set(key, text);
    expect(readCachedCalendar()).toBeNull();
  },
);

test('without storage there is no cache and no error', () => {
  const refuse = () => {
    throw new Error('refused');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  setCacheOwner(sessionOf('anna'));
  cacheSpans('anna', [spanOf('1')]);
  clearCachedCalendar();
  expect(readCachedCalendar()).toBeNull();
});
