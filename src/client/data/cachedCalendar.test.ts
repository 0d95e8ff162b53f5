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

test('a person’s months are kept, the one read last at the end, each once', () => {
  setCacheOwner(sessionOf('anna'));
  expect(readCachedCalendar()).toEqual({ session: sessionOf('anna'), spans: [] });
  cacheSpans('anna', [spanOf('1'), spanOf('2')]);
  cacheSpans('anna', [spanOf('1', 'now')]);
  expect(kept()).toEqual(['2 then', '1 now']);
});

test('twelve months are kept, those read longest ago go', () => {
  setCacheOwner(sessionOf('anna'));
  cacheSpans(
    'anna',
    Array.from({ length: 13 }, (_, index) => spanOf(String(index))),
  );
  expect(kept()).toHaveLength(12);
  expect(kept()[0]).toBe('1 then');
});

test('the same person again keeps them with the session of now, anybody else begins anew', () => {
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

test('what a person said of their own row is kept for them alone', () => {
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
])('nothing stays once %s', (_when, act) => {
  setCacheOwner(sessionOf('anna'));
  act();
  expect(stored.size).toBe(0);
});

test('who does not want to stay signed in has nothing kept, until that session has ended', () => {
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
  'what another version kept as %s is none',
  (text) => {
    stored.set(key, text);
    expect(readCachedCalendar()).toBeNull();
  },
);

test('without storage there is none, and nothing fails', () => {
  const refuse = () => {
    throw new Error('refused');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  setCacheOwner(sessionOf('anna'));
  cacheSpans('anna', [spanOf('1')]);
  clearCachedCalendar();
  expect(readCachedCalendar()).toBeNull();
});
