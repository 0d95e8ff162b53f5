import { beforeEach, describe, expect, test, vi } from 'vitest';
import { renderHookAt } from '../../../tests/support/hooks.ts';
import { useAddress } from '../ui/useAddress.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

/** A page at the last of some addresses. */
const at = <Answer>(use: () => Answer, ...entries: string[]) => renderHookAt(use, entries);

describe('parameters of the address', () => {
  test('change one by one, keep the others, and add no history entry', async () => {
    const { now, act, address, goTo } = await at(useAddress, '/before', '/exchanges?tab=mie&q=x');
    expect(now().parameters.get('tab')).toBe('mie');
    await act(() => now().change({ tab: 'completati', q: null, highlight: 'r1' }));
    expect(address()).toBe('/exchanges?tab=completati&highlight=r1');
    await goTo(-1);
    expect(address()).toBe('/before');
  });

  test('two changes before a render both apply', async () => {
    const { now, act, address } = await at(useAddress, '/exchanges');
    await act(() => {
      now().change({ a: '1' });
      now().change({ b: '2' });
    });
    expect(address()).toContain('b=2');
  });

  test('a late change does not navigate back to a left page', async () => {
    const { now, act, goTo, address } = await at(useAddress, '/exchanges');
    const { change } = now();
    await goTo('/calendar');
    await act(() => change({ tab: 'mie' }));
    expect(address()).toBe('/calendar');
  });
});
