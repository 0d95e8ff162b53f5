import { afterEach, expect, test, vi } from 'vitest';
import { renderHook } from '../../../tests/support/hooks.ts';
import { useHideThenClose } from './useHideThenClose.ts';

afterEach(() => vi.unstubAllGlobals());

/** Hands on what is posted before posting it returns. */
class ChannelAtOnce {
  readonly port1 = Object.assign(new EventTarget(), { start: () => undefined, close: () => undefined });
  readonly port2 = { postMessage: () => this.port1.dispatchEvent(new Event('message')) };
}

function holdFrames(): (() => void)[] {
  const frames: (() => void)[] = [];
  vi.stubGlobal('history', { state: null, pushState: () => undefined });
  vi.stubGlobal('location', { href: '/' });
  vi.stubGlobal('requestAnimationFrame', (task: () => void) => frames.push(task));
  return frames;
}

test('what is closed is out of sight at once and gone after the next frame, once', async () => {
  const frames = holdFrames();
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

test('what has gone by the next frame is not closed again', async () => {
  const frames = holdFrames();
  const onClose = vi.fn<() => void>();
  const { now, act, unmount } = await renderHook(() => useHideThenClose(onClose));
  await act(() => now().hideThenClose());
  await unmount();
  vi.stubGlobal('MessageChannel', ChannelAtOnce);
  frames[0]?.();
  expect(onClose).not.toHaveBeenCalled();
});
