import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { changing, sendChange } from '../http/ownChanges.ts';
import { type List, refetchChanged, refetchLists } from './lists.ts';

/** A list whose answers come when the test says so, each with what is stored when it was asked for. */
function listen(client: QueryClient) {
  const asked: (() => void)[] = [];
  let stored = 'before';
  let isFailing = false;
  const seen: unknown[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ['mails', 'sent'],
    queryFn: async () => {
      const read = stored;
      await new Promise<void>((resolve) => asked.push(resolve));
      if (isFailing) throw new Error('no answer');
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
    fail: () => (isFailing = true),
  };
}

test('a first answer that is on its way when something changes is asked for once more', async () => {
  const client = new QueryClient();
  const list = listen(client);
  await vi.waitFor(() => expect(list.asked).toHaveLength(1));
  list.store('after');
  // however often it changes
  for (let time = 0; time < 3; time += 1) void refetchLists(client, ['mail']);
  expect(list.asked).toHaveLength(1);
  list.asked[0]?.();
  await vi.waitFor(() => expect(list.asked).toHaveLength(2));
  expect(list.observer.getCurrentResult().data).toBe('before');
  list.asked[1]?.();
  await vi.waitFor(() => expect(list.observer.getCurrentResult().data).toBe('after'));
  expect(list.observer.getCurrentResult().fetchStatus).toBe('idle');
  expect(list.asked).toHaveLength(2);
});

test('what is read ahead when something changes is old once it is there', async () => {
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

test('what is shown is read again, and stays until the answer is there', async () => {
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

test('other lists are left alone', async () => {
  const client = new QueryClient();
  const list = listen(client);
  await vi.waitFor(() => expect(list.asked).toHaveLength(1));
  void refetchLists(client, ['completed']);
  list.asked[0]?.();
  await vi.waitFor(() => expect(list.observer.getCurrentResult().data).toBe('before'));
  expect(list.asked).toHaveLength(1);
});

describe('the event of a change made on this page', () => {
  /** A list on the screen that has its first answer; later answers come when the test says so. */
  async function onScreen() {
    const client = new QueryClient();
    const list = listen(client);
    await vi.waitFor(() => expect(list.asked).toHaveLength(1));
    list.asked[0]?.();
    await vi.waitFor(() => expect(list.observer.getCurrentResult().data).toBe('before'));
    return { client, list };
  }

  /** An action that changes mails: its call ends when the test says so. */
  function act(client: QueryClient, list: ReturnType<typeof listen>, refetches: List[]) {
    const answer = Promise.withResolvers<void>();
    let changeId = '';
    const ended = changing(async () => {
      await sendChange(async (id) => {
        changeId = id;
        await answer.promise;
      }).catch(() => undefined);
      void refetchLists(client, refetches);
    });
    list.store('after');
    return { answer, ended, changeId };
  }

  const settled = () => new Promise((resolve) => setTimeout(resolve));

  test.each(['before', 'after'] as const)('is not read twice where it comes %s the answer', async (when) => {
    const { client, list } = await onScreen();
    const { answer, ended, changeId } = act(client, list, ['mail']);
    if (when === 'before') refetchChanged(client, ['mail'], changeId);
    await settled();
    expect(list.asked).toHaveLength(1);
    answer.resolve();
    await ended;
    if (when === 'after') refetchChanged(client, ['mail'], changeId);
    await settled();
    expect(list.asked).toHaveLength(2);
    list.asked[1]?.();
    await vi.waitFor(() => expect(list.observer.getCurrentResult().data).toBe('after'));
    refetchChanged(client, ['mail'], changeId);
    await settled();
    expect(list.asked).toHaveLength(2);
  });

  test.each(['before', 'after'] as const)(
    'hides no change of somebody else that comes %s the answer',
    async (when) => {
      const { client, list } = await onScreen();
      const { answer, ended, changeId } = act(client, list, ['mail']);
      if (when === 'before') refetchChanged(client, ['mail']);
      expect(list.asked).toHaveLength(when === 'before' ? 2 : 1);
      answer.resolve();
      await ended;
      refetchChanged(client, ['mail'], changeId);
      list.store('changed by somebody else');
      refetchChanged(client, ['mail'], 'of-another-page');
      await settled();
      list.asked.at(-1)?.();
      await vi.waitFor(() => expect(list.observer.getCurrentResult().data).toBe('changed by somebody else'));
    },
  );

  test('waits for the end of an action of several calls', async () => {
    const { client, list } = await onScreen();
    const second = Promise.withResolvers<void>();
    let firstId = '';
    const ended = changing(async () => {
      await sendChange(async (id) => (firstId = id));
      await sendChange(() => second.promise);
      void refetchLists(client, ['mail']);
    });
    refetchChanged(client, ['mail'], firstId);
    await settled();
    expect(list.asked).toHaveLength(1);
    second.resolve();
    await ended;
    await settled();
    expect(list.asked).toHaveLength(2);
  });

  test('is read where the action did not refetch what it names', async () => {
    const { client, list } = await onScreen();
    const { answer, ended, changeId } = act(client, list, ['completed']);
    refetchChanged(client, ['mail'], changeId);
    answer.resolve();
    await ended;
    await settled();
    expect(list.asked).toHaveLength(2);
  });

  test('is read where the answer was lost: the change may have come after the refetch', async () => {
    const { client, list } = await onScreen();
    const { answer, ended, changeId } = act(client, list, ['mail']);
    answer.reject(new Error('no network'));
    await ended;
    await settled();
    expect(list.asked).toHaveLength(2);
    refetchChanged(client, ['mail'], changeId);
    await settled();
    expect(list.asked).toHaveLength(3);
  });

  test('is read where the refetch failed', async () => {
    const { client, list } = await onScreen();
    const { answer, ended, changeId } = act(client, list, ['mail']);
    answer.resolve();
    await ended;
    await vi.waitFor(() => expect(list.asked).toHaveLength(2));
    list.fail();
    list.asked[1]?.();
    await vi.waitFor(() => expect(list.observer.getCurrentResult().isError).toBe(true));
    refetchChanged(client, ['mail'], changeId);
    await settled();
    expect(list.asked).toHaveLength(3);
  });
});
