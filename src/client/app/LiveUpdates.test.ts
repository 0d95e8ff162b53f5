import { focusManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createElement, Fragment, useState } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { FakeEventSource, openStreams } from '../../../tests/support/fakes.ts';
import { renderHook } from '../../../tests/support/hooks.ts';
import { LiveUpdates } from './LiveUpdates.tsx';

// uses Node's BroadcastChannel and locks
let userId = '';
beforeEach(() => {
  userId = crypto.randomUUID();
  FakeEventSource.opened = [];
  vi.stubGlobal('EventSource', FakeEventSource);
  onTestFinished(() => focusManager.setFocused(undefined));
});

const keys = ['session', 'completed', 'notifications'];

/** Opens a tab that has fetched all lists. */
async function openTab(id = userId) {
  const read = (client: QueryClient): void => keys.forEach((key) => void client.setQueryData([key], 'read'));
  const useRead = (): void => {
    const cache = useQueryClient();
    useState(() => read(cache));
  };
  const { client, act, unmount } = await renderHook(useRead, (children) =>
    createElement(Fragment, null, children, createElement(LiveUpdates, { userId: id })),
  );
  /** Waits until exactly these lists are invalidated, then marks them as fetched. */
  const expectRefetched = async (...lists: string[]): Promise<void> => {
    const old = (): string[] => keys.filter((key) => client.getQueryState([key])?.isInvalidated);
    await expect.poll(old).toEqual(lists);
    read(client);
  };
  const look = (isVisible: boolean): Promise<void> => act(() => focusManager.setFocused(isVisible));
  return { expectRefetched, look, act, close: unmount };
}

const oneStream = async (): Promise<FakeEventSource> => {
  await expect.poll(openStreams).toHaveLength(1);
  return openStreams()[0] as FakeEventSource;
};

test('a page refetches everything when its stream opens, then only what has changed', async () => {
  const tab = await openTab();
  const stream = await oneStream();
  stream.tell('hello');
  await tab.expectRefetched(...keys);
  stream.tell('changed', { lists: ['completed'] });
  await tab.expectRefetched('completed');
  // after the browser has reconnected by itself
  stream.tell('hello');
  await tab.expectRefetched(...keys);
  await tab.close();
  expect(openStreams()).toEqual([]);
});

test('a person’s tabs share one stream; a new tab refetches, and another takes over when the leader closes', async () => {
  const first = await openTab();
  const stream = await oneStream();
  const second = await openTab();
  await second.expectRefetched(...keys);
  stream.tell('changed', { lists: ['notifications'] });
  await first.expectRefetched('notifications');
  await second.expectRefetched('notifications');
  const other = await openTab(crypto.randomUUID());
  await expect.poll(openStreams).toHaveLength(2);
  await other.close();
  await first.close();
  const next = await oneStream();
  expect(next).not.toBe(stream);
  next.tell('hello');
  await second.expectRefetched(...keys);
});

test('a hidden page leaves the stream and refetches when visible again', async () => {
  const tab = await openTab();
  (await oneStream()).tell('hello');
  await tab.expectRefetched(...keys);
  await tab.look(false);
  await expect.poll(openStreams).toEqual([]);
  await tab.look(true);
  (await oneStream()).tell('hello');
  await tab.expectRefetched(...keys);
});

test('a page whose stream is refused refetches the session and reconnects', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const tab = await openTab();
  await vi.waitFor(() => expect(openStreams()).toHaveLength(1));
  openStreams()[0]?.refuse();
  await tab.expectRefetched('session');
  expect(openStreams()).toEqual([]);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(openStreams()).toHaveLength(1);
});

test('without locks, as over plain HTTP, each tab has its own stream', async () => {
  vi.stubGlobal('navigator', {});
  await openTab();
  await openTab();
  await expect.poll(openStreams).toHaveLength(2);
});

test('reconnects at once when the network is back', async () => {
  const tab = await openTab();
  const stream = await oneStream();
  await tab.act(() => window.dispatchEvent(new Event('offline')));
  expect(openStreams()).toEqual([]);
  await tab.act(() => window.dispatchEvent(new Event('online')));
  expect(await oneStream()).not.toBe(stream);
});
