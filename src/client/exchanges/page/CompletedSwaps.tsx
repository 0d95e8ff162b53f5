import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowLeftRight, MessageSquare, Phone, ReceiptText } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { formatDateTime } from '../../../domain/calendar/day.ts';
import type { CompletedSwap } from '../../../domain/exchanges/schema.completed.ts';
import { useSignedIn } from '../../auth/session.ts';
import { QueryStatus } from '../../data/QueryStatus.tsx';
import { buttonLook } from '../../ui/buttonLook.ts';
import { Card } from '../../ui/Card.tsx';
import { CardList } from '../../ui/CardList.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { MoreButton } from '../../ui/MoreButton.tsx';
import { completedQuery } from '../api.ts';
import { DutyPair } from '../card/DutyPair.tsx';
import { cardGrid, cardId, CardSkeletons, highlightLook } from '../card/ExchangeCard.tsx';
import { completedView } from '../card/exchangeView.ts';
import { WeeksDisclosure } from '../card/WeeksPreview.tsx';
import { LinkedRequest } from './RequestParts.tsx';

interface CompletedSwapsProps {
  /** The request whose swap is highlighted. */
  highlightedRequestId?: string | null | undefined;
  /** A linked request whose swap may be beyond the loaded pages. */
  linkedRequestId?: string | null | undefined;
}

/** The signed-in person's completed swaps, newest first, with colleague, day and both duties. */
export function CompletedSwaps(props: CompletedSwapsProps) {
  const { highlightedRequestId = null, linkedRequestId: linkedId = null } = props;
  const list = useInfiniteQuery(completedQuery);
  if (!list.data) {
    return (
      <QueryStatus query={list} failed="Non riesco a caricare gli scambi completati.">
        <CardSkeletons label="Carico gli scambi completati…" />
      </QueryStatus>
    );
  }
  const swaps = list.data.pages.flatMap((page) => page.swaps);
  if (swaps.length === 0) return <NoSwaps />;
  const isBeyond =
    list.hasNextPage && linkedId !== null && swaps.every(({ requestId }) => requestId !== linkedId);
  return (
    <>
      {isBeyond ? (
        <LinkedRequest
          id={linkedId}
          tab="completati"
          hasMore
          isHighlighted={linkedId === highlightedRequestId}
          isOpen
        />
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
      icon={ArrowLeftRight}
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
            Confermato il <time dateTime={swap.completedAt}>{formatDateTime(swap.completedAt)}</time>
          </p>
          <LinkButton
            to={`/exchanges/receipt/${swap.id}`}
            variant="plain"
            size="small"
            icon={ReceiptText}
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

/** Licence and phone of the other driver; the server sends them only to the two people of a taxi swap. */
function PartnerContact({ swap }: { swap: CompletedSwap }) {
  const { partnerName: name, partnerPhone: phone, partnerLicenseNumber: licence } = swap;
  if (!phone && !licence) return null;
  const number = phone?.replaceAll(/[^\d+]/g, '');
  const icon = { 'aria-hidden': true, className: 'size-5' } as const;
  return (
    <div className="flex flex-col gap-2">
      <p className="tabular flex flex-wrap gap-x-4">
        {licence ? <span>Licenza {licence}</span> : null}
        {phone ? <span>{phone}</span> : null}
      </p>
      {number ? (
        <div className="flex gap-2">
          <ContactLink href={`tel:${number}`} label={`Chiama ${name}`} icon={<Phone {...icon} />}>
            Chiama
          </ContactLink>
          <ContactLink
            href={`sms:${number}`}
            label={`Messaggio a ${name}`}
            icon={<MessageSquare {...icon} />}
          >
            Messaggio
          </ContactLink>
        </div>
      ) : null}
    </div>
  );
}

interface ContactLinkProps {
  href: string;
  /** Accessible name; starts with the visible text. */
  label: string;
  icon: ReactNode;
  children: string;
}

function ContactLink({ href, label, icon, children }: ContactLinkProps) {
  return (
    <a href={href} aria-label={label} className={buttonLook('quiet', 'small', 'flex-1')}>
      {icon}
      {children}
    </a>
  );
}
