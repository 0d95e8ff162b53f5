import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '../auth/session.ts';
import { shareVisible } from '../data/unsent.ts';
import { HttpError } from '../http/httpError.ts';

/**
 * The cache of everything read from the server. Nothing goes stale by time, the event stream says what changed;
 * no retries, no polling, no reading again on focus (specification, section 9).
 */
export function createQueryClient(): QueryClient {
  // The session may end elsewhere: whoever hears of it first has the session read again.
  const onError = (error: Error): void => {
    if (!(error instanceof HttpError) || error.status !== 401) return;
    if (client.getQueryData(sessionQuery.queryKey)) void client.invalidateQueries(sessionQuery);
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta }) => {
        // a page that says so itself first is not taken away under the person's eyes
        if (meta?.['tellsSignOut'] !== true) onError(error);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
        structuralSharing: shareVisible,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}
