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
  /** The request whose card is open, '' for none; null: the first one. */
  openId: string | null;
  requests: readonly ExchangeRow[];
  /** The button that publishes a request. */
  publish: ReactNode;
}

/** What waits for the viewer or suits them best comes first; what they cannot take stands folded at the end. */
export function RequestParts({ tab, requests, highlightedId, openId, publish }: RequestPartsProps) {
  const { user, worksite } = useSignedIn();
  const parts = partsOf(tab, requests, user.id);
  const { label, invitation } = tabTexts[worksite.variant][tab];
  const first = parts.find(({ isFolded }) => !isFolded)?.requests[0]?.id;
  const [kept, keep] = useState(first);
  // one that comes before it does not close what is being read
  if (first !== kept && requests.every(({ id }) => id !== kept)) keep(first);
  const shownId = openId ?? kept;
  const list = ({ title, requests: members }: RequestPart) => (
    <CardList
      label={title ?? `Richieste: ${label}`}
      className={classNames('flex flex-col gap-2', leftSide)}
      // its card stands beside it, which a guessed height would cut off
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

/** So many are drawn with the press that unfolds them, the others after it. */
const drawnAtOnce = 10;

interface FoldedPartProps {
  part: RequestPart;
  /** The open card is one of it. */
  holdsOpen: boolean;
  children: (part: RequestPart) => ReactNode;
}

/** What cannot be taken, each with its reason, behind its heading. */
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
  /** The one that is open. */
  tab: ExchangeTab;
  /** Whether more can be loaded there. */
  hasMore: boolean;
  isHighlighted: boolean;
  isOpen: boolean;
}

/** A request that was asked for and is not among those listed, above them; nothing once it has left the tab. */
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
