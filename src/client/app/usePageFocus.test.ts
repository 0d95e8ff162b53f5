import { expect, test, vi } from 'vitest';
import { renderHookAt } from '../../../tests/support/hooks.ts';
import { usePageFocus } from './usePageFocus.ts';

test('navigation scrolls to the top and focuses the heading; Back keeps the scroll position', async () => {
  const done: string[] = [];
  vi.stubGlobal(
    'window',
    Object.assign(new EventTarget(), { scrollTo: (...to: number[]) => done.push(`scroll to ${to.join()}`) }),
  );
  vi.stubGlobal('document', {
    querySelector: (selector: string) => ({
      focus: ({ preventScroll }: FocusOptions) => done.push(preventScroll ? `focus ${selector}` : 'scrolled'),
    }),
  });
  const { goTo } = await renderHookAt(usePageFocus, ['/']);
  await goTo('/?x=1');
  expect(done).toEqual([]);
  await goTo('/exchanges');
  expect(done).toEqual(['scroll to 0,0', 'focus main h1']);
  await goTo('/exchanges?tab=mie');
  expect(done).toHaveLength(2);
  await goTo('/');
  await goTo(-1);
  expect(done.slice(2)).toEqual(['scroll to 0,0', 'focus main h1', 'focus main h1']);
});
