import { createElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderHook } from '../../../tests/support/hooks.ts';
import type { Session } from '../../domain/users/schema.ts';
import { SignedInContext } from '../auth/session.ts';
import { exchangeListQuery, useExchangeCounts, useMayApprove } from './api.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  [{ isCeo: false, mayApproveSwaps: false }, false],
  [{ isCeo: false, mayApproveSwaps: true }, true],
  [{ isCeo: true, mayApproveSwaps: false }, true],
])('%o: whether what waits for approval is theirs to decide is %s', async (user, may) => {
  const session = { user } as Session;
  const { now, unmount } = await renderHook(useMayApprove, (children) =>
    createElement(SignedInContext, { value: session }, children),
  );
  expect(now()).toBe(may);
  await unmount();
});

test('the tabs count what the newest answer for any of them said, and ask for nothing', async () => {
  const { now, client, act, unmount } = await renderHook(useExchangeCounts);
  expect(now()).toBeUndefined();
  const answer = (tab: 'mie' | 'disponibili' | 'completati', mie: number, updatedAt: number) =>
    act(() =>
      client.setQueryData(
        exchangeListQuery(tab).queryKey,
        { pages: [{ counts: { mie: -1 } }, { counts: { mie } }], pageParams: ['', 'x'] } as never,
        { updatedAt },
      ),
    );
  await answer('mie', 1, 2000);
  expect(now()).toEqual({ mie: 1 });
  await answer('disponibili', 2, 1000);
  expect(now()).toEqual({ mie: 1 });
  await answer('completati', 3, 3000);
  expect(now()).toEqual({ mie: 3 });
  expect(client.isFetching()).toBe(0);
  await unmount();
});
