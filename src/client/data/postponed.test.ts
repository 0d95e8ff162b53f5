import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HttpError } from '../http/httpError.ts';
import { currentToast } from '../ui/toast.ts';
import { changeRows } from './hiding.ts';
import { refetchLists } from './lists.ts';
import { postpone } from './postponed.ts';
import { sendPostponed, shareVisible } from './unsent.ts';

/** As the application has it, as far as what is postponed depends on it. */
const newClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: Infinity, retry: false, networkMode: 'always', structuralSharing: shareVisible },
    },
  });

let leave: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  const page = new EventTarget();
  leave = () => page.dispatchEvent(new Event('pagehide'));
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
});
afterEach(async () => {
  await sendPostponed();
});

/** Mails on the screen, and what the server holds of them. */
async function openList() {
  const client = newClient();
  let stored = [{ id: 'a' }, { id: 'b' }];
  let isGone = false;
  const observer = new QueryObserver(client, {
    queryKey: ['mails'],
    queryFn: () =>
      isGone ? Promise.reject(new HttpError(500, '')) : Promise.resolve({ pages: [{ rows: stored }] }),
  });
  const stop = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  return {
    client,
    stop,
    store: (...ids: string[]) => (stored = ids.map((id) => ({ id }))),
    /** The server answers no list any more. */
    breakOff: () => (isGone = true),
    seen: () => observer.getCurrentResult().data?.pages[0]?.rows.map(({ id }) => id),
  };
}

type List = Awaited<ReturnType<typeof openList>>;

/** Deletes a row, as a screen does. */
function remove({ client }: List, id: string, answer: () => Promise<void> = () => Promise.resolve()) {
  const run = vi.fn<() => Promise<void>>(answer);
  postpone(client, {
    run,
    changes: ['mail'],
    hide: (rows) => changeRows(rows, id, () => null),
    done: { title: 'Gone' },
    failed: 'Not gone',
  });
  return run;
}

