import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '../auth/session.ts';
import { HttpError } from '../http/httpError.ts';
import { showToast } from '../ui/toast.ts';

const unsaved = {
  variant: 'error',
  title: 'La sessione è scaduta',
  text: 'Accedi e controlla: quello che stavi inviando non è stato salvato.',
  duration: 15_000,
} as const;

/**
 * The cache of server data. Nothing goes stale with time: the event stream reports changes.
 * No retries, no polling, no refetch on focus (specification, section 9).
 */
export function createQueryClient(): QueryClient {
  // The session may end elsewhere: the first 401 refetches it.
  const isSignedIn = (): boolean => Boolean(client.getQueryData(sessionQuery.queryKey));
  const onError = async (error: Error): Promise<void> => {
    if (!(error instanceof HttpError) || error.status !== 401 || !isSignedIn()) return;
    const wasSending = client.isMutating() > 0;
    await client.invalidateQueries(sessionQuery);
    // the page has been replaced, and its input lost
    if (wasSending && !isSignedIn()) showToast(unsaved);
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error) => void onError(error) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta }) => {
        // a page that reports the sign-out itself must not be replaced
        if (meta?.['tellsSignOut'] !== true) void onError(error);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}
