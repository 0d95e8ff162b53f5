import { afterEach, expect, test, vi } from 'vitest';
import { renderHook } from '../../../tests/support/hooks.ts';
import { useNextFrame } from './useNextFrame.ts';

afterEach(() => vi.unstubAllGlobals());

test('what is slow to draw is left out of the first picture, and there in the next', async () => {
  const drawn: boolean[] = [];
  const { unmount } = await renderHook(() => drawn.push(useNextFrame()));
  expect(drawn).toEqual([false, true]);
  await unmount();
});
