import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { refetchLists } from './lists.ts';

/** A query whose responses the test releases, each with the data at the time of the request. */
function listen(client: QueryClient) {
  const asked: (() => void)[] = [];
  let stored = 'before';
  const seen: unknown[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ['mails', 'sent'],
    queryFn: async () => {
      const read = stored;
      await new Promise<void>((resolve) => asked.push(resolve));
      return read;
    },
    retry: false,
  });
  const stop = observer.subscribe(({ data, error }) => seen.push(error ?? data));
  onTestFinished(stop);
  return {
    asked,
    seen,
    observer,
    stop,
    store: (value: string) => (stored = value),
  };
}

test('a first fetch running during a change is repeated', async () => {
  const client = new QueryClient();
  const list = listen(client);
  await vi.waitFor(() => expect(list.asked).toHaveLength(1));
  list.store('after');
  // only once, however many changes
  let isUpToDate = false;
  for (let time = 0; time < 3; time += 1) void refetchLists(client, ['mail']).then(() => (isUpToDate = true));
  expect(list.asked).toHaveLength(1);
  list.asked[0]?.();
  await vi.waitFor(() => expect(list.asked).toHaveLength(2));
  expect([list.observer.getCurrentResult().data, isUpToDate]).toEqual(['before', false]);
  list.asked[1]?.();
  await vi.waitFor(() => expect(isUpToDate).toBe(true));
  expect(list.observer.getCurrentResult().data).toBe('after');
  expect(list.observer.getCurrentResult().fetchStatus).toBe('idle');
  expect(list.asked).toHaveLength(2);
});

test('a prefetch running during a change is stale once it arrives', async () => {
  const client = new QueryClient();
  const list = listen(client);
  list.stop();
  await vi.waitFor(() => expect(list.asked).toHaveLength(1));
  list.store('after');
  void refetchLists(client, ['mail']);
  list.asked[0]?.();
  const { queryKey } = list.observer.options;
  await vi.waitFor(() =>
    expect(client.getQueryState(queryKey)).toMatchObject({ data: 'before', isInvalidated: true }),
  );
  expect(list.asked).toHaveLength(1);
});

test('visible data is refetched and stays until the response arrives', async () => {
  const client = new QueryClient();
  const list = listen(client);
  await vi.waitFor(() => expect(list.asked).toHaveLength(1));
  list.asked[0]?.();
  await vi.waitFor(() => expect(list.observer.getCurrentResult().data).toBe('before'));
  list.store('after');
  void refetchLists(client, ['mail']);
  await vi.waitFor(() => expect(list.asked).toHaveLength(2));
  expect(list.observer.getCurrentResult().data).toBe('before');
  list.asked[1]?.();
  await vi.waitFor(() => expect(list.observer.getCurrentResult().data).toBe('after'));
});

test('other lists are not refetched', async () => {
  const client = new QueryClient();
  const list = listen(client);
  await vi.waitFor(() => expect(list.asked).toHaveLength(1));
  void refetchLists(client, ['completed']);
  list.asked[0]?.();
  await vi.waitFor(() => expect(list.observer.getCurrentResult().data).toBe('before'));
  expect(list.asked).toHaveLength(1);
});
