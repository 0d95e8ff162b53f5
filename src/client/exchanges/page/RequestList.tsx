import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { CalendarPlus, Inbox, Plus } from 'lucide-react';
import { memo, useEffect } from 'react';
import type { ExchangeTab } from '../../../domain/exchanges/schema.ts';
import { useSignedIn } from '../../auth/session.ts';
import { QueryStatus } from '../../data/QueryStatus.tsx';
import { userShiftsQuery } from '../../shifts/api.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { MoreButton } from '../../ui/MoreButton.tsx';
import { exchangeCountsQuery, exchangeListQuery } from '../api.ts';
import { CardSkeletons } from '../card/ExchangeCard.tsx';
import { answeredText, offersWaiting } from '../cardTexts.ts';
import { useExchangeScreen } from '../exchangeScreen.ts';
import { isFiltering, noFilter, passes, type RequestFilter } from './arrange.ts';
import { Filters } from './Filters.tsx';
import { LinkedRequest, RequestParts } from './RequestParts.tsx';
import { noShiftsYet, tabTexts } from './tabs.ts';

interface RequestListProps {
  tab: ExchangeTab;
  highlightedId: string | null;
  /** A request that was asked for, in this tab or in none; it may lie beyond the pages that are loaded. */
  linkedId: string | null;
  /** What of the available ones is to be seen. */
  filter: RequestFilter;
}

/** With fewer there is nothing to search through. */
const fewestToFilter = 6;

/** The requests of one tab. Drawn again for what it shows alone: with hundreds of cards that takes a moment. */
export const RequestList = memo(function RequestList(props: RequestListProps) {
  const { tab, highlightedId, linkedId, filter } = props;
  const { setFilter } = useExchangeScreen();
  const list = useInfiniteQuery(exchangeListQuery(tab));
  const isFiltered = tab === 'disponibili' && isFiltering(filter);
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const mustReadOn = isFiltered && hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    // what is sought may stand on any page
    if (mustReadOn) void fetchNextPage();
  }, [mustReadOn, fetchNextPage]);
  const counts = useQuery(exchangeCountsQuery);
  // what they add stands above the list, which must not move; one that is shown stays, whatever is read again
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
  const linked =
    linkedId !== null && requests.every(({ id }) => id !== linkedId) ? (
      <LinkedRequest
        id={linkedId}
        tab={tab}
        hasMore={hasNextPage}
        isHighlighted={linkedId === highlightedId}
      />
    ) : null;
  if (requests.length === 0) {
    return (
      <>
        {linked}
        <EmptyTab tab={tab} answered={answered} />
      </>
    );
  }
  const shown = isFiltered ? requests.filter((request) => passes(request, filter)) : requests;
  return (
    <>
      {linked}
      {answered > 0 && (tab === 'disponibili' || tab === 'mie') ? <Answered count={answered} /> : null}
      {tab === 'disponibili' && (requests.length >= fewestToFilter || isFiltered) ? (
        <Filters
          requests={requests}
          days={counts.data?.availableDays ?? []}
          hasMore={hasNextPage}
          filter={filter}
          onChange={setFilter}
        />
      ) : null}
      {shown.length > 0 ? (
        <RequestParts
          tab={tab}
          requests={shown}
          highlightedId={highlightedId}
          isFiltered={isFiltered}
          publish={<PublishButton />}
        />
      ) : (
        <NoneFound isSearching={hasNextPage} onClear={() => setFilter(noFilter)} />
      )}
      <MoreButton list={list} entryHeight="h-16" />
    </>
  );
});

/** Where the own requests went that have an offer. */
function Answered({ count }: { count: number }) {
  const { openTab } = useExchangeScreen();
  return (
    <p className="mb-4 flex flex-wrap items-center justify-between gap-x-3 rounded-md bg-accent-soft p-1">
      <span className="px-3 py-2 font-medium max-md:text-caption">{offersWaiting(count)}.</span>
      <Button variant="plain" size="small" onClick={() => openTab('pre-accettati')}>
        {count === 1 ? 'Vedi l’offerta' : 'Vedi le offerte'}
      </Button>
    </p>
  );
}

interface NoneFoundProps {
  isSearching: boolean;
  onClear: () => void;
}

function NoneFound({ isSearching, onClear }: NoneFoundProps) {
  if (isSearching) return <CardSkeletons label="Cerco le richieste…" />;
  return (
    <EmptyState
      icon={Inbox}
      action={
        <Button variant="quiet" onClick={onClear}>
          Togli i filtri
        </Button>
      }
    >
      Nessuna richiesta con questi filtri.
    </EmptyState>
  );
}

interface EmptyTabProps {
  tab: ExchangeTab;
  /** Own open requests that have an offer, and so stand elsewhere. */
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
