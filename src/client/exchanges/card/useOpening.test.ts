import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderHook } from '../../../../tests/support/hooks.ts';
import { useOpening } from './ExchangeCard.tsx';

/** What is open, with a link's highlight that comes and goes. */
async function open(startsOpen: boolean) {
  let isHighlighted = false;
  let draw = (): void => undefined;
  const hook = await renderHook(() => {
    const [, set] = useState(0);
    draw = () => set((count) => count + 1);
    return useOpening(startsOpen, isHighlighted);
  });
  const highlight = (on: boolean) =>
    hook.act(() => {
      isHighlighted = on;
      draw();
    });
  return { ...hook, highlight };
}

test('what a link points out opens, and stays open once the highlight is over', async () => {
  const { now, highlight } = await open(false);
  expect(now().isOpen).toBe(false);
  await highlight(true);
  expect(now().isOpen).toBe(true);
  await highlight(false);
  expect(now().isOpen).toBe(true);
});

test('who folds what is pointed out keeps it folded, until it is pointed out anew', async () => {
  const { now, act, highlight } = await open(false);
  await highlight(true);
  await act(() => now().toggle());
  expect(now().isOpen).toBe(false);
  await highlight(false);
  expect(now().isOpen).toBe(false);
  await highlight(true);
  expect(now().isOpen).toBe(true);
});

test('what starts open can be folded', async () => {
  const { now, act } = await open(true);
  await act(() => now().toggle());
  expect(now().isOpen).toBe(false);
});
