import { beforeEach, describe, expect, test, vi } from 'vitest';
import { renderHook } from '../../../tests/support/hooks.ts';
import { retryUntilOnline, useIsServerUnreachable } from './retryUntilOnline.ts';
import { runWhenIdle } from './runWhenIdle.ts';

/** Small browser utilities, tested with fakes of a few browser objects. */

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
});

describe('idle work', () => {
  test('starts 1.5 s after a screen opened, one task per idle period', () => {
    const idle: (() => void)[] = [];
    const asked: unknown[] = [];
    vi.stubGlobal('requestIdleCallback', (task: () => void, options: object) => {
      idle.push(task);
      asked.push(options);
    });
    const done: string[] = [];
    runWhenIdle([() => done.push('a'), () => done.push('b')]);
    vi.advanceTimersByTime(1499);
    expect(idle).toHaveLength(0);
    vi.advanceTimersByTime(1);
    expect(done).toEqual([]);
    idle[0]?.();
    expect([done, idle.length]).toEqual([['a'], 2]);
    idle[1]?.();
    idle[2]?.();
    expect([done, idle.length]).toEqual([['a', 'b'], 3]);
    expect(asked).toEqual([{ timeout: 2000 }, { timeout: 2000 }, { timeout: 2000 }]);
  });

  test('falls back to a timer without requestIdleCallback', () => {
    const done: string[] = [];
    runWhenIdle([() => done.push('a'), () => done.push('b')]);
    vi.advanceTimersByTime(1499);
    expect(done).toEqual([]);
    vi.advanceTimersByTime(11);
    expect(done).toEqual(['a', 'b']);
  });

  test.each([
    [1499, [], 0],
    [1501, ['a'], 1],
  ])('cancelled after %d ms, it runs nothing more', (milliseconds, before, moments) => {
    const idle: (() => void)[] = [];
    vi.stubGlobal('requestIdleCallback', (task: () => void) => idle.push(task));
    const done: string[] = [];
    const cancel = runWhenIdle([() => done.push('a'), () => done.push('b')]);
    vi.advanceTimersByTime(milliseconds);
    idle.shift()?.();
    cancel();
    vi.advanceTimersByTime(10_000);
    // and requests no further idle period
    expect(idle).toHaveLength(moments);
    for (const task of idle) task();
    expect(done).toEqual(before);
  });
});

describe('retries while the server does not answer', () => {
  /** Statuses of the health check; null for no response. */
  const health = (...statuses: (number | null)[]): string[] => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', (path: string, { cache }: RequestInit) => {
      asked.push(`${path} ${cache}`);
      const status = statuses.shift() ?? null;
      return status === null
        ? Promise.reject(new TypeError('network'))
        : Promise.resolve(new Response('', { status }));
    });
    return asked;
  };
  const failing = (times: number) => {
    const moments: number[] = [];
    const start = Date.now();
    const get = (): Promise<string> => {
      moments.push(Date.now() - start);
      return moments.length <= times
        ? Promise.reject(new Error(`no ${moments.length}`))
        : Promise.resolve('here');
    };
    return { moments, get };
  };

  test('an immediate result needs no health check', async () => {
    const asked = health();
    const { moments, get } = failing(0);
    expect(await retryUntilOnline(get)).toBe('here');
    expect([moments, asked]).toEqual([[0], []]);
  });

  test('pauses grow up to 8 s', async () => {
    const asked = health(null, 502, 503, 504, null, null, null);
    const { moments, get } = failing(7);
    const done = retryUntilOnline(get);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await done).toBe('here');
    expect(moments).toEqual([0, 500, 1500, 3500, 7500, 15_500, 23_500, 31_500]);
    expect(new Set(asked)).toEqual(new Set(['/healthz no-store']));
  });

  test.each([200, 404, 500, 501, 505])(
    'a failure while the server answers %d is final after one retry',
    async (status) => {
      health(status);
      const { moments, get } = failing(9);
      await expect(retryUntilOnline(get)).rejects.toThrow('no 2');
      expect(moments).toEqual([0, 0]);
      health(null, status);
      const later = failing(9);
      const done = retryUntilOnline(later.get).catch(String);
      await vi.advanceTimersByTimeAsync(1000);
      expect(await done).toBe('Error: no 3');
      expect(later.moments).toEqual([0, 500, 500]);
    },
  );

  test('retries at once when the network is back', async () => {
    health(null);
    const { moments, get } = failing(1);
    const done = retryUntilOnline(get);
    await vi.advanceTimersByTimeAsync(100);
    window.dispatchEvent(new Event('online'));
    expect(await done).toBe('here');
    expect(moments).toEqual([0, 100]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(moments).toHaveLength(2);
  });

  test('the server counts as unreachable as long as anything waits', async () => {
    health(null, null);
    const { now, act } = await renderHook(useIsServerUnreachable);
    const seen = [now()];
    const two = [failing(1), failing(1)];
    const all = Promise.all(two.map(({ get }) => retryUntilOnline(get)));
    await act(() => vi.advanceTimersByTimeAsync(10));
    seen.push(now());
    await act(async () => {
      window.dispatchEvent(new Event('online'));
      await all;
    });
    seen.push(now());
    expect(seen).toEqual([false, true, false]);
  });
});
