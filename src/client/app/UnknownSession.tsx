import { Suspense, useEffect, useMemo, useState } from 'react';
import { readCachedCalendar } from '../data/cachedCalendar.ts';
import { HttpError, textOf } from '../http/httpError.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx';
import { SpinnerScreen } from '../ui/Spinner.tsx';

const OfflinePage = lazyWithPreload(() => import('../offline/OfflinePage.tsx'));

/** A network that lets nothing through is none, even if it says otherwise. In milliseconds. */
const longestWait = 8000;

/** No answer at all, or one that a proxy gave in the server's place. */
const isUnreachable = (error: Error): boolean =>
  error instanceof HttpError && (error.sentence === null || [0, 503].includes(error.status));

interface UnknownSessionProps {
  /** Why the last attempt to read the session failed. */
  error: Error | null;
  isAsking: boolean;
  onRetry: () => void;
}

/** While nobody knows who is signed in: a wait, then what this device cached of the last person, or what went wrong. */
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
    // its code may be out of reach as well
    <Suspense fallback={withoutPage}>
      <OfflinePage cached={cached} isAsking={isAsking} onRetry={onRetry} />
    </Suspense>
  );
}
