import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderHook } from '../../../../tests/support/hooks.ts';
import { type DayFocus, useDayFocus } from './useDayFocus.ts';

test('the wanted day gets the focus once, as soon as it is there, without the page moving', async () => {
  const focused: string[] = [];
  let days: string[] = [];
  const list = {
    querySelector: (selector: string) => {
      const day = days.find((one) => selector === `[data-day="${one}"]`);
      if (day === undefined) return null;
      return {
        focus: ({ preventScroll }: FocusOptions) => focused.push(preventScroll ? day : 'scrolled'),
      };
    },
  } as unknown as HTMLElement;
  const first: DayFocus = { day: '2026-11-23' };
  const { now, act } = await renderHook(() => {
    const [wish, setWish] = useState<DayFocus | null>(first);
    const [, render] = useState(0);
    const place = useDayFocus<HTMLElement>(wish);
    place.current = list;
    return { setWish, render: () => render((count) => count + 1) };
  });
  // an older wish is not fulfilled by a list that is drawn anew
  days = ['2026-11-23', '2026-11-24'];
  await act(() => now().render());
  expect(focused).toEqual([]);
  days = ['2026-11-23'];
  await act(() => now().setWish({ day: '2026-11-24' }));
  expect(focused).toEqual([]);
  days = ['2026-11-23', '2026-11-24'];
  await act(() => now().render());
  expect(focused).toEqual(['2026-11-24']);
  await act(() => now().render());
  await act(() => now().setWish(null));
  expect(focused).toHaveLength(1);
  // the same day again, since somebody asked again
  await act(() => now().setWish({ day: '2026-11-24' }));
  expect(focused).toEqual(['2026-11-24', '2026-11-24']);
});
