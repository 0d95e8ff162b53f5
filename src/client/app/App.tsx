import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Component, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { BrowserRouter, useRoutes } from 'react-router';
import { SignedInContext, useSession } from '../auth/session.ts';
import { setCacheOwner } from '../data/cachedCalendar.ts';
import { Button } from '../ui/Button.tsx';
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx';
import { useIsServerUnreachable } from '../ui/retryUntilOnline.ts';
import { Spinner, SpinnerScreen } from '../ui/Spinner.tsx';
import { Toaster } from '../ui/Toaster.tsx';
import { CoverHistory } from '../ui/useCover.ts';
import { useUpdate } from './appUpdate.ts';
import { noteVisit } from './lastVisit.ts';
import { SignedInRoutes, signedOutRoutes } from './pages.tsx';
import { UnknownSession } from './UnknownSession.tsx';
import { usePageFocus } from './usePageFocus.ts';

const UpdatePrompt = lazyWithPreload(() => import('./UpdatePrompt.tsx'));

/** The application: providers, routes and the overlays of every page. */
export function App({ queryClient }: { queryClient: QueryClient }) {
  return (
    <CrashBoundary>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <CoverHistory />
          <Suspense fallback={<SpinnerScreen />}>
            <RoutesOfSession />
          </Suspense>
          <NotePlace />
          <UpdatePlace />
        </BrowserRouter>
      </QueryClientProvider>
    </CrashBoundary>
  );
}

/** Chooses the signed-in or signed-out routes (specification, section 2). */
function RoutesOfSession() {
  const { data: session, error, refetch, isFetching } = useSession();
  // Signing in on an unknown address must not end on the 404 page.
  const [hasBeenSignedOut, setHasBeenSignedOut] = useState(false);
  if (session === null && !hasBeenSignedOut) setHasBeenSignedOut(true);
  useEffect(() => {
    if (session === undefined) return;
    noteVisit(session !== null);
    setCacheOwner(session);
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

function SignedOutRoutes() {
  usePageFocus();
  return useRoutes(signedOutRoutes);
}

/** Loads the update prompt's code when there is a new version. */
function UpdatePlace() {
  const apply = useUpdate();
  if (!apply) return null;
  return (
    <Suspense>
      <UpdatePrompt onApply={apply} />
    </Suspense>
  );
}

function NotePlace() {
  return (
    // React Aria's marker keeps the toasts usable under an open dialog; it must be mounted before the dialog.
    <div data-react-aria-top-layer="true" className="contents">
      <ServerUnreachableNotice />
      <Toaster />
    </div>
  );
}

interface CrashBoundaryProps {
  children: ReactNode;
}

interface CrashBoundaryState {
  hasCrashed: boolean;
}

/** Catches unexpected errors, such as a missing chunk of a replaced version. */
class CrashBoundary extends Component<CrashBoundaryProps, CrashBoundaryState> {
  override readonly state: CrashBoundaryState = { hasCrashed: false };

  static getDerivedStateFromError(): CrashBoundaryState {
    return { hasCrashed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasCrashed) return this.props.children;
    return (
      <main className="grid min-h-dvh place-items-center p-6">
        <div role="alert" className="flex max-w-96 flex-col items-center gap-4 text-center">
          <h1 className="text-title font-bold">Questa pagina si è fermata</h1>
          <p className="text-soft">Forse c’è una versione nuova di Turnario: ricarica e riprendi da qui.</p>
          <Button onClick={() => window.location.reload()}>Ricarica</Button>
        </div>
      </main>
    );
  }
}

/** Tells the user that the server does not answer and is being retried. */
function ServerUnreachableNotice() {
  const isWaiting = useIsServerUnreachable();
  return (
    <div
      aria-live="polite"
      // lets presses through to the content below
      className="pointer-events-none fixed inset-x-4 top-[calc(4.5rem+env(safe-area-inset-top))] z-50 flex justify-center"
    >
      {isWaiting ? (
        <p className="flex max-w-md items-center gap-3 rounded-md border border-line bg-surface px-4 py-3 font-medium shadow-float">
          <Spinner className="size-5 shrink-0 text-accent" />
          Nessuna risposta: Turnario riprova
        </p>
      ) : null}
    </div>
  );
}
