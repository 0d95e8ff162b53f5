import { MutationObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { sessionQuery } from '../auth/session.ts';
import { HttpError } from '../http/httpError.ts';
import { currentToast, dismissToast } from '../ui/toast.ts';
import { createQueryClient } from './queryClient.ts';

/** Opens a signed-in or signed-out page and counts refetches of the session. */
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

test('a 401 from a query or a mutation refetches the session', async () => {
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

test('no refetch while signed out, or if the page reports the sign-out itself', async () => {
  const stranger = open(false);
  await stranger.read(signedOut);
  expect(stranger.invalidate).not.toHaveBeenCalled();
  const page = open();
  await page.change(signedOut, { tellsSignOut: true });
  expect(page.invalidate).not.toHaveBeenCalled();
  await page.change(signedOut, { tellsSignOut: 'perhaps' });
  expect(page.invalidate).toHaveBeenCalledOnce();
});

test('a mutation that fails because the session ended shows that it was not saved', async () => {
  const page = open();
  const isTold = () => currentToast()?.title === 'La sessione è scaduta';
  // the session still exists, as after a wrong password
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

test('nothing is refetched by age, focus or reconnection', async () => {
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
