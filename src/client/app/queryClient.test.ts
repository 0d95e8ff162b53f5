import { MutationObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { sessionQuery } from '../auth/session.ts';
import { HttpError } from '../http/httpError.ts';
import { currentToast, dismissToast } from '../ui/toast.ts';
import { createQueryClient } from './queryClient.ts';

/** A page of somebody who is signed in, or not; how often the session is read again. */
function open(isSignedIn = true) {
  const client = createQueryClient();
  if (isSignedIn) client.setQueryData(sessionQuery.queryKey, { user: { id: 'u1' } } as never);
  const invalidate = vi.spyOn(client, 'invalidateQueries').mockResolvedValue();
  const asked = { reads: 0, changes: 0 };
  const read = (error: Error): Promise<unknown> => {
    const queryFn = (): Promise<never> => {
      asked.reads += 1;
      return Promise.reject(error);
    };
    return client.query({ queryKey: ['x'], queryFn }).catch(() => null);
  };
  const change = (error: Error, meta = {}): Promise<unknown> => {
    const mutationFn = (): Promise<never> => {
      asked.changes += 1;
      return Promise.reject(error);
    };
    return new MutationObserver(client, { mutationFn, meta }).mutate().catch(() => null);
  };
  return { client, invalidate, asked, read, change };
}
const signedOut = new HttpError(401, 'Non hai effettuato l’accesso');

test('who hears that the session is over has it read again, by reading or by changing something', async () => {
  const page = open();
  await page.read(signedOut);
  expect(page.invalidate.mock.calls).toEqual([[sessionQuery]]);
  await page.change(signedOut);
  expect(page.invalidate).toHaveBeenCalledTimes(2);
});

test.each([
  ['another refusal', new HttpError(403, 'No')],
  ['what is no answer', new Error('401')],
])('%s says nothing of the session', async (_what, error) => {
  const page = open();
  await page.read(error);
  await page.change(error);
  expect(page.invalidate).not.toHaveBeenCalled();
});

test('nobody’s session is read again where nobody is signed in, or where the page says so itself first', async () => {
  const stranger = open(false);
  await stranger.read(signedOut);
  expect(stranger.invalidate).not.toHaveBeenCalled();
  const page = open();
  await page.change(signedOut, { tellsSignOut: true });
  expect(page.invalidate).not.toHaveBeenCalled();
  await page.change(signedOut, { tellsSignOut: 'perhaps' });
  expect(page.invalidate).toHaveBeenCalledOnce();
});

test('who was sending something as the session ended is told that it is not saved', async () => {
  const page = open();
  const isTold = () => currentToast()?.title === 'La sessione è scaduta';
  // still there: a wrong password, for one
  await page.change(signedOut);
  expect(isTold()).toBe(false);
  page.invalidate.mockImplementation(async () => {
    page.client.setQueryData(sessionQuery.queryKey, null);
  });
  await page.read(signedOut);
  expect(isTold()).toBe(false);
  page.client.setQueryData(sessionQuery.queryKey, { user: { id: 'u1' } } as never);
  await page.change(signedOut);
  await vi.waitFor(() => expect(isTold()).toBe(true));
  dismissToast(currentToast()?.id ?? 0);
  await page.change(signedOut);
  expect(isTold()).toBe(false);
});

test('nothing is asked for twice, by time, by focus or by a network that is back', async () => {
  const page = open();
  await page.read(new Error('x'));
  await page.change(new Error('x'));
  expect(page.asked).toEqual({ reads: 1, changes: 1 });
  expect(page.client.getDefaultOptions()).toMatchObject({
    queries: {
      staleTime: Infinity,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  });
});
