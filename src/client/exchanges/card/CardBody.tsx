import { ArrowLeftRight } from 'lucide-react';
import { formatDateTime } from '../../../domain/calendar/day.ts';
import type { ExchangeRow } from '../../../domain/exchanges/schema.ts';
import { formatMinutes } from '../../../domain/shifts/duty.ts';
import { roleNames } from '../../../domain/users/schema.ts';
import { useSignedIn } from '../../auth/session.ts';
import { QueryStatus } from '../../data/QueryStatus.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { isCard, type ShownRequest } from '../api.ts';
import { useExchangeScreen } from '../exchangeScreen.ts';
import { ColleagueActions, Mirror } from './ColleagueActions.tsx';
import { DutyPair } from './DutyPair.tsx';
import { describeExchange, type ExchangeView } from './exchangeView.ts';
import { ClosedActions, OwnActions } from './OwnActions.tsx';
import { actionsOf } from './requestState.ts';
import { WeeksDisclosure } from './WeeksPreview.tsx';
import { useWholeCard, type WholeCard } from './wholeCard.ts';

/** An open card: rendered from its row at once, then from the whole card if that has more data. */
export function CardBody({ row }: { row: ExchangeRow }) {
  const viewerId = useSignedIn().user.id;
  const card = useWholeCard(row, viewerId);
  const request: ShownRequest = card.request ?? row;
  const view = describeExchange(request, viewerId);
  return (
    <>
      <CardFacts row={request} view={view} />
      <DutyPair gives={view.gives} receives={view.receives} tense={view.tense} />
      {view.wanted ? <p>{view.wanted}</p> : null}
      {view.preview ? <WeeksDisclosure preview={view.preview} /> : <MissingPart row={row} card={card} />}
      {request.message ? <Message text={request.message} /> : null}
      {view.mirror ? <MirrorNote text={view.mirror} /> : null}
      {view.note ? <p className="font-medium">{view.note}</p> : null}
      {isCard(request) && view.isOwn && request.mirrorId ? <OwnMirror requestId={request.mirrorId} /> : null}
      <ExchangeActions request={request} />
    </>
  );
}

/** Placeholder for the whole card's data, or the error. */
function MissingPart({ row, card }: { row: ExchangeRow; card: WholeCard }) {
  return (
    <QueryStatus query={card} failed="Non riesco a caricare tutta la richiesta.">
      {row.weeks && row.status === 'aperta' ? <Skeleton className="h-11" /> : null}
    </QueryStatus>
  );
}

/** The week and the requester. */
function CardFacts({ row, view }: { row: ExchangeRow; view: ExchangeView }) {
  return (
    <div>
      {/* for a `giorno` the row above says it */}
      {view.period === null || row.kind === 'giorno' ? null : (
        <p className="tabular font-medium">{view.period}</p>
      )}
      <div className="tabular text-caption text-soft">
        <Origin row={row} isOwn={view.isOwn} />
      </div>
    </div>
  );
}

/** Own request: when it was published. A colleague's: the required role and hours, which all drivers share. */
function Origin({ row, isOwn }: { row: ExchangeRow; isOwn: boolean }) {
  const { createdAt, kind, requesterRole, requesterContractHours: hours } = row;
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

/** The colleague's mirror image of an own request. */
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

/** A card's actions, or the reason why there are none. */
function ExchangeActions({ request }: { request: ShownRequest }) {
  const actions = actionsOf(request, useSignedIn().user.id);
  if (actions.canManage) return <OwnActions request={request} />;
  if (actions.canClear) return <ClosedActions request={request} />;
  return <ColleagueActions request={request} actions={actions} />;
}
