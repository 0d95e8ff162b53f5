import { House } from 'lucide-react';
import { useEffect, useState } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Navigate, Outlet, useLocation, useRoutes } from 'react-router';
import { ImpersonationBanner } from '../admin/ImpersonationBanner.tsx';
import { useSignedIn } from '../auth/session.ts';
import { LinkButton } from '../ui/LinkButton.tsx';
import { runWhenIdle } from '../ui/runWhenIdle.ts';
import { LiveUpdates } from './LiveUpdates.tsx';
import { pageRoutes, preloadsOfLikelyPages, whyNotAt } from './pages.tsx';
import { Shell } from './Shell.tsx';
import { useCachedCalendar } from './useCachedCalendar.ts';

interface SignedInRoutesProps {
  /** The person signed in in this window, not on an earlier visit. */
  hasJustSignedIn: boolean;
}

/** The signed-in routes; any other address is the 404 page. */
export default function SignedInRoutes({ hasJustSignedIn }: SignedInRoutesProps) {
  const { pathname } = useLocation();
  const [entrance] = useState(hasJustSignedIn ? pathname : null);
  useCachedCalendar();
  const session = useSignedIn();
  const { role } = session.user;
  const { variant } = session.worksite;
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- not again on a mere refetch of the session
  useEffect(() => runWhenIdle(preloadsOfLikelyPages(session)), [role, variant]);
  // The login page is shown at /login and at unknown addresses: after sign-in there, go home.
  const unknown = pathname === entrance ? <Navigate to="/" replace /> : <NotFoundPage />;
  const page = useRoutes([
    { element: <BelowBanner />, children: pageRoutes(session, 'bare') },
    {
      element: <Shell />,
      children: [...pageRoutes(session, 'inShell'), { path: '*', element: unknown }],
    },
  ]);
  return (
    <I18nProvider locale="it-IT">
      <LiveUpdates userId={session.user.id} />
      {page}
    </I18nProvider>
  );
}

/** Pages without the shell, shared with signed-out people, below the impersonation banner. */
function BelowBanner() {
  return (
    <>
      <ImpersonationBanner />
      <Outlet />
    </>
  );
}

/** Shown for unknown addresses and for pages the person's role may not open. */
function NotFoundPage() {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center pt-6 text-center md:pt-16">
      <MissingLeaf />
      <title>404 · Turnario</title>
      <h1 tabIndex={-1} className="text-display font-bold">
        404 Page Not Found
      </h1>
      <p className="mt-1 mb-6 text-soft">
        {whyNotAt(useLocation().pathname) ??
          'Questa pagina dell’agenda non c’è: l’indirizzo è sbagliato o è cambiato.'}
      </p>
      <LinkButton to="/" icon={House}>
        Torna alla home
      </LinkButton>
    </div>
  );
}

/** Illustration: a calendar page with a day that does not exist. */
function MissingLeaf() {
  return (
    <div
      aria-hidden="true"
      className="mb-8 w-36 max-w-4/5 -rotate-3 overflow-hidden rounded-lg border border-line bg-surface shadow-float"
    >
      <p className="bg-panel py-1.5 text-caption font-semibold text-on-panel">nessun mese</p>
      <p className="tabular pt-4 text-[3.5rem] leading-none font-bold tracking-tight">404</p>
      <p className="pt-1 pb-4 text-caption text-soft">giorno sconosciuto</p>
    </div>
  );
}
