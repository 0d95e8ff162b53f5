import { expect, test } from 'vitest';
import { renderHook } from '../../../tests/support/hooks.ts';
import { useNextFrame } from './useNextFrame.ts';

test('what is slow to draw is left out of the first picture, and there in the next', async () => {
  const drawn: boolean[] = [];
  await renderHook(() => drawn.push(useNextFrame()));
  expect(drawn).toEqual([false, true]);
});
