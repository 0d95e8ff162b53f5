import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { ImpersonationBanner } from '../admin/ImpersonationBanner.tsx';
import { useSignedIn } from '../auth/session.ts';
import { TermsNotice } from '../auth/TermsNotice.tsx';
import { SkeletonList } from '../ui/Skeleton.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { navigationOf } from './navigation.ts';
import { NavigationBar } from './NavigationBar.tsx';
import { OfflineStrip } from './OfflineStrip.tsx';
import { useEventStream } from './useEventStream.ts';
import { usePageFocus } from './usePageFocus.ts';

/** What stands around every page of signed-in people. */
export function Shell() {
  const entries = navigationOf(useSignedIn());
  useEventStream();
  usePageFocus();
  return (
    <div className="flex min-h-dvh flex-col pb-[calc(4rem+env(safe-area-inset-bottom))] md:pb-0">
      <a
        href="#contenuto"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent px-4 py-3 font-semibold text-on-accent focus:translate-y-0"
      >
        Vai al contenuto
      </a>
      <ImpersonationBanner />
      <Header entries={entries} />
      <OfflineStrip />
      <main
        id="contenuto"
        tabIndex={-1}
        // As tall as the screen even while it waits for its content, so that the footer never jumps in or out of view.
        className="mx-auto min-h-[calc(100dvh-4rem)] w-full max-w-5xl flex-1 px-4 pt-5 pb-12 md:px-6 md:pt-8"
      >
        <TermsNotice />
        <Suspense fallback={<SkeletonList className="h-32" />}>
          <Outlet />
        </Suspense>
      </main>
      <Footer />
      <NavigationBar entries={entries} place="bottom" />
    </div>
  );
}
