import { useQueryClient } from '@tanstack/react-query';
import { memo, useState } from 'react';
import type { ExchangeRow } from '../../../domain/exchanges/schema.ts';
import { useSignedIn } from '../../auth/session.ts';
import { Card } from '../../ui/Card.tsx';
import { classNames } from '../../ui/classNames.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { CardBody } from './CardBody.tsx';
import { CardRow } from './CardRow.tsx';
import { describeExchange } from './exchangeView.ts';
import { readAhead } from './wholeCard.ts';

interface ExchangeCardProps {
  request: ExchangeRow;
  isHighlighted: boolean;
  /** It waits for the viewer: open from the start. */
  startsOpen?: boolean;
}

/** A request as the viewer sees it: two lines, which open to what changes hands and what they can do about it. */
export const ExchangeCard = memo(function ExchangeCard(props: ExchangeCardProps) {
  const { request, isHighlighted, startsOpen = false } = props;
  const viewerId = useSignedIn().user.id;
  const view = describeExchange(request, viewerId);
  const { isOpen, toggle } = useOpening(startsOpen, isHighlighted);
  const client = useQueryClient();
  const id = cardId(request.id);
  const [titleId, bodyId] = [`${id}-title`, `${id}-body`];
  return (
    <Card
      as="article"
      id={id}
      tabIndex={-1}
      aria-labelledby={titleId}
      className={classNames('@container p-0! md:p-0!', highlightLook(isHighlighted))}
    >
      <CardRow
        {...{ request, view, titleId, bodyId, isOpen }}
        onToggle={toggle}
        onReach={() => readAhead(client, request, viewerId)}
      />
      {isOpen ? (
        <div id={bodyId} className="flex flex-col gap-3 px-4 pb-4 md:px-5 md:pb-5">
          <CardBody row={request} />
        </div>
      ) : null}
    </Card>
  );
});

/** Open once the address has pointed it out, or one of its cards; then as its reader leaves it. */
export function useOpening(startsOpen: boolean, isHighlighted: boolean) {
  const [isOpen, setOpen] = useState(startsOpen);
  const [wasHighlighted, setHighlighted] = useState(false);
  if (isHighlighted !== wasHighlighted) {
    setHighlighted(isHighlighted);
    if (isHighlighted) setOpen(true);
  }
  return { isOpen, toggle: () => setOpen(!isOpen) };
}

/** The id of a request's card in the page, for `?highlight=`. */
export const cardId = (requestId: string): string => `scambio-${requestId}`;

/** The frame of a card that the address points out; the card also takes the focus. */
export const highlightLook = (isHighlighted: boolean): string =>
  `scroll-mt-24 ${isHighlighted ? 'outline-3 -outline-offset-1 outline-accent' : 'outline-none'}`;

/** Cards below each other on a phone, two beside each other on a desk. */
export const cardGrid = 'grid gap-3 lg:grid-cols-2 lg:items-start lg:gap-4';

/** The same of cards that are two lines each until they are opened. */
export const rowGrid = 'grid gap-2 lg:grid-cols-2 lg:items-start lg:gap-x-4';

/** The cards of a list that is on its way. */
export function CardSkeletons({ label }: { label: string }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      <div aria-hidden="true" className={cardGrid}>
        {[1, 2, 3, 4, 5, 6].map((card) => (
          <Skeleton key={card} className="h-16" />
        ))}
      </div>
    </div>
  );
}
