import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { type ReactNode, useDeferredValue, useState } from 'react';
import type { ExchangeRow, ExchangeTab } from '../../../domain/exchanges/schema.ts';
import { useSignedIn } from '../../auth/session.ts';
import { CardList } from '../../ui/CardList.tsx';
import { classNames } from '../../ui/classNames.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FoldButton } from '../../ui/FoldButton.tsx';
import { exchangeRequestQuery, isMissing } from '../api.ts';
import { ExchangeCard, leftSide } from '../card/ExchangeCard.tsx';
import { partsOf, type RequestPart } from './arrange.ts';
import { isShownAbove, noneTakeable, tabTexts } from './tabs.ts';

interface RequestPartsProps {
  tab: ExchangeTab;
  highlightedId: string | null;
  /** The request whose card is open; '' for none, null for the first one. */
  openId: string | null;
  requests: readonly ExchangeRow[];
  /** The button that publishes a request. */
  publish: ReactNode;
}

/** Pending and best-matching requests first; those the viewer cannot accept are collapsed at the end. */
export function RequestParts({ tab, requests, highlightedId, openId, publish }: RequestPartsProps) {
  const { user, worksite } = useSignedIn();
  const parts = partsOf(tab, requests, user.id);
  const { label, invitation } = tabTexts[worksite.variant][tab];
  const first = parts.find(({ isFolded }) => !isFolded)?.requests[0]?.id;
  const [kept, keep] = useState(first);
  // a new first request must not close the open card
  if (first !== kept && requests.every(({ id }) => id !== kept)) keep(first);
  const shownId = openId ?? kept;
  const list = ({ title, requests: members }: RequestPart) => (
    <CardList
      label={title ?? `Richieste: ${label}`}
      className={classNames('flex flex-col gap-2', leftSide)}
      // its card is next to it, and an estimated height would clip it
      placeClass="has-aria-expanded:[content-visibility:visible]"
      pages={[members]}
    >
      {(request) => (
        <ExchangeCard
          request={request}
          isHighlighted={request.id === highlightedId}
          isOpen={request.id === shownId}
        />
      )}
    </CardList>
  );
  return (
    <div className="flex flex-col gap-6">
      {parts[0]?.isFolded ? (
        <EmptyState icon={Inbox} action={publish}>
          {noneTakeable} {invitation}
        </EmptyState>
      ) : null}
      {parts.map((part) =>
        part.isFolded ? (
          <FoldedPart key={part.id} part={part} holdsOpen={part.requests.some(({ id }) => id === openId)}>
            {list}
          </FoldedPart>
        ) : (
          <section key={part.id} aria-labelledby={part.title === null ? undefined : part.id}>
            {part.title === null ? null : (
              <h3 id={part.id} className="mb-2 text-lead font-semibold">
                {part.title}
              </h3>
            )}
            {list(part)}
          </section>
        ),
      )}
    </div>
  );
}

/** How many are rendered at once when expanded; the others follow. */
const drawnAtOnce = 10;

interface FoldedPartProps {
  part: RequestPart;
  /** Whether it contains the open card. */
  holdsOpen: boolean;
  children: (part: RequestPart) => ReactNode;
}

/** A collapsible part: requests that cannot be accepted, each with the reason. */
function FoldedPart({ part, holdsOpen, children }: FoldedPartProps) {
  const [isUnfolded, setUnfolded] = useState(false);
  const isOpen = isUnfolded || holdsOpen;
  return (
    <section aria-labelledby={part.id} className={classNames('border-t border-line pt-2', leftSide)}>
      <h3 className="text-lead font-semibold">
        <FoldButton
          id={part.id}
          isOpen={isOpen}
          onToggle={() => setUnfolded(!isOpen)}
          className="-mx-2 min-h-12 items-center gap-2 rounded-md px-2"
        >
          {part.title} ({part.requests.length})
        </FoldButton>
      </h3>
      {isOpen ? <Unfolded part={part}>{children}</Unfolded> : null}
    </section>
  );
}

function Unfolded({ part, children }: Pick<FoldedPartProps, 'part' | 'children'>) {
  const requests = useDeferredValue(part.requests, part.requests.slice(0, drawnAtOnce));
  return <div className="pt-2">{children({ ...part, requests })}</div>;
}

interface LinkedRequestProps {
  id: string;
  /** The open tab. */
  tab: ExchangeTab;
  /** Whether more can be loaded there. */
  hasMore: boolean;
  isHighlighted: boolean;
  isOpen: boolean;
}

/** A linked request that is not in the list, shown above it; nothing once it has left the tab. */
export function LinkedRequest({ id, tab, hasMore, isHighlighted, isOpen }: LinkedRequestProps) {
  const { data: request, error } = useQuery(exchangeRequestQuery(id));
  if (!request || isMissing(error) || !isShownAbove(request, tab, hasMore)) return null;
  return (
    <section aria-labelledby="richiesta-cercata" className="mb-6 border-b border-line pb-6">
      <h3 id="richiesta-cercata" className="mb-3 text-lead font-semibold">
        La richiesta che cercavi
      </h3>
      <div className={leftSide}>
        <ExchangeCard request={request} isHighlighted={isHighlighted} isOpen={isOpen} />
      </div>
    </section>
  );
}
