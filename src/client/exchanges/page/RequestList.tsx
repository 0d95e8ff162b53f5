import { useInfiniteQuery } from '@tanstack/react-query';
import { Inbox, Plus } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import type { ExchangeRequest, ExchangeTab } from '../../../domain/exchanges/schema.ts';
import { useSignedIn } from '../../auth/session.ts';
import { QueryStatus } from '../../data/QueryStatus.tsx';
import { Button } from '../../ui/Button.tsx';
import { CardList } from '../../ui/CardList.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { MoreButton } from '../../ui/MoreButton.tsx';
import { exchangeListQuery } from '../api.ts';
import { cardGrid, CardSkeletons, ExchangeCard } from '../card/ExchangeCard.tsx';
import { answeredText } from '../cardTexts.ts';
import { useExchangeScreen } from '../exchangeScreen.ts';
import { LinkedRequest } from './LinkedRequest.tsx';
import { noneTakeable, tabTexts } from './tabs.ts';

interface RequestListProps {
  tab: ExchangeTab;
  highlightedId: string | null;
  /** A request that was asked for, in this tab or in none; it may lie beyond the pages that are loaded. */
  linkedId: string | null;
}

/** The requests of one tab. Drawn again for what it shows alone: with hundreds of cards that takes a moment. */
export const RequestList = memo(function RequestList({ tab, highlightedId, linkedId }: RequestListProps) {
  const { variant } = useSignedIn().worksite;
  const list = useInfiniteQuery(exchangeListQuery(tab));
  if (!list.isSuccess) {
    return (
      <QueryStatus query={list} failed="Non riesco a caricare le richieste di scambio.">
        <CardSkeletons label="Carico le richieste…" />
      </QueryStatus>
    );
  }
  const pages = list.data.pages.map((page) => page.requests);
  const requests = pages.flat();
  const linked =
    linkedId !== null && requests.every(({ id }) => id !== linkedId) ? (
      <LinkedRequest
        id={linkedId}
        tab={tab}
        hasMore={list.hasNextPage}
        isHighlighted={linkedId === highlightedId}
      />
    ) : null;
  if (requests.length === 0) {
    return (
      <>
        {linked}
        <EmptyTab tab={tab} answered={list.data.pages[0]?.ownWithOffers ?? 0} />
      </>
    );
  }
  const card = (request: ExchangeRequest) => (
    <ExchangeCard request={request} isHighlighted={request.id === highlightedId} />
  );
  const label = `Richieste: ${tabTexts[variant][tab].label}`;
  return (
    <>
      {linked}
      {tab === 'disponibili' ? (
        <AvailableCards label={label} pages={pages} card={card} />
      ) : (
        <CardList label={label} className={cardGrid} pages={pages}>
          {card}
        </CardList>
      )}
      <MoreButton list={list} />
    </>
  );
});

interface AvailableCardsProps {
  label: string;
  /** What can be taken comes first. */
  pages: readonly (readonly ExchangeRequest[])[];
  card: (request: ExchangeRequest) => ReactNode;
}

/** What can be taken, and below it what cannot, each with its reason. */
function AvailableCards({ label, pages, card }: AvailableCardsProps) {
  const { publish } = useExchangeScreen();
  const { invitation } = tabTexts[useSignedIn().worksite.variant].disponibili;
  const part = (isAllowed: boolean) =>
    pages
      .map((requests) => requests.filter(({ preAccept }) => preAccept.isAllowed === isAllowed))
      .filter(({ length }) => length > 0);
  const [takeable, others] = [part(true), part(false)];
  return (
    <>
      {takeable.length > 0 ? (
        <CardList label={label} className={cardGrid} pages={takeable}>
          {card}
        </CardList>
      ) : (
        <EmptyState icon={Inbox} action={<PublishButton onClick={publish} />}>
          {noneTakeable} {invitation}
        </EmptyState>
      )}
      {others.length > 0 ? (
        <section aria-labelledby="non-accettabili" className="mt-8 border-t border-line pt-6">
          <h3 id="non-accettabili" className="mb-3 text-lead font-semibold">
            Queste non puoi accettarle
          </h3>
          <CardList label="Richieste che non puoi accettare" className={cardGrid} pages={others}>
            {card}
          </CardList>
        </section>
      ) : null}
    </>
  );
}

interface EmptyTabProps {
  tab: ExchangeTab;
  /** Own open requests that have an offer, and so stand elsewhere. */
  answered: number;
}

function EmptyTab({ tab, answered }: EmptyTabProps) {
  const { publish, openTab } = useExchangeScreen();
  const { empty, invitation } = tabTexts[useSignedIn().worksite.variant][tab];
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
  if (invitation === null) return <EmptyState icon={Inbox}>{empty}</EmptyState>;
  return (
    <EmptyState icon={Inbox} action={<PublishButton onClick={publish} />}>
      {empty} {invitation}
    </EmptyState>
  );
}

const PublishButton = ({ onClick }: { onClick: () => void }) => (
  <Button onClick={onClick} icon={Plus}>
    Nuova richiesta
  </Button>
);
