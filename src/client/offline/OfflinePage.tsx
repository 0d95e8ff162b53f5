import { WifiOff } from 'lucide-react';
import { useLocation } from 'react-router';
import type { CachedCalendar } from '../data/cachedCalendar.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { Logo } from '../ui/Logo.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { CachedMonth } from './CachedMonth.tsx';

interface OfflinePageProps {
  cached: CachedCalendar;
  isAsking: boolean;
  onRetry: () => void;
}

const calendarPaths = new Set(['/', '/dashboard', '/calendar']);

/**
 * Shown while the server is unreachable and the session unknown: the last person's cached calendar, read-only. Every
 * other page needs the network.
 */
export default function OfflinePage({ cached, isAsking, onRetry }: OfflinePageProps) {
  const { pathname } = useLocation();
  const hasCalendar = calendarPaths.has(pathname) && cached.spans.length > 0;
  const retry = (
    <Button variant="quiet" isPending={isAsking} onClick={onRetry}>
      Riprova
    </Button>
  );
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-line pt-[env(safe-area-inset-top)]">
        <div className="mx-auto flex h-16 max-w-5xl items-center justify-between gap-4 px-4 md:px-6">
          <Logo />
          <span className="min-w-0 truncate font-medium">{cached.session.user.firstName}</span>
        </div>
      </header>
      <main className="mx-auto w-full max-w-5xl flex-1 px-4 pt-5 pb-12 md:px-6 md:pt-8">
        {hasCalendar ? (
          <>
            <PageHeader title="Il Mio Calendario">{cached.session.worksite.name}</PageHeader>
            <CachedMonth cached={cached} retry={retry} />
          </>
        ) : (
          <>
            <PageHeader title="Sei senza rete" />
            <EmptyState
              icon={WifiOff}
              action={
                <div className="flex flex-wrap justify-center gap-3">
                  {retry}
                  {cached.spans.length > 0 ? (
                    <LinkButton to="/calendar">Guarda il calendario</LinkButton>
                  ) : null}
                </div>
              }
            >
              Questa pagina ha bisogno della rete: riprova quando torna.
            </EmptyState>
          </>
        )}
      </main>
    </div>
  );
}
