import { Suspense, useEffect, useMemo, useState } from 'react';
import { readCachedCalendar } from '../data/cachedCalendar.ts';
import { HttpError, textOf } from '../http/httpError.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx';
import { SpinnerScreen } from '../ui/Spinner.tsx';

const OfflinePage = lazyWithPreload(() => import('../offline/OfflinePage.tsx'));

/** Milliseconds without a response after which the device counts as offline. */
const longestWait = 8000;

/** No response, or a proxy's. */
const isUnreachable = (error: Error): boolean =>
  error instanceof HttpError && (error.sentence === null || [0, 503].includes(error.status));

interface UnknownSessionProps {
  /** The error of the last attempt to fetch the session. */
  error: Error | null;
  isAsking: boolean;
  onRetry: () => void;
}

/** Shown until the session is known: a spinner, then the cached calendar of the last person, or the error. */
export function UnknownSession({ error, isAsking, onRetry }: UnknownSessionProps) {
  const [isOffline, setOffline] = useState(false);
  if (error && isUnreachable(error) && !isOffline) setOffline(true);
  const cached = useMemo(() => (isOffline ? readCachedCalendar() : null), [isOffline]);
  useEffect(() => {
    const timer = setTimeout(() => setOffline(true), longestWait);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [onRetry]);
  const withoutPage = error ? (
    <main className="grid min-h-dvh place-items-center">
      <ErrorState onRetry={onRetry} isRetrying={isAsking}>
        {textOf(error, 'Turnario non risponde. Riprova tra poco.')}
      </ErrorState>
    </main>
  ) : (
    <SpinnerScreen />
  );
  if (!cached) return withoutPage;
  return (
    // its chunk may be unreachable as well
    <Suspense fallback={withoutPage}>
      <OfflinePage cached={cached} isAsking={isAsking} onRetry={onRetry} />
    </Suspense>
  );
}
