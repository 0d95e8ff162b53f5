import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { Session } from '../../domain/users/schema.ts';
import { clearCachedCalendar } from '../data/cachedCalendar.ts';
import { HttpError } from '../http/httpError.ts';
import { call } from '../http/request.ts';
import { trustingCookie } from './sessionCookie.ts';

/** The session; null if nobody is signed in. Stale after 3 s, refetched on mount (specification, section 7). */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ client, signal }) => {
    const session = await readSession(signal);
    const known = client.getQueryData<Session | null>(['session']);
    if (known !== undefined && known?.user.id !== session?.user.id) forgetAllButSession(client);
    if (session === null) clearCachedCalendar();
    return session;
  },
  staleTime: 3000,
  refetchOnMount: true,
});

/** Requested by public/bootstrap.js before this module has loaded. */
declare global {
  var preloadedSession: Promise<Response> | undefined;
}

async function readSession(signal: AbortSignal): Promise<Session | null> {
  const asked = globalThis.preloadedSession;
  globalThis.preloadedSession = undefined;
  const ask = () => call('GET /api/auth/user', { signal, asked });
  try {
    return await (asked ? ask() : trustingCookie(ask));
  } catch (error) {
    if (error instanceof HttpError && error.status === 401) return null;
    throw error;
  }
}

/** Clears one person's data before the next. */
function forgetAllButSession(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
  client.getMutationCache().clear();
}

/** Ends the session in this window and clears all its data. */
export async function forgetSession(client: QueryClient): Promise<void> {
  await client.cancelQueries();
  client.setQueryData(sessionQuery.queryKey, null);
  forgetAllButSession(client);
  clearCachedCalendar();
}

export const storeSession = (session: Session, _input: unknown, client: QueryClient): void =>
  void client.setQueryData(sessionQuery.queryKey, session);

/** Switches to another session, such as an impersonation, and clears all data. */
export async function changeSession(client: QueryClient, session: Session): Promise<void> {
  await client.cancelQueries();
  client.setQueryData(sessionQuery.queryKey, session);
  forgetAllButSession(client);
}

export const useSession = () => useQuery(sessionQuery);

export const SignedInContext = createContext<Session | null>(null);

/**
 * The session, for signed-in pages. From the context, not the cache: a page about to unmount after the session ended
 * still needs its own.
 *
 * @throws if nobody is signed in
 */
export function useSignedIn(): Session {
  const session = use(SignedInContext);
  if (!session) throw new Error('this page is for signed-in people');
  return session;
}
