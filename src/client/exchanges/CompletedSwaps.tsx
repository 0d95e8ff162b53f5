import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowLeftRight, ReceiptText } from 'lucide-react';
import { memo } from 'react';
import type { CompletedSwap } from '../../domain/exchanges/schema.completed.ts';
import { useSignedIn } from '../auth/session.ts';
import { textOf } from '../http/httpError.ts';
import { Card } from '../ui/Card.tsx';
import { CardList } from '../ui/CardList.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { completedQuery } from './api.ts';
import { cardGrid, cardId, highlightLook } from './cardLook.ts';
import { CardSkeletons } from './CardSkeletons.tsx';
import { completedView } from './completedView.ts';
import { DutyPair } from './DutyPair.tsx';
import { formatInstant } from './instants.ts';
import { MoreButton } from './MoreButton.tsx';
import { PartnerContact } from './PartnerContact.tsx';
import { SoughtCard } from './SoughtCard.tsx';
import { WeeksDisclosure } from './WeeksPreview.tsx';

interface CompletedSwapsProps {
  /** The request whose swap is pointed out. */
  highlightedRequestId?: string | null | undefined;
  /** A request that was asked for and whose swap may lie beyond the pages that are loaded. */
  soughtRequestId?: string | null | undefined;
}

/** The signed-in person's completed swaps, newest first: with whom, which day, what for what. */
export function CompletedSwaps(props: CompletedSwapsProps) {
  const { highlightedRequestId = null, soughtRequestId: soughtId = null } = props;
  const list = useInfiniteQuery(completedQuery);
  if (list.isPending) return <CardSkeletons label="Carico gli scambi completati…" />;
  if (list.isError) {
    return (
      <ErrorState onRetry={() => void list.refetch()} isRetrying={list.isFetching}>
        {textOf(list.error, 'Non riesco a caricare gli scambi completati.')}
      </ErrorState>
    );
  }
  const swaps = list.data.pages.flatMap((page) => page.swaps);
  if (swaps.length === 0) return <NoSwaps />;
  const isBeyond =
    list.hasNextPage && soughtId !== null && swaps.every(({ requestId }) => requestId !== soughtId);
  return (
    <>
      {isBeyond ? (
        <SoughtCard id={soughtId} tab="completati" isHighlighted={soughtId === highlightedRequestId} />
      ) : null}
      <CardList
        label="Scambi completati"
        className={cardGrid}
        pages={list.data.pages.map((page) => page.swaps)}
      >
        {(swap) => (
          <CompletedSwapCard
            swap={swap}
            isHighlighted={swap.requestId !== null && swap.requestId === highlightedRequestId}
          />
        )}
      </CardList>
      <MoreButton list={list} />
    </>
  );
}

function NoSwaps() {
  const isTaxi = useSignedIn().worksite.variant === 'taxi';
  return (
    <EmptyState
      icon={<ArrowLeftRight className="size-7" />}
      action={
        <LinkButton to="/exchanges?tab=disponibili" variant="quiet">
          Guarda i disponibili
        </LinkButton>
      }
    >
      {isTaxi
        ? 'Non hai ancora scambiato settimane: guarda se un collega ha un turno che ti va meglio.'
        : 'Non hai ancora scambiato turni: guarda se un collega ha un turno che ti va meglio.'}
    </EmptyState>
  );
}

interface CompletedSwapCardProps {
  swap: CompletedSwap;
  isHighlighted: boolean;
}

const CompletedSwapCard = memo(function CompletedSwapCard({ swap, isHighlighted }: CompletedSwapCardProps) {
  const id = cardId(swap.requestId ?? swap.id);
  const { when, whenInLabel, gives, receives, preview } = completedView(swap);
  return (
    <Card
      as="article"
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      className={highlightLook(isHighlighted)}
    >
      <div className="flex flex-col gap-3">
        <header>
          <h3 id={`${id}-title`} className="text-lead font-semibold">
            {swap.partnerName}
          </h3>
          <p>{when}</p>
        </header>
        <DutyPair gives={gives} receives={receives} tense="done" />
        {preview ? <WeeksDisclosure preview={preview} /> : null}
        <PartnerContact swap={swap} />
        <div className="-mb-2 flex flex-wrap items-center justify-between gap-x-3">
          <p className="text-caption text-soft">
            Confermato il <time dateTime={swap.completedAt}>{formatInstant(swap.completedAt)}</time>
          </p>
          <LinkButton
            to={`/exchanges/receipt/${swap.id}`}
            variant="plain"
            size="small"
            icon={<ReceiptText aria-hidden="true" className="size-5" />}
            className="-mr-3"
          >
            Ricevuta
            <span className="sr-only">
              {' '}
              dello scambio con {swap.partnerName}, {whenInLabel}
            </span>
          </LinkButton>
        </div>
      </div>
    </Card>
  );
});
