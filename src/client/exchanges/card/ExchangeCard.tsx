import { ArrowLeftRight } from 'lucide-react';
import { memo, useState } from 'react';
import { formatDateTime } from '../../../domain/calendar/day.ts';
import { scoreColour } from '../../../domain/exchanges/rules.ts';
import type { ExchangeRequest } from '../../../domain/exchanges/schema.ts';
import { formatMinutes } from '../../../domain/shifts/duty.ts';
import { roleNames } from '../../../domain/users/schema.ts';
import { useSignedIn } from '../../auth/session.ts';
import { Badge, type BadgeVariant } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { classNames } from '../../ui/classNames.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useExchangeScreen } from '../exchangeScreen.ts';
import { CardRow } from './CardRow.tsx';
import { ColleagueActions, Mirror } from './ColleagueActions.tsx';
import { DutyPair } from './DutyPair.tsx';
import { describeExchange, type ExchangeView } from './exchangeView.ts';
import { ClosedActions, OwnActions } from './OwnActions.tsx';
import { actionsOf } from './requestState.ts';
import { WeeksDisclosure } from './WeeksPreview.tsx';

interface ExchangeCardProps {
  request: ExchangeRequest;
  isHighlighted: boolean;
  /** It waits for the viewer: open from the start. */
  startsOpen?: boolean;
}

/** A request as the viewer sees it: two lines, which open to what changes hands and what they can do about it. */
export const ExchangeCard = memo(function ExchangeCard(props: ExchangeCardProps) {
  const { request, isHighlighted, startsOpen = false } = props;
  const view = describeExchange(request, useSignedIn().user.id);
  const { isOpen, toggle } = useOpening(startsOpen, isHighlighted);
  const id = cardId(request.id);
  const row = { titleId: `${id}-title`, bodyId: `${id}-body`, isOpen, onToggle: toggle };
  return (
    <Card
      as="article"
      id={id}
      tabIndex={-1}
      aria-labelledby={row.titleId}
      className={classNames('@container p-0! md:p-0!', highlightLook(isHighlighted))}
    >
      <CardRow request={request} view={view} {...row} />
      {isOpen ? (
        <div id={row.bodyId} className="flex flex-col gap-3 px-4 pb-4 md:px-5 md:pb-5">
          <CardFacts request={request} view={view} />
          <DutyPair gives={view.gives} receives={view.receives} tense={view.tense} />
          {view.wanted ? <p>{view.wanted}</p> : null}
          {view.preview ? <WeeksDisclosure preview={view.preview} /> : null}
          {request.message ? <Message text={request.message} /> : null}
          {view.mirror ? <MirrorNote text={view.mirror} /> : null}
          {view.note ? <p className="font-medium">{view.note}</p> : null}
          {view.isOwn && request.mirrorId ? <OwnMirror requestId={request.mirrorId} /> : null}
          <ExchangeActions request={request} />
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

/** Which week it is about, who asks, and how well the two fit where that is not wholly. */
function CardFacts({ request, view }: { request: ExchangeRequest; view: ExchangeView }) {
  return (
    <div>
      {/* of a day for a day the row above says it */}
      {view.period === null || request.kind === 'giorno' ? null : (
        <p className="tabular font-medium">{view.period}</p>
      )}
      <div className="tabular flex flex-wrap items-center gap-x-3 text-caption text-soft">
        <Origin request={request} isOwn={view.isOwn} />
        {view.hasScore ? <MatchScore score={request.matchScore} /> : null}
      </div>
    </div>
  );
}

/** When an own request was published; of a colleague's what the two must have in common, which drivers all have. */
function Origin({ request, isOwn }: { request: ExchangeRequest; isOwn: boolean }) {
  const { createdAt, kind, requesterRole, requesterContractHours: hours } = request;
  if (isOwn) {
    return (
      <p>
        Pubblicata il <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
      </p>
    );
  }
  return kind === 'turno' ? <p>{`${roleNames[requesterRole]}, ${formatMinutes(hours * 60)}`}</p> : null;
}

function MirrorNote({ text }: { text: string }) {
  return (
    <p className="flex items-start gap-2 rounded-md border border-accent bg-accent-soft px-3 py-2 font-medium">
      <ArrowLeftRight aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent" />
      <span className="min-w-0">{text}</span>
    </p>
  );
}

/** On an own request: the colleague's that mirrors it. */
function OwnMirror({ requestId }: { requestId: string }) {
  const { ask, show } = useExchangeScreen();
  return (
    <Mirror
      requestId={requestId}
      isPublished
      onAsk={(request) => ask({ kind: 'pre-accept', request })}
      onMirror={show}
    />
  );
}

function Message({ text }: { text: string }) {
  return (
    <blockquote className="border-l-3 border-line pl-3 whitespace-pre-line text-soft">{text}</blockquote>
  );
}

const looks: Record<ReturnType<typeof scoreColour>, BadgeVariant> = {
  green: 'success',
  yellow: 'warn',
  blue: 'accent',
};

/** How well two people fit for a swap, 0 to 100. */
function MatchScore({ score }: { score: number }) {
  return <Badge variant={looks[scoreColour(score)]}>Compatibilità {score}%</Badge>;
}

/** The foot of a card: what the viewer can do, or in plain words why they cannot. */
function ExchangeActions({ request }: { request: ExchangeRequest }) {
  const actions = actionsOf(request, useSignedIn().user.id);
  if (actions.canManage) return <OwnActions request={request} />;
  if (actions.canClear) return <ClosedActions request={request} />;
  return <ColleagueActions request={request} actions={actions} />;
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
