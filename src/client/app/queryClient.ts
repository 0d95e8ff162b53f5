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
 * The cache of everything read from the server. Nothing goes stale by time, the event stream says what changed;
 * no retries, no polling, no reading again on focus (specification, section 9).
 */
export function createQueryClient(): QueryClient {
  // The session may end elsewhere: the first call that is refused refetches it.
  const isSignedIn = (): boolean => Boolean(client.getQueryData(sessionQuery.queryKey));
  const onError = async (error: Error): Promise<void> => {
    if (!(error instanceof HttpError) || error.status !== 401 || !isSignedIn()) return;
    const wasSending = client.isMutating() > 0;
    await client.invalidateQueries(sessionQuery);
    // the page is gone, with what was typed
    if (wasSending && !isSignedIn()) showToast(unsaved);
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error) => void onError(error) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta }) => {
        // a page that says so itself first is not taken away under the person's eyes
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
