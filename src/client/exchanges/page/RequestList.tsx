import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { CalendarPlus, Inbox, Plus } from 'lucide-react';
import { memo } from 'react';
import type { ExchangeTab } from '../../../domain/exchanges/schema.ts';
import { useSignedIn } from '../../auth/session.ts';
import { QueryStatus } from '../../data/QueryStatus.tsx';
import { userShiftsQuery } from '../../shifts/api.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { MoreButton } from '../../ui/MoreButton.tsx';
import { exchangeCountsQuery, exchangeListQuery } from '../api.ts';
import { CardSkeletons, leftSide } from '../card/ExchangeCard.tsx';
import { answeredText } from '../cardTexts.ts';
import { useExchangeScreen } from '../exchangeScreen.ts';
import { LinkedRequest, RequestParts } from './RequestParts.tsx';
import { noShiftsYet, tabTexts } from './tabs.ts';

interface RequestListProps {
  tab: ExchangeTab;
  highlightedId: string | null;
  /** A linked request, in this tab or in none; may be beyond the loaded pages. */
  linkedId: string | null;
  /** See `RequestParts`. */
  openId: string | null;
}

/** The requests of one tab. Memoised: rendering hundreds of cards is slow. */
export const RequestList = memo(function RequestList({
  tab,
  highlightedId,
  linkedId,
  openId,
}: RequestListProps) {
  const list = useInfiniteQuery(exchangeListQuery(tab));
  const counts = useQuery(exchangeCountsQuery);
  // counts add content above the list, which must not shift; a list already shown stays during refetches
  const isCounted = counts.data !== undefined || counts.isFetchedAfterMount;
  if (!list.data || !isCounted) {
    return (
      <QueryStatus query={list.data ? counts : list} failed="Non riesco a caricare le richieste di scambio.">
        <CardSkeletons label="Carico le richieste…" />
      </QueryStatus>
    );
  }
  const requests = list.data.pages.flatMap((page) => page.requests);
  const answered = counts.data?.ownWithOffers ?? 0;
  return (
    <>
      {linkedId !== null && requests.every(({ id }) => id !== linkedId) ? (
        <LinkedRequest
          id={linkedId}
          tab={tab}
          hasMore={list.hasNextPage}
          isHighlighted={linkedId === highlightedId}
          isOpen={openId === linkedId}
        />
      ) : null}
      {requests.length === 0 ? (
        <EmptyTab tab={tab} answered={answered} />
      ) : (
        <>
          <RequestParts
            tab={tab}
            requests={requests}
            highlightedId={highlightedId}
            openId={openId}
            publish={<PublishButton />}
          />
          <div className={leftSide}>
            <MoreButton list={list} entryHeight="h-16" />
          </div>
        </>
      )}
    </>
  );
});

interface EmptyTabProps {
  tab: ExchangeTab;
  /** Number of own open requests with offers, listed in another tab. */
  answered: number;
}

function EmptyTab({ tab, answered }: EmptyTabProps) {
  const { openTab } = useExchangeScreen();
  const { variant, swapPolicy } = useSignedIn().worksite;
  const { empty, invitation } = tabTexts[variant][tab];
  const shifts = useQuery({ ...userShiftsQuery(), enabled: tab === 'disponibili' });
  if (tab === 'disponibili' && shifts.isPending) return <CardSkeletons label="Carico le richieste…" />;
  if (tab === 'disponibili' && shifts.data?.length === 0) {
    return (
      <EmptyState
        icon={CalendarPlus}
        action={<LinkButton to="/shifts/fill">Aggiungi i tuoi turni</LinkButton>}
      >
        {noShiftsYet}
      </EmptyState>
    );
  }
  if (tab === 'mie' && answered > 0) {
    const action = (
      <Button onClick={() => openTab('pre-accettati')}>
        {answered === 1 ? 'Vedi l’offerta' : 'Vedi le offerte'}
      </Button>
    );
    return (
      <EmptyState icon={Inbox} action={action}>
        {answeredText(answered)}
      </EmptyState>
    );
  }
  if (invitation === null || swapPolicy.kinds.length === 0)
    return <EmptyState icon={Inbox}>{empty}</EmptyState>;
  return (
    <EmptyState icon={Inbox} action={<PublishButton />}>
      {empty} {invitation}
    </EmptyState>
  );
}

function PublishButton() {
  const { publish } = useExchangeScreen();
  return (
    <Button onClick={publish} icon={Plus}>
      Nuova richiesta
    </Button>
  );
}
