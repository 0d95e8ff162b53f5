import { createElement } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { renderHook } from '../../../tests/support/hooks.ts';
import { useCodeAddress } from './useCodeAddress.ts';

afterEach(() => vi.unstubAllGlobals());

/** The page of codes; the browser's own address follows the router's. */
async function at(...entries: string[]) {
  vi.stubGlobal('window', new EventTarget());
  let router: ReturnType<typeof createMemoryRouter> | null = null;
  const hook = await renderHook(useCodeAddress, (children) => {
    router ??= createMemoryRouter([{ path: '*', element: children }], { initialEntries: entries });
    Object.defineProperty(window, 'location', { get: () => router?.state.location, configurable: true });
    return createElement(RouterProvider, { router });
  });
  return { ...hook, query: () => router?.state.location.search };
}

test('the form stands in the address with the code it starts with, and is closed by one step back', async () => {
  const { now, act, query, unmount } = await at('/operazioni?tipo=Case');
  expect(now().formFor).toBeNull();
  await act(() => now().openForm('AB1'));
  expect([now().formFor, query()]).toEqual(['AB1', '?tipo=Case&nuovo=AB1']);
  await act(() => now().closeForm());
  expect([now().formFor, query()]).toEqual([null, '?tipo=Case']);
  await unmount();
});

test('a new own code is shown without filters that would hide it', async () => {
  const { now, act, query, unmount } = await at('/operazioni?nuovo=x&altro=1&mese=2026-11');
  await act(() => now().showNew('Case'));
  expect(now()).toMatchObject({ type: 'Case', status: null, month: null, formFor: null });
  expect(query()).toContain('altro=1');
  expect(query()).toContain('di=me');
  await act(() => now().change({ type: 'OPP' }));
  expect(now().type).toBe('OPP');
  await unmount();
});
