import { afterEach, expect, test, vi } from 'vitest';
import { renderHookAt } from '../../../tests/support/hooks.ts';
import { usePageFocus } from './usePageFocus.ts';

afterEach(() => vi.unstubAllGlobals());

test('after a change of page one reads from its top and hears its heading; the way back stays where it was', async () => {
  const done: string[] = [];
  vi.stubGlobal('window', Object.assign(new EventTarget(), { scrollTo: () => done.push('top') }));
  vi.stubGlobal('document', {
    querySelector: (selector: string) => ({ focus: () => done.push(`focus ${selector}`) }),
  });
  const { goTo, unmount } = await renderHookAt(usePageFocus, ['/']);
  await goTo('/?x=1');
  expect(done).toEqual([]);
  await goTo('/exchanges');
  expect(done).toEqual(['top', 'focus main h1']);
  await goTo('/exchanges?tab=mie');
  expect(done).toHaveLength(2);
  await goTo('/');
  await goTo(-1);
  expect(done.slice(2)).toEqual(['top', 'focus main h1', 'focus main h1']);
  await unmount();
});
