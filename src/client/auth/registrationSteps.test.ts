import { expect, test } from 'vitest';
import { renderHookAt } from '../../../tests/support/hooks.ts';
import { lastStep, schemaOf, stepOf, useStep } from './registrationSteps.ts';

/** A page of which the browser's history holds this entry. */
const open = (entry: { search?: string; hash?: string; state?: { step: number } }) =>
  renderHookAt(useStep, ['/login', { pathname: '/register', ...entry }]);

test('begins with the first step, under the address as it was opened', async () => {
  const { now, address } = await open({ search: '?from=mail', hash: '#t0ken' });
  expect([now().step, address()]).toEqual([0, '/register?from=mail#t0ken']);
});

test('loaded anew in a later step it begins again, with the invitation of its address', async () => {
  const { now, act, address, goTo } = await open({ hash: '#t0ken', state: { step: 2 } });
  expect([now().step, address()]).toEqual([0, '/register#t0ken']);
  // that happens once
  await act(() => now().goTo(1));
  expect([now().step, address()]).toEqual([1, '/register#t0ken']);
  await goTo(-1);
  expect([now().step, address()]).toEqual([0, '/register#t0ken']);
  await goTo(-1);
  expect(address()).toBe('/login');
});

test('goes on by an entry a step, and back through them', async () => {
  const { now, act, goTo } = await open({});
  await act(() => now().goTo(1));
  await act(() => now().goTo(2));
  expect(now().step).toBe(2);
  await goTo(-1);
  expect(now().step).toBe(1);
  await act(() => now().goTo(2));
  await act(() => now().goTo(0));
  expect(now().step).toBe(0);
});

test('fields belong to a step each; a step checks its own, the last one all', () => {
  expect([['email'], ['phoneNumber', 'password'], ['acceptedTerms'], ['swaps'], []].map(stepOf)).toEqual([
    0, 1, 2, -1, -1,
  ]);
  const fieldsOf = (step: number, isInvited = false): string[] =>
    Object.keys(schemaOf(step, 'taxi', isInvited).shape).toSorted();
  expect(fieldsOf(0)).toEqual(['email', 'firstName', 'lastName']);
  expect(fieldsOf(1)).toEqual(['accessCode', 'phoneNumber', 'taxiLicense', 'worksiteId']);
  expect(fieldsOf(1, true)).not.toContain('accessCode');
  expect(fieldsOf(lastStep)).toEqual(
    [...fieldsOf(0), ...fieldsOf(1), 'acceptedTerms', 'password'].toSorted(),
  );
});
