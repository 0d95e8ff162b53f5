import { expect, test, vi } from 'vitest';
import { renderHook } from '../../../../tests/support/hooks.ts';
import { useFirstProblem } from './useFirstProblem.ts';

/** A form with one thing at fault that gets the focus; null: nothing is. */
async function open(atFault: string | null) {
  const focus = vi.fn<() => void>();
  const form = {
    querySelector: (selector: string) => (atFault && selector.includes(atFault) ? { focus } : null),
  } as unknown as HTMLFormElement;
  const hook = await renderHook(() => {
    const attempts = useFirstProblem();
    attempts.form.current = form;
    return attempts;
  });
  return { ...hook, focus };
}

test.each([
  ['a field that is marked as wrong', '[aria-invalid="true"],'],
  ['a choice with an error', 'fieldset[aria-describedby] input,'],
  ['the way out of days that do not fit', '[data-problem="true"] :is([data-day][tabindex="0"], button)'],
])('each refused attempt leads to %s', async (_what, atFault) => {
  const { now, act, focus } = await open(atFault);
  expect([now().wasRefused, focus.mock.calls.length]).toEqual([false, 0]);
  await act(() => now().refuse());
  expect([now().wasRefused, focus.mock.calls.length]).toEqual([true, 1]);
  await act(() => now().refuse());
  expect(focus).toHaveBeenCalledTimes(2);
  await act(() => now().forget());
  expect([now().wasRefused, focus.mock.calls.length]).toEqual([false, 2]);
  await act(() => now().refuse());
  expect([now().wasRefused, focus.mock.calls.length]).toEqual([true, 3]);
});

test('where nothing is marked the refusal is noted all the same', async () => {
  const { now, act } = await open(null);
  await act(() => now().refuse());
  expect(now().wasRefused).toBe(true);
});
