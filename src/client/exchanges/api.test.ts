import { createElement } from 'react';
import { expect, test } from 'vitest';
import { renderHook } from '../../../tests/support/hooks.ts';
import type { Session } from '../../domain/users/schema.ts';
import { SignedInContext } from '../auth/session.ts';
import { useMayApprove } from './api.ts';

test.each([
  [{ isCeo: false, mayApproveSwaps: false }, false],
  [{ isCeo: false, mayApproveSwaps: true }, true],
  [{ isCeo: true, mayApproveSwaps: false }, true],
])('%o: whether what waits for approval is theirs to decide is %s', async (user, may) => {
  const session = { user } as Session;
  const { now } = await renderHook(useMayApprove, (children) =>
    createElement(SignedInContext, { value: session }, children),
  );
  expect(now()).toBe(may);
});
