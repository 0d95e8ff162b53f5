import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { BrowserRouter } from 'react-router';
import { SignedInContext, useSession } from '../auth/session.ts';
import { claimKept } from '../offline/keptCalendar.ts';
import { late } from '../ui/late.tsx';
import { PatienceNote } from '../ui/PatienceNote.tsx';
import { inSpareTime } from '../ui/spareTime.ts';
import { SpinnerScreen } from '../ui/Spinner.tsx';
import { useCurrentToast } from '../ui/toast.ts';
import { useUpdate } from './appUpdate.ts';
import { CrashBoundary } from './CrashBoundary.tsx';
import { noteVisit } from './lastVisit.ts';
import { SignedInRoutes } from './pages.ts';
import { SignedOutRoutes } from './SignedOutRoutes.tsx';
import { UnknownSession } from './UnknownSession.tsx';

const Toaster = late(() => import('../ui/Toaster.tsx'));
const UpdatePrompt = late(() => import('./UpdatePrompt.tsx'));

/** The whole client: what surrounds every page, and who is asking for it. */
export function App({ queryClient }: { queryClient: QueryClient }) {
  return (
    <CrashBoundary>
      <QueryClientProvider client={queryClient}>
        <I18nProvider locale="it-IT">
          <BrowserRouter>
            <Suspense fallback={<SpinnerScreen />}>
              <RoutesOfSession />
            </Suspense>
            <ToastPlace />
            <UpdatePlace />
          </BrowserRouter>
        </I18nProvider>
      </QueryClientProvider>
    </CrashBoundary>
  );
}

/** The two sets of routes: for people signed in and for all others (specification, section 2). */
function RoutesOfSession() {
  const { data: session, error, refetch, isFetching } = useSession();
  // Someone who signs in on the page that an address leads to when signed out is not lost there afterwards.
  const [hasBeenSignedOut, setHasBeenSignedOut] = useState(false);
  if (session === null && !hasBeenSignedOut) setHasBeenSignedOut(true);
  useEffect(() => {
    if (session === undefined) return;
    noteVisit(session !== null);
    claimKept(session);
  }, [session]);
  const ask = useCallback(() => void refetch(), [refetch]);
  if (session) {
    return (
      <SignedInContext value={session}>
        <SignedInRoutes key={session.user.id} hasJustSignedIn={hasBeenSignedOut} />
      </SignedInContext>
    );
  }
  if (session === null) return <SignedOutRoutes />;
  return <UnknownSession error={error} isAsking={isFetching} onRetry={ask} />;
}

/** Loads the prompt's code when there is a new version. */
function UpdatePlace() {
  const apply = useUpdate();
  if (!apply) return null;
  return (
    <Suspense>
      <UpdatePrompt onApply={apply} />
    </Suspense>
  );
}

/**
 * Loads the toasts' code in spare time when somebody is signed in, and at once when there is one to show. Without a line
 * there is none to show yet: the page stays as it is.
 */
function ToastPlace() {
  const { data: session } = useSession();
  const toast = useCurrentToast();
  const [isPresent, setPresent] = useState(false);
  const isSignedIn = Boolean(session);
  useEffect(() => {
    if (isPresent) return undefined;
    const fetch = (): void => Toaster.fetchThen(() => setPresent(true));
    if (!toast) return isSignedIn ? inSpareTime([fetch]) : undefined;
    fetch();
    return undefined;
  }, [isPresent, toast, isSignedIn]);
  return (
    // Marked for React Aria, or an open dialog would put the toasts out of reach; it must stand before the dialog does.
    <div data-react-aria-top-layer="true" className="contents">
      <PatienceNote />
      {isPresent ? <Toaster /> : null}
    </div>
  );
}