describe('what can be taken back', () => {
  test('is off the lists at once and through every refetch, and sent after 5 s', async () => {
    const list = await openList();
    const run = remove(list, 'a', async () => void list.store('b', 'c'));
    expect(list.seen()).toEqual(['b']);
    list.store('a', 'b', 'c');
    await refetchLists(list.client, ['mail']);
    expect(list.seen()).toEqual(['b', 'c']);
    await vi.advanceTimersByTimeAsync(4999);
    expect(run).not.toHaveBeenCalled();
    expect(currentToast()?.title).toBe('Gone');
    await vi.advanceTimersByTimeAsync(1);
    expect(run).toHaveBeenCalledTimes(1);
    expect(currentToast()).toBeNull();
    expect(list.seen()).toEqual(['b', 'c']);
  });

  test('is never sent once it is taken back, and stands where it stood without asking the server', async () => {
    const list = await openList();
    const run = remove(list, 'a');
    currentToast()?.undo?.();
    expect(list.seen()).toEqual(['a', 'b']);
    leave();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(run).not.toHaveBeenCalled();
  });

  test('has no time left to wait for, once it is taken back', async () => {
    const list = await openList();
    const before = vi.getTimerCount();
    remove(list, 'a');
    expect(vi.getTimerCount()).toBe(before + 1);
    currentToast()?.undo?.();
    expect(vi.getTimerCount()).toBe(before);
  });

  test('taken back after a refetch it stands there too', async () => {
    const list = await openList();
    remove(list, 'a');
    list.store('a', 'b', 'c');
    await refetchLists(list.client, ['mail']);
    currentToast()?.undo?.();
    expect(list.seen()).toEqual(['a', 'b', 'c']);
  });

  test.each([
    ['the page is left', () => leave()],
    ['its toast is closed', () => currentToast()?.onGone?.()],
    ['something builds on it', () => void sendPostponed(['mail'])],
    ['anything is done by another session', () => void sendPostponed()],
  ])('is sent once when %s', async (_when, end) => {
    const run = remove(await openList(), 'a');
    end();
    expect(run).toHaveBeenCalledTimes(1);
    leave();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(run).toHaveBeenCalledTimes(1);
  });

  test('waits while its toast is pointed at, and then as long as was left', async () => {
    const run = remove(await openList(), 'a');
    currentToast()?.onResume?.();
    await vi.advanceTimersByTimeAsync(4000);
    currentToast()?.onPause?.();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(run).not.toHaveBeenCalled();
    currentToast()?.onResume?.();
    await vi.advanceTimersByTimeAsync(999);
    expect(run).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(run).toHaveBeenCalledTimes(1);
  });

  test('is sent at once when the page is left, though its toast is pointed at', async () => {
    const run = remove(await openList(), 'a');
    currentToast()?.onPause?.();
    leave();
    expect(run).toHaveBeenCalledTimes(1);
  });

  test('is sent once the page is out of sight, not when it comes into sight', async () => {
    const run = remove(await openList(), 'a');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(run).not.toHaveBeenCalled();
    vi.stubGlobal('document', Object.assign(document, { visibilityState: 'hidden' }));
    document.dispatchEvent(new Event('visibilitychange'));
    expect(run).toHaveBeenCalledTimes(1);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(run).toHaveBeenCalledTimes(1);
  });

  test('waits on while something else is done', async () => {
    const run = remove(await openList(), 'a');
    await sendPostponed(['shifts']);
    expect(run).not.toHaveBeenCalled();
  });

  test('is answered, and so are those sent before it, before what builds on it is called', async () => {
    const list = await openList();
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    remove(list, 'a', () => first.promise);
    remove(list, 'b', () => second.promise);
    const called = vi.fn<() => void>();
    void sendPostponed(['mail']).then(called);
    second.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(called).not.toHaveBeenCalled();
    first.reject(new HttpError(409, 'Too late.'));
    await vi.advanceTimersByTimeAsync(0);
    expect(called).toHaveBeenCalledOnce();
  });

  test('is sent when the next one begins', async () => {
    const list = await openList();
    const [first, second] = [remove(list, 'a'), remove(list, 'b')];
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 0]);
    expect(list.seen()).toEqual([]);
  });

  test('taken back after the one before it was answered it is there again, and that one is not', async () => {
    const list = await openList();
    remove(list, 'a', async () => void list.store('b'));
    remove(list, 'b');
    await vi.advanceTimersByTimeAsync(0);
    expect(list.seen()).toEqual([]);
    currentToast()?.undo?.();
    expect(list.seen()).toEqual(['b']);
  });

  test('stays off the lists once it is sent, though they could not be fetched again', async () => {
    const list = await openList();
    remove(list, 'a', async () => void list.breakOff());
    leave();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(list.seen()).toEqual(['b']);
  });

  test('once sent it is hidden no longer: a row that comes back is there', async () => {
    const list = await openList();
    remove(list, 'a', async () => void list.store('b'));
    leave();
    await vi.advanceTimersByTimeAsync(60_000);
    list.store('a', 'b');
    await refetchLists(list.client, ['mail']);
    expect(list.seen()).toEqual(['a', 'b']);
  });

  test('is not there again where somebody else has deleted it meanwhile', async () => {
    const list = await openList();
    remove(list, 'a');
    list.store('b');
    await refetchLists(list.client, ['mail']);
    currentToast()?.undo?.();
    expect(list.seen()).toEqual(['b']);
  });

  test('is there again when it fails, with the reason', async () => {
    const list = await openList();
    remove(list, 'a', () => Promise.reject(new HttpError(409, 'Too late.')));
    leave();
    await vi.advanceTimersByTimeAsync(0);
    expect(list.seen()).toEqual(['a', 'b']);
    expect(currentToast()).toMatchObject({ variant: 'error', title: 'Not gone', text: 'Too late.' });
  });
});

test('only what holds the row is another answer', () => {
  const answer = { pages: [{ rows: [{ id: 'a', inner: [{ id: 'x' }] }, { id: 'b' }], next: null }] };
  expect(changeRows(answer, 'y', () => null)).toBe(answer);
  expect(changeRows(answer, 'x', () => null)).toEqual({
    pages: [{ rows: [{ id: 'a', inner: [] }, { id: 'b' }], next: null }],
  });
  expect(changeRows(answer, 'b', (row) => ({ ...row, isNew: true }))).toEqual({
    pages: [{ rows: [answer.pages[0]?.rows[0], { id: 'b', isNew: true }], next: null }],
  });
  // an answer that is the row itself is left as it is
  const [row] = answer.pages[0]?.rows ?? [];
  expect(changeRows(row, 'a', () => null)).toBe(row);
});
