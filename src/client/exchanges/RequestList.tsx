import { useInfiniteQuery } from '@tanstack/react-query';
import { Inbox, Plus } from 'lucide-react';
import { memo } from 'react';
import type { ExchangeTab } from '../../domain/exchanges/schema.ts';
import { useSignedIn } from '../auth/session.ts';
import { textOf } from '../http/httpError.ts';
import { Button } from '../ui/Button.tsx';
import { CardList } from '../ui/CardList.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { exchangeListQuery } from './api.ts';
import { cardGrid } from './cardLook.ts';
import { CardSkeletons } from './CardSkeletons.tsx';
import { ExchangeCard } from './ExchangeCard.tsx';
import { useExchangeScreen } from './exchangeScreen.ts';
import { MoreButton } from './MoreButton.tsx';
import { SoughtCard } from './SoughtCard.tsx';
import { tabTexts } from './tabs.ts';

interface RequestListProps {
  tab: ExchangeTab;
  highlightedId: string | null;
  /** A request of this tab that was asked for and may lie beyond the pages that are loaded. */
  soughtId: string | null;
}

/** The requests of one tab. Drawn again for what it shows alone: with hundreds of cards that takes a moment. */
export const RequestList = memo(function RequestList({ tab, highlightedId, soughtId }: RequestListProps) {
  const { variant } = useSignedIn().worksite;
  const list = useInfiniteQuery(exchangeListQuery(tab));
  if (list.isPending) return <CardSkeletons label="Carico le richieste…" />;
  if (list.isError) {
    return (
      <ErrorState onRetry={() => void list.refetch()} isRetrying={list.isFetching}>
        {textOf(list.error, 'Non riesco a caricare le richieste di scambio.')}
      </ErrorState>
    );
  }
  const requests = list.data.pages.flatMap((page) => page.requests);
  if (requests.length === 0) return <EmptyTab tab={tab} />;
  const isBeyond = list.hasNextPage && soughtId !== null && requests.every(({ id }) => id !== soughtId);
  return (
    <>
      {isBeyond ? <SoughtCard id={soughtId} tab={tab} isHighlighted={soughtId === highlightedId} /> : null}
      <CardList
        label={`Richieste: ${tabTexts[variant][tab].label}`}
        className={cardGrid}
        pages={list.data.pages.map((page) => page.requests)}
      >
        {(request) => <ExchangeCard request={request} isHighlighted={request.id === highlightedId} />}
      </CardList>
      <MoreButton list={list} />
    </>
  );
});

function EmptyTab({ tab }: { tab: ExchangeTab }) {
  const { publish } = useExchangeScreen();
  const { empty, invitation } = tabTexts[useSignedIn().worksite.variant][tab];
  const icon = <Inbox className="size-7" />;
  if (invitation === null) return <EmptyState icon={icon}>{empty}</EmptyState>;
  const action = (
    <Button onClick={publish} icon={<Plus aria-hidden="true" className="size-5" />}>
      Nuova richiesta
    </Button>
  );
  return (
    <EmptyState icon={icon} action={action}>
      {empty} {invitation}
    </EmptyState>
  );
}
