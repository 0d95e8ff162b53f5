import { memo } from 'react';
import type { ExchangeRequest } from '../../domain/exchanges/schema.ts';
import { formatMinutes } from '../../domain/shifts/duty.ts';
import { roleNames } from '../../domain/users/schema.ts';
import { useSignedIn } from '../auth/session.ts';
import { Badge, type BadgeVariant } from '../ui/Badge.tsx';
import { Card } from '../ui/Card.tsx';
import { cardId, highlightLook } from './cardLook.ts';
import { DutyPair } from './DutyPair.tsx';
import { ExchangeActions } from './ExchangeActions.tsx';
import { describeExchange, type ExchangeView, type LabelTone } from './exchangeView.ts';
import { formatInstant } from './instants.ts';
import { whenOf } from './kindTexts.ts';
import { MatchScore } from './MatchScore.tsx';
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
        {view.note ? <p className="font-medium">{view.note}</p> : null}
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
        {view.isOwn || request.status !== 'aperta' ? null : <MatchScore score={request.matchScore} />}
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
        Pubblicata il <time dateTime={createdAt}>{formatInstant(createdAt)}</time>
      </p>
    );
  }
  return kind === 'turno' ? <p>{`${roleNames[requesterRole]}, ${formatMinutes(hours * 60)}`}</p> : null;
}

function Message({ text }: { text: string }) {
  return (
    <blockquote className="border-l-3 border-line pl-3 whitespace-pre-line text-soft">{text}</blockquote>
  );
}
