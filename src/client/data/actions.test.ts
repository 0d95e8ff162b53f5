import { beforeEach, describe, expect, test, vi } from 'vitest';
import { renderHook } from '../../../tests/support/hooks.ts';
import { HttpError } from '../http/httpError.ts';
import { currentToast, useCurrentToast } from '../ui/toast.ts';
import { undoBy } from './undo.ts';
import { type Action, useAction } from './useAction.ts';

interface Startable<Input> {
  start: (input: Input) => void;
  isPending: boolean;
}

/** Renders an action and the current toast. */
async function onScreen<Input, Hook extends Startable<Input>>(use: () => Hook & Startable<Input>) {
  const hook = await renderHook(() => ({ action: use(), toast: useCurrentToast() }));
  const invalidate = vi.spyOn(hook.client, 'invalidateQueries').mockResolvedValue();
  const start = (input: Input): Promise<void> => hook.act(() => hook.now().action.start(input));
  return { ...hook, invalidate, start };
}

describe('an action', () => {
  const withAction = (given: Partial<Action<string, string>>) =>
    onScreen(() => useAction<string, string>({ run: (input) => Promise.resolve(`${input}!`), ...given }));

  test('shows its success and calls the callbacks in order, with input and answer', async () => {
    const order: unknown[] = [];
    const { now, start } = await withAction({
      optimistic: async (_client, input) => {
        order.push(`first ${input}`);
        return () => order.push('taken back');
      },
      done: (text) => ({ title: `Fatto ${text}` }),
      onDone: (text, input) => void order.push(`${text} for ${input}`),
      onRefetched: (text) => order.push(`refetched ${text}`),
    });
    await start('x');
    expect(now().toast).toMatchObject({ variant: 'success', title: 'Fatto x!' });
    expect(order).toEqual(['first x', 'x! for x', 'refetched x!']);
  });

  test.each([
    [399, 0],
    [400, 1],
    [499, 1],
    [500, 0],
    [0, 0],
  ])('a failure with status %d calls onRefused %d times', async (status, times) => {
    const onRefused = vi.fn<() => void>();
    const error = new HttpError(status, 'No', null);
    const { now, start } = await withAction({
      run: () => Promise.reject(error),
      failed: 'Non fatto',
      onRefused,
    });
    await start('x');
    expect(now().toast).toMatchObject({ variant: 'error', title: 'Non fatto', text: 'No' });
    expect(onRefused).toHaveBeenCalledTimes(times);
  });

  test('a failure without a server message shows the screen’s text, or the default', async () => {
    const fails = () => Promise.reject(new Error('x'));
    for (const [fallback, text] of [
      ['Aspetta.', 'Aspetta.'],
      [undefined, 'Riprova tra poco.'],
    ]) {
      const { now, start, unmount } = await withAction({ run: fails, failed: 'Non fatto', fallback });
      await start('x');
      expect(now().toast).toMatchObject({ title: 'Non fatto', text });
      await unmount();
    }
  });

  test('a retry dismisses the failure’s toast', async () => {
    let isFine = false;
    const { now, start } = await withAction({
      run: () => (isFine ? Promise.resolve('') : Promise.reject(new Error('x'))),
      failed: 'Non fatto',
    });
    await start('x');
    expect(now().toast?.title).toBe('Non fatto');
    isFine = true;
    await start('x');
    expect(now().toast).toBeNull();
  });

  test('a second tap does nothing until the first call has finished, successfully or not', async () => {
    const ends: { well: () => void; badly: () => void }[] = [];
    const under = () =>
      new Promise<string>((resolve, reject) =>
        ends.push({ well: () => resolve(''), badly: () => reject(new Error('x')) }),
      );
    const { start, act } = await withAction({ run: under });
    await start('x');
    await start('x');
    expect(ends).toHaveLength(1);
    await act(() => ends[0]?.well());
    await start('x');
    expect(ends).toHaveLength(2);
    await act(() => ends[1]?.badly());
    await start('x');
    expect(ends).toHaveLength(3);
    await act(() => ends[2]?.well());
  });

  test.each([true, false])('stays pending until its lists are refetched (success: %s)', async (isFine) => {
    let fetched = (): void => undefined;
    const onRefetched = vi.fn<() => void>();
    const { now, start, act, invalidate } = await withAction({
      run: () => (isFine ? Promise.resolve('') : Promise.reject(new Error('x'))),
      changes: ['shifts'],
      onRefetched,
    });
    invalidate.mockImplementation(() => new Promise<void>((resolve) => (fetched = resolve)));
    await start('x');
    expect(now().action.isPending).toBe(true);
    expect(onRefetched).not.toHaveBeenCalled();
    await act(() => fetched());
    expect(now().action.isPending).toBe(false);
    expect(onRefetched).toHaveBeenCalledTimes(isFine ? 1 : 0);
  });
});

describe('undo in the toast', () => {
  const inverse = vi.fn<(text: string) => Promise<number>>();
  const withUndo = () =>
    onScreen(() =>
      useAction<string, string>({
        run: (input) => Promise.resolve(`${input}!`),
        changes: ['shifts'],
        done: () => ({ title: 'Fatto' }),
        undo: undoBy((text) => ({ run: () => inverse(text), done: told })),
      }),
    );
  const told = (count: number) => ({ variant: 'info', title: `${count} tolti` }) as const;
  beforeEach(() => void inverse.mockReset());

  test('calls the inverse with the answer and refetches, even after the screen is unmounted', async () => {
    inverse.mockResolvedValue(2);
    const { start, now, act, client, invalidate, unmount } = await withUndo();
    await start('x');
    const { toast } = now();
    expect(toast).toMatchObject({ variant: 'success', title: 'Fatto' });
    expect(inverse).not.toHaveBeenCalled();
    expect(invalidate).toHaveBeenCalledOnce();
    await unmount();
    await act(() => toast?.undo?.());
    expect(inverse.mock.calls).toEqual([['x!']]);
    expect(invalidate).toHaveBeenCalledTimes(2);
    expect(currentToast()).toMatchObject(told(2));
    expect(client.isMutating()).toBe(0);
  });

  test('shows why the undo failed', async () => {
    inverse.mockRejectedValue(new HttpError(409, 'Nel frattempo è cambiato.', {}));
    const { start, now, act } = await withUndo();
    await start('x');
    await act(() => now().toast?.undo?.());
    expect(now().toast).toMatchObject({
      variant: 'error',
      title: 'Non è stato possibile annullare',
      text: 'Nel frattempo è cambiato.',
    });
  });

  test('is not offered before the server has answered or after a failure', async () => {
    const { start, now } = await onScreen(() =>
      useAction<string, string>({
        run: () => Promise.reject(new HttpError(0, 'Nessuna risposta', undefined)),
        done: () => ({ title: 'Fatto' }),
        failed: 'Non fatto',
        undo: undoBy(() => ({ run: () => inverse(''), done: 'x' })),
      }),
    );
    await start('x');
    expect(now().toast).toMatchObject({ variant: 'error', title: 'Non fatto', text: 'Nessuna risposta' });
    expect(now().toast?.undo).toBeUndefined();
  });
});
