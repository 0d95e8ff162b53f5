import { ArrowLeftRight } from 'lucide-react';
import { memo } from 'react';
import { formatDateTime } from '../../../domain/calendar/day.ts';
import { scoreColour } from '../../../domain/exchanges/rules.ts';
import type { ExchangeRequest } from '../../../domain/exchanges/schema.ts';
import { formatMinutes } from '../../../domain/shifts/duty.ts';
import { roleNames } from '../../../domain/users/schema.ts';
import { useSignedIn } from '../../auth/session.ts';
import { Badge, type BadgeVariant } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useExchangeScreen } from '../exchangeScreen.ts';
import { whenOf } from '../kindTexts.ts';
import { ColleagueActions } from './ColleagueActions.tsx';
import { DutyPair } from './DutyPair.tsx';
import { actionsOf } from './exchangeActions.ts';
import { describeExchange, type ExchangeView, type LabelTone } from './exchangeView.ts';
import { Mirror } from './Mirror.tsx';
import { ClosedActions, OwnActions } from './OwnActions.tsx';
import { WeeksDisclosure } from './WeeksPreview.tsx';

interface ExchangeCardProps {
  request: ExchangeRequest;
  isHighlighted: boolean;
}

/** A request as the viewer sees it, with what they can do about it. */
export const ExchangeCard = memo(function ExchangeCard({ request, isHighlighted }: ExchangeCardProps) {
  const view = describeExchange(request, useSignedIn().user.id);
  const id = cardId(request.id);
  return (
    <Card
      as="article"
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      className={highlightLook(isHighlighted)}
    >
      <div className="flex flex-col gap-3">
        <CardHead id={`${id}-title`} request={request} view={view} />
        <DutyPair gives={view.gives} receives={view.receives} tense={view.tense} />
        {view.wanted ? <p>{view.wanted}</p> : null}
        {view.preview ? <WeeksDisclosure preview={view.preview} /> : null}
        {request.message ? <Message text={request.message} /> : null}
        {view.mirror ? <MirrorNote text={view.mirror} /> : null}
        {view.note ? <p className="font-medium">{view.note}</p> : null}
        {view.isOwn && request.mirrorId ? <OwnMirror requestId={request.mirrorId} /> : null}
        <ExchangeActions request={request} />
      </div>
    </Card>
  );
});

const labelLooks: Record<LabelTone, BadgeVariant> = { good: 'success', waiting: 'warn', off: 'neutral' };

function CardHead({ id, request, view }: { id: string; request: ExchangeRequest; view: ExchangeView }) {
  return (
    <header className="flex flex-col gap-0.5">
      <div className="flex items-start justify-between gap-3">
        <h3 id={id} className="min-w-0 text-lead font-semibold">
          {view.title}
          <span className="sr-only">, {whenOf(request)}</span>
        </h3>
        {view.label ? <Badge variant={labelLooks[view.label.tone]}>{view.label.text}</Badge> : null}
      </div>
      {view.period === null ? null : <p className="tabular font-medium">{view.period}</p>}
      <div className="tabular flex flex-wrap items-center gap-x-3 text-caption text-soft">
        <Origin request={request} isOwn={view.isOwn} />
        {view.hasScore ? <MatchScore score={request.matchScore} /> : null}
      </div>
    </header>
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

/** The cards of a list that is on its way. */
export function CardSkeletons({ label }: { label: string }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      <div aria-hidden="true" className={cardGrid}>
        {[1, 2, 3, 4].map((card) => (
          <Card key={card} className="flex flex-col gap-3">
            <Skeleton className="h-6 w-40" />
            <div className="grid grid-cols-2 gap-2">
              <Skeleton className="h-36" />
              <Skeleton className="h-36" />
            </div>
            <Skeleton className="h-12" />
          </Card>
        ))}
      </div>
    </div>
  );
}
