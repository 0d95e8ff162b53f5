import { expect, test } from 'vitest';
import { renderHookAt } from '../../../tests/support/hooks.ts';
import { useCodeAddress } from './codeAddress.ts';

/** The page of codes. */
const at = async (entry: string) => {
  const hook = await renderHookAt(useCodeAddress, [entry]);
  return { ...hook, query: () => window.location.search };
};

test('the form stands in the address with the code it starts with, and is closed by one step back', async () => {
  const { now, act, query } = await at('/operazioni?tipo=Case');
  expect(now().formFor).toBeNull();
  await act(() => now().openForm('AB1'));
  expect([now().formFor, query()]).toEqual(['AB1', '?tipo=Case&nuovo=AB1']);
  await act(() => now().closeForm());
  expect([now().formFor, query()]).toEqual([null, '?tipo=Case']);
});

test('a new own code is shown without filters that would hide it', async () => {
  const { now, act, query } = await at('/operazioni?nuovo=x&altro=1&mese=2026-11');
  await act(() => now().showNew('Case'));
  expect(now()).toMatchObject({ type: 'Case', status: null, month: null, formFor: null });
  expect(query()).toContain('altro=1');
  expect(query()).toContain('di=me');
  await act(() => now().change({ type: 'OPP' }));
  expect(now().type).toBe('OPP');
});
