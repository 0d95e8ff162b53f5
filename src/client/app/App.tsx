import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { BrowserRouter } from 'react-router';
import { SignedInContext, useSession } from '../auth/session.ts';
import { claimKept } from '../offline/keptCalendar.ts';
import { SpinnerScreen } from '../ui/Spinner.tsx';
import { useCurrentToast } from '../ui/toast.ts';
import { useUpdate } from './appUpdate.ts';
import { CrashBoundary } from './CrashBoundary.tsx';
import { noteVisit, wasSignedIn } from './lastVisit.ts';
import { createQueryClient } from './queryClient.ts';
import { SignedOutRoutes } from './SignedOutRoutes.tsx';
import { UnknownSession } from './UnknownSession.tsx';

const loadSignedIn = () => import('./SignedInRoutes.tsx');
const loadLogin = () => import('../auth/LoginPage.tsx');
const SignedInRoutes = lazy(loadSignedIn);
const Toaster = lazy(() => import('../ui/Toaster.tsx'));
const UpdatePrompt = lazy(() => import('./UpdatePrompt.tsx'));

// Fetched while the session is being read; what fails here is asked for again when it is needed.
void (wasSignedIn() ? loadSignedIn() : loadLogin()).catch(() => null);

/** The whole client: what surrounds every page, and who is asking for it. */
export function App() {
  const [queryClient] = useState(createQueryClient);
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

/** Loads the toasts' code when there is someone to show one to. */
function ToastPlace() {
  const { data: session } = useSession();
  const toast = useCurrentToast();
  if (!session && !toast) return null;
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  );
}
