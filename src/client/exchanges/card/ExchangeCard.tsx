import { memo } from 'react';
import type { ExchangeRow } from '../../../domain/exchanges/schema.ts';
import { useSignedIn } from '../../auth/session.ts';
import { Card } from '../../ui/Card.tsx';
import { classNames } from '../../ui/classNames.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { CardBody } from './CardBody.tsx';
import { CardRow } from './CardRow.tsx';
import { describeExchange } from './exchangeView.ts';

interface ExchangeCardProps {
  request: ExchangeRow;
  isHighlighted: boolean;
  isOpen: boolean;
}

/** A request in two lines; when open, also both duties and the actions (on a desktop to the right). */
export const ExchangeCard = memo(function ExchangeCard({
  request,
  isHighlighted,
  isOpen,
}: ExchangeCardProps) {
  const view = describeExchange(request, useSignedIn().user.id);
  const id = cardId(request.id);
  const [titleId, bodyId] = [`${id}-title`, `${id}-body`];
  return (
    <Card
      as="article"
      id={id}
      tabIndex={-1}
      aria-labelledby={titleId}
      className={classNames(
        'relative p-0! md:p-0!',
        isOpen && 'md:border-accent',
        highlightLook(isHighlighted),
      )}
    >
      <CardRow {...{ request, view, titleId, bodyId, isOpen }} />
      {isOpen ? (
        <div id={bodyId} className={bodyLook}>
          <CardBody row={request} />
        </div>
      ) : null}
    </Card>
  );
});

/** The DOM id of a request's card, for `?highlight=`. */
export const cardId = (requestId: string): string => `scambio-${requestId}`;

/** The outline of the card highlighted by the URL; the card also takes the focus. */
export const highlightLook = (isHighlighted: boolean): string =>
  `scroll-mt-24 ${isHighlighted ? 'outline-3 -outline-offset-1 outline-accent' : 'outline-none'}`;

/** One column of cards on a phone, two on a desktop. */
export const cardGrid = 'grid gap-3 lg:grid-cols-2 lg:items-start lg:gap-4';

/** Rows; on a desktop with the open card to the right. */
export const listAndCard = 'md:[--list-width:20rem] lg:[--list-width:24rem]';

/** Full width on a phone, the left column on a desktop. */
export const leftSide = 'md:w-(--list-width)';

const bodyLook = classNames(
  'flex flex-col gap-3 px-4 pb-4 md:p-5',
  // to the right of its row, in the remaining width
  'md:absolute md:-top-px md:left-[calc(100%+1.25rem)] md:z-10 md:w-[calc(min(61rem,100vw-3rem)-var(--list-width)-1.25rem)]',
  'md:rounded-lg md:border md:border-accent md:bg-surface md:shadow-raised',
);

/** Placeholders of a loading list. */
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
