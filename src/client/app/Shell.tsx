import { CircleUserRound, WifiOff } from 'lucide-react';
import { Suspense, useSyncExternalStore } from 'react';
import { Link, Outlet } from 'react-router';
import { ImpersonationBanner } from '../admin/ImpersonationBanner.tsx';
import { useAcceptTerms } from '../auth/api.ts';
import { LogoutButton } from '../auth/LogoutButton.tsx';
import { useSignedIn } from '../auth/session.ts';
import { useAppBadge, useWaitingCount } from '../home/waiting/useWaiting.ts';
import { NotificationBell } from '../notifications/NotificationBell.tsx';
import { usePushes } from '../notifications/usePushes.ts';
import { Button } from '../ui/Button.tsx';
import { Logo } from '../ui/Logo.tsx';
import { Notice } from '../ui/Notice.tsx';
import { SkeletonList } from '../ui/Skeleton.tsx';
import { ThemeChoice } from '../ui/ThemeChoice.tsx';
import { NavigationBar, type Waiting } from './NavigationBar.tsx';
import { type NavigationEntry, navigationFor } from './routes.ts';
import { usePageFocus } from './usePageFocus.ts';

/** The layout of every signed-in page. */
export function Shell() {
  const entries = navigationFor(useSignedIn());
  usePageFocus();
  usePushes();
  const known = useWaitingCount();
  const waiting = known ?? { all: 0, swaps: 0 };
  useAppBadge(known?.all);
  return (
    <div className="flex min-h-dvh flex-col pb-[calc(var(--bar-height)+env(safe-area-inset-bottom))] md:pb-0">
      <a
        href="#contenuto"
        className="fixed top-2 left-2 z-50 translate-y-[calc(-100%-1rem)] rounded-md bg-accent px-4 py-3 font-semibold text-on-accent focus:translate-y-0"
      >
        Vai al contenuto
      </a>
      <ImpersonationBanner />
      <Header entries={entries} waiting={waiting} />
      <OfflineStrip />
      <main
        id="contenuto"
        tabIndex={-1}
        // Full height even while loading, so that the footer does not jump into view.
        className="mx-auto min-h-[calc(100dvh-var(--bar-height))] w-full max-w-5xl flex-1 has-data-wide:max-w-[100rem] px-4 pt-5 pb-12 md:px-6 md:pt-8"
      >
        <TermsNotice />
        <Suspense fallback={<SkeletonList className="h-32" />}>
          <Outlet />
        </Suspense>
      </main>
      <Footer />
      <NavigationBar entries={entries} place="bottom" waiting={waiting} />
    </div>
  );
}

const linkLook = 'inline-flex min-h-11 items-center underline hover:text-accent';

/** The footer: terms, mail preferences, theme, and room for a toast. */
function Footer() {
  return (
    <footer className="mx-auto flex w-full max-w-5xl flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 pt-4 pb-20 text-caption text-soft md:px-6">
      <nav aria-label="Altro" className="flex flex-wrap gap-x-6">
        <Link to="/terms-conditions" className={linkLook}>
          Termini, privacy e responsabilità
        </Link>
        <Link to="/email-config" className={linkLook}>
          Email degli scambi
        </Link>
      </nav>
      <ThemeChoice />
    </footer>
  );
}

/** Logo, desktop navigation, bell, name and sign-out. */
function Header({ entries, waiting }: { entries: readonly NavigationEntry[]; waiting: Waiting }) {
  const { user } = useSignedIn();
  return (
    <header className="sticky top-0 z-20 border-b low:static border-line bg-ground pt-[env(safe-area-inset-top)]">
      <div className="@container mx-auto flex h-(--bar-height) max-w-5xl items-center gap-2 px-4 md:gap-3 md:px-6">
        <Link to="/" aria-label="Turnario, pagina iniziale" className="-ml-1 flex rounded-md p-1">
          <Logo className="@max-[20.5rem]:[&>span]:hidden md:@max-[60rem]:[&>span]:hidden" />
        </Link>
        <NavigationBar entries={entries} place="top" waiting={waiting} />
        <div className="ml-auto flex min-w-0 items-center gap-1 md:gap-2">
          <NotificationBell />
          <Link
            to="/profile"
            title="Il Mio Profilo"
            className="flex min-h-11 min-w-11 items-center justify-center rounded-md px-1 font-medium hover:text-accent hover:underline"
          >
            <CircleUserRound aria-hidden="true" className="size-6 @min-[15rem]:hidden" strokeWidth={1.75} />
            <span className="max-h-full line-clamp-2 max-md:max-w-40 max-md:leading-5 @max-[15rem]:sr-only">
              {user.firstName}
              <span className="hidden @min-[60rem]:inline"> {user.lastName}</span>
            </span>
            <span className="sr-only">, il mio profilo</span>
          </Link>
          {/* on a phone it is at the end of the profile, to avoid accidental taps here */}
          <LogoutButton variant="plain" className="-mr-3 shrink-0 px-3 max-md:hidden" />
        </div>
      </div>
    </header>
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Warns below the header that the device is offline and the data may be outdated. */
function OfflineStrip() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {isOnline ? null : (
        <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-2 text-center font-medium">
          <WifiOff aria-hidden="true" className="size-5 shrink-0 text-warn" />
          Sei senza rete: ciò che vedi può non essere aggiornato
        </p>
      )}
    </div>
  );
}

/** Asks people who accepted earlier terms to accept the current ones, without blocking. */
function TermsNotice() {
  const { user, isImpersonating } = useSignedIn();
  const accept = useAcceptTerms();
  if (user.acceptedTerms || user.acceptedTermsAt === null || isImpersonating) return null;
  return (
    <div className="mb-5">
      <Notice title="I termini sono cambiati">
        <p>
          Leggi{' '}
          <Link to="/terms-conditions" className="font-medium underline">
            che cosa prevedono adesso
          </Link>{' '}
          e accettali quando vuoi.
        </p>
        <Button
          variant="quiet"
          size="small"
          isPending={accept.isPending}
          onClick={() => accept.start(undefined)}
          className="mt-2"
        >
          Li ho letti e li accetto
        </Button>
      </Notice>
    </div>
  );
}
