import { useQueryClient } from '@tanstack/react-query';
import { createElement, useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeEventSource, linesOpen } from '../../../tests/support/fakes.ts';
import { renderHook } from '../../../tests/support/hooks.ts';
import type { Session } from '../../domain/users/schema.ts';
import { SignedInContext } from '../auth/session.ts';
import { sendChange } from '../http/ownChanges.ts';
import { useEventStream } from './useEventStream.ts';

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const look = (state: string): void => {
  page.visibilityState = state;
  page.dispatchEvent(new Event('visibilitychange'));
};
const start = Date.UTC(2026, 10, 22, 12);

beforeEach(() => {
  vi.useFakeTimers({ now: start });
  FakeEventSource.opened = [];
  page.visibilityState = 'visible';
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', {});
  // the page was opened ten minutes ago
  vi.spyOn(performance, 'now').mockReturnValue(600_000);
});

const session = { user: { id: 'u1' } } as Session;
/** A page of somebody who is signed in; what it has read, and what of it is to be read anew. */
async function openPage(readAt: Record<string, number> = {}, toBeRead: string[] = []) {
  const read = Object.entries({ 'user-shifts': start, ...readAt });
  const use = (): void => {
    const client = useQueryClient();
    useState(() => {
      for (const [key, updatedAt] of read) client.setQueryData([key], 'read', { updatedAt });
      // known to be old, or not here yet
      for (const key of toBeRead) {
        const query = client.getQueryCache().build(client, { queryKey: [key] });
        if (query.state.data !== undefined) query.invalidate();
      }
    });
    useEventStream();
  };
  const hook = await renderHook(use, (children) =>
    createElement(SignedInContext, { value: session }, children),
  );
  const isOld = (key: string): boolean => hook.client.getQueryState([key])?.isInvalidated ?? false;
  return { ...hook, isOld };
}

test('a page follows the server with one line until it goes', async () => {
  const { unmount, isOld, act } = await openPage();
  expect(linesOpen()).toHaveLength(1);
  await act(() => linesOpen()[0]?.tell('hello', { knownFor: 60_000, ago: {} }));
  expect(isOld('user-shifts')).toBe(false);
  await act(() => linesOpen()[0]?.tell('changed', { lists: ['shifts'] }));
  expect(isOld('user-shifts')).toBe(true);
  await unmount();
  expect(linesOpen()).toHaveLength(0);
  // and does not come back when somebody looks at what is left of it
  look('hidden');
  await vi.advanceTimersByTimeAsync(120_000);
  look('visible');
  expect(linesOpen()).toHaveLength(0);
});

test('a page that nobody sees lets go of its line after a minute, and reads all again when somebody looks', async () => {
  const { isOld, act } = await openPage({ notifications: start, session: start });
  await act(() => look('hidden'));
  await act(() => vi.advanceTimersByTimeAsync(59_999));
  expect(linesOpen()).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(linesOpen()).toHaveLength(0);
  expect(isOld('notifications')).toBe(false);
  await act(() => look('visible'));
  expect(linesOpen()).toHaveLength(1);
  for (const key of ['notifications', 'user-shifts', 'session'])
    expect([key, isOld(key)]).toEqual([key, true]);
});

test('a look at another app ends nothing', async () => {
  const { isOld, act } = await openPage();
  const [line] = linesOpen();
  await act(() => look('hidden'));
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  line?.tell('heartbeat');
  await act(() => vi.advanceTimersByTimeAsync(29_000));
  line?.tell('heartbeat');
  await act(() => look('visible'));
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  expect(linesOpen()).toEqual([line]);
  expect(isOld('user-shifts')).toBe(false);
});

test('a tab that is opened behind another one rests after a minute as well', async () => {
  page.visibilityState = 'hidden';
  const { act } = await openPage();
  expect(linesOpen()).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(linesOpen()).toHaveLength(0);
});

test.each<[string, Record<string, number>, number, number, boolean, string[]?]>([
  ['within 20 s before it read its lists, the time an answer may take', {}, 600_000, 19_000, true],
  ['before that', {}, 600_000, 21_000, false],
  ['within 20 s before the oldest of them', { notifications: start - 5000 }, 600_000, 24_000, true],
  ['before that, whatever other pages read', { 'admin-page': start - 5000 }, 600_000, 24_000, false],
  ['before the page was opened', {}, 12_000, 13_000, false],
  [
    'before, whatever is read anew',
    { notifications: start - 5000 },
    600_000,
    24_000,
    false,
    ['notifications'],
  ],
  ['before, whatever is not here yet', {}, 600_000, 24_000, false, ['notifications']],
])('what changed %s is read anew or not', async (_when, readAt, openFor, ago, isReadAnew, toBeRead) => {
  vi.mocked(performance.now).mockReturnValue(openFor);
  const { isOld, act } = await openPage(readAt, toBeRead);
  await act(() => linesOpen()[0]?.tell('hello', { knownFor: 60_000, ago: { shifts: ago } }));
  expect(isOld('user-shifts')).toBe(isReadAnew);
});

test('the server is told how old a page is that was opened a moment ago', async () => {
  vi.mocked(performance.now).mockReturnValue(3000);
  await openPage();
  // with the time that may pass on the way
  expect(Number(linesOpen()[0]?.age)).toBe(13_000);
});

test('a page whose line is refused asks who is signed in, and reads nothing else', async () => {
  const { isOld, act } = await openPage({ session: start });
  await act(() => {
    linesOpen()[0]?.close();
    FakeEventSource.opened[0]?.dispatchEvent(new Event('error'));
  });
  expect([isOld('session'), isOld('user-shifts')]).toEqual([true, false]);
});

test('what the page itself is changing is read anew once that is answered, what others change at once', async () => {
  const { isOld, act } = await openPage({ notifications: start });
  await act(() => linesOpen()[0]?.tell('hello', { knownFor: 60_000, ago: {} }));
  const sent = { id: '', answer: (): void => undefined };
  void sendChange((id) => {
    sent.id = id;
    return new Promise<void>((resolve) => (sent.answer = resolve));
  });
  await act(() => linesOpen()[0]?.tell('changed', { lists: ['shifts'], changeId: sent.id }));
  await act(() => linesOpen()[0]?.tell('changed', { lists: ['notifications'], changeId: 'of another page' }));
  expect([isOld('user-shifts'), isOld('notifications')]).toEqual([false, true]);
  await act(() => sent.answer());
  expect(isOld('user-shifts')).toBe(true);
});

test('tabs share a line with those of the same person alone', async () => {
  const names: string[] = [];
  class FakeChannel extends EventTarget {
    constructor(name: string) {
      super();
      names.push(name);
    }
    postMessage = (): void => undefined;
    close = (): void => undefined;
  }
  const request = (): Promise<never> => new Promise(() => undefined);
  vi.stubGlobal('navigator', { locks: { request } });
  vi.stubGlobal('BroadcastChannel', FakeChannel);
  vi.stubGlobal('window', Object.assign(new EventTarget(), { BroadcastChannel: FakeChannel }));
  await openPage();
  expect(names).toEqual([expect.stringContaining('u1')]);
});
