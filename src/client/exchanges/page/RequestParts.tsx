import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { type ReactNode, useDeferredValue, useEffect, useEffectEvent } from 'react';
import type { ExchangeRow, ExchangeTab } from '../../../domain/exchanges/schema.ts';
import { useSignedIn } from '../../auth/session.ts';
import { useToday } from '../../shifts/clock.ts';
import { CardList } from '../../ui/CardList.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FoldButton } from '../../ui/FoldButton.tsx';
import { runWhenIdle } from '../../ui/runWhenIdle.ts';
import { exchangeRequestQuery, isMissing } from '../api.ts';
import { cardGrid, ExchangeCard, rowGrid, useOpening } from '../card/ExchangeCard.tsx';
import { readAhead } from '../card/wholeCard.ts';
import { partsOf, type RequestPart } from './arrange.ts';
import { isShownAbove, noneTakeable, tabTexts } from './tabs.ts';

interface RequestPartsProps {
  tab: ExchangeTab;
  highlightedId: string | null;
  requests: readonly ExchangeRow[];
  isFiltered: boolean;
  /** The button that publishes a request. */
  publish: ReactNode;
}

/** So few stand open as they come: there is nothing to look over. */
const mostOpen = 3;

/** How many of a part stand open as they come; of many that can be taken the first, which fits best. */
const openAtFirst = (part: RequestPart, isFirst: boolean): number => {
  if (part.count <= mostOpen || part.id === 'tocca-a-te') return mostOpen;
  return isFirst && part.title !== null && !part.isFolded ? 1 : 0;
};

/** What waits for the viewer or suits them best comes first; what they cannot take stands folded at the end. */
export function RequestParts({ tab, requests, highlightedId, isFiltered, publish }: RequestPartsProps) {
  const { user, worksite } = useSignedIn();
  const today = useToday();
  const parts = partsOf(tab, requests, { id: user.id, today });
  useFirstCards(parts, user.id);
  const { label, invitation } = tabTexts[worksite.variant][tab];
  const list = (part: RequestPart, days = part.days) => {
    const all = part.days.flatMap(({ requests: ofDay }) => ofDay);
    const open = new Set(all.slice(0, openAtFirst(part, part === parts[0])));
    return days.map(({ heading, requests: ofDay }) => (
      <div key={heading} className="mt-4 first:mt-0">
        {heading === '' ? null : <h4 className="tabular mb-2 font-medium text-soft">{heading}</h4>}
        <CardList
          label={[part.title ?? `Richieste: ${label}`, heading].filter(Boolean).join(', ')}
          className={rowGrid}
          pages={[ofDay]}
        >
          {(request) => (
            <ExchangeCard
              request={request}
              isHighlighted={request.id === highlightedId}
              startsOpen={open.has(request)}
            />
          )}
        </CardList>
      </div>
    ));
  };
  return (
    <div className="flex flex-col gap-6">
      {parts[0]?.isFolded && !isFiltered ? (
        <EmptyState icon={Inbox} action={publish}>
          {noneTakeable} {invitation}
        </EmptyState>
      ) : null}
      {parts.map((part) =>
        part.isFolded ? (
          <FoldedPart key={part.id} part={part} mustOpen={holds(part, highlightedId)}>
            {(days) => list(part, days)}
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

/** Of so many of those in sight the whole card is read before somebody opens them. */
const readFirst = 3;
const readDelay = 300;

function useFirstCards(parts: readonly RequestPart[], viewerId: string): void {
  const client = useQueryClient();
  const first = parts
    .filter(({ isFolded }) => !isFolded)
    .flatMap(({ days }) => days.flatMap(({ requests }) => requests))
    .slice(0, readFirst);
  const readThem = useEffectEvent(() => first.map((row) => () => readAhead(client, row, viewerId)));
  const ids = first.map(({ id }) => id).join();
  useEffect(() => runWhenIdle(readThem(), readDelay), [ids]);
}

const holds = ({ days }: RequestPart, id: string | null): boolean =>
  days.some(({ requests }) => requests.some((request) => request.id === id));

interface FoldedPartProps {
  part: RequestPart;
  /** One of it is pointed out. */
  mustOpen: boolean;
  children: (days: RequestPart['days']) => ReactNode;
}

/** What cannot be taken, each with its reason, behind its heading. */
function FoldedPart({ part, mustOpen, children }: FoldedPartProps) {
  const { isOpen, toggle } = useOpening(false, mustOpen);
  return (
    <section aria-labelledby={part.id} className="border-t border-line pt-2">
      <h3 className="text-lead font-semibold">
        <FoldButton
          id={part.id}
          isOpen={isOpen}
          onToggle={toggle}
          className="-mx-2 min-h-12 items-center gap-2 rounded-md px-2"
        >
          {part.title} ({part.count})
        </FoldButton>
      </h3>
      {isOpen ? (
        <div className="pt-2">
          <UnfoldedDays days={part.days} isAtOnce={mustOpen}>
            {children}
          </UnfoldedDays>
        </div>
      ) : null}
    </section>
  );
}

interface UnfoldedDaysProps extends Pick<FoldedPartProps, 'children'> {
  days: RequestPart['days'];
  /** Somebody looks for one of them. */
  isAtOnce: boolean;
}

/** As many days as a phone shows are drawn at once, the others after them: a finger waits for the first ones alone. */
function UnfoldedDays({ days, isAtOnce, children }: UnfoldedDaysProps) {
  const drawsAll = useDeferredValue(true, isAtOnce);
  return children(drawsAll ? days : firstOf(days));
}

const drawnAtOnce = 10;

function firstOf(days: RequestPart['days']): RequestPart['days'] {
  let left = drawnAtOnce;
  return days.filter(({ requests }) => {
    left -= requests.length;
    return left + requests.length > 0;
  });
}

interface LinkedRequestProps {
  id: string;
  /** The one that is open. */
  tab: ExchangeTab;
  /** Whether more can be loaded there. */
  hasMore: boolean;
  isHighlighted: boolean;
}

/** A request that was asked for and is not among those listed, above them; nothing once it has left the tab. */
export function LinkedRequest({ id, tab, hasMore, isHighlighted }: LinkedRequestProps) {
  const { data: request, error } = useQuery(exchangeRequestQuery(id));
  if (!request || isMissing(error) || !isShownAbove(request, tab, hasMore)) return null;
  return (
    <section aria-labelledby="richiesta-cercata" className="mb-6 border-b border-line pb-6">
      <h3 id="richiesta-cercata" className="mb-3 text-lead font-semibold">
        La richiesta che cercavi
      </h3>
      <div className={cardGrid}>
        <ExchangeCard request={request} isHighlighted={isHighlighted} startsOpen />
      </div>
    </section>
  );
}
