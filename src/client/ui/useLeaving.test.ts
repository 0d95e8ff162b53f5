import { afterEach, expect, test, vi } from 'vitest';
import { renderHook } from '../../../tests/support/hooks.ts';
import { useLeaving } from './useLeaving.ts';

afterEach(() => vi.unstubAllGlobals());

test('what is closed is out of sight at once and leaves after the next frame, once', async () => {
  const frames: (() => void)[] = [];
  vi.stubGlobal('requestAnimationFrame', (task: () => void) => frames.push(task));
  const onClose = vi.fn<() => void>();
  const { now, act, unmount } = await renderHook(() => useLeaving(onClose));
  expect(now().isLeaving).toBe(false);
  await act(() => now().leave());
  await act(() => now().leave());
  expect([now().isLeaving, frames.length]).toEqual([true, 1]);
  expect(onClose).not.toHaveBeenCalled();
  await act(() => frames[0]?.());
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  // whoever opened it lets it stay
  await vi.waitFor(() => expect(now().isLeaving).toBe(false));
  await unmount();
});
