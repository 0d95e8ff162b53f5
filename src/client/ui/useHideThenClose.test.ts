import { afterEach, expect, test, vi } from 'vitest';
import { renderHook } from '../../../tests/support/hooks.ts';
import { useHideThenClose } from './useHideThenClose.ts';

afterEach(() => vi.unstubAllGlobals());

test('what is closed is out of sight at once and gone after the next frame, once', async () => {
  const frames: (() => void)[] = [];
  const entries: unknown[] = [];
  vi.stubGlobal('history', { state: null, pushState: (state: unknown) => entries.push(state) });
  vi.stubGlobal('location', { href: '/' });
  vi.stubGlobal('requestAnimationFrame', (task: () => void) => frames.push(task));
  const onClose = vi.fn<() => void>();
  const { now, act, unmount } = await renderHook(() => useHideThenClose(onClose));
  expect(now().isHidden).toBe(false);
  await act(() => now().hideThenClose());
  await act(() => now().hideThenClose());
  expect([now().isHidden, frames.length]).toEqual([true, 1]);
  expect(onClose).not.toHaveBeenCalled();
  await act(() => frames[0]?.());
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  // whoever opened it lets it stay
  await vi.waitFor(() => expect(now().isHidden).toBe(false));
  await unmount();
});
