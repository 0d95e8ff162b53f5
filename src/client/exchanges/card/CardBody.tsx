import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight } from 'lucide-react';
import { formatDateTime } from '../../../domain/calendar/day.ts';
import { scoreColour } from '../../../domain/exchanges/rules.ts';
import type { ExchangeRequest, ExchangeRow } from '../../../domain/exchanges/schema.ts';
import { formatMinutes } from '../../../domain/shifts/duty.ts';
import { roleNames } from '../../../domain/users/schema.ts';
import { useSignedIn } from '../../auth/session.ts';
import { QueryStatus } from '../../data/QueryStatus.tsx';
import { Badge, type BadgeVariant } from '../../ui/Badge.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { exchangeRequestQuery } from '../api.ts';
import { useExchangeScreen } from '../exchangeScreen.ts';
import { ColleagueActions, Mirror } from './ColleagueActions.tsx';
import { DutyPair } from './DutyPair.tsx';
import { describeRow, type RowView } from './exchangeView.ts';
import { ClosedActions, OwnActions } from './OwnActions.tsx';
import { actionsOf } from './requestState.ts';
import { previewOf } from './swapPreview.ts';
import { WeeksDisclosure } from './WeeksPreview.tsx';

/** An opened card: what its row knows stands there at once, what can be done about it comes with the whole card. */
export function CardBody({ row }: { row: ExchangeRow }) {
  const card = useQuery(exchangeRequestQuery(row.id));
  // one that was read before may be older than the row while it is read again
  const isOld = card.isFetching && !card.isFetchedAfterMount;
  const request = isOld ? undefined : card.data;
  const view = describeRow(request ?? row, useSignedIn().user.id);
  const preview = request && previewOf(request, view.isOwn);
  return (
    <>
      <CardFacts row={request ?? row} view={view} />
      <DutyPair gives={view.gives} receives={view.receives} tense={view.tense} />
      {view.wanted ? <p>{view.wanted}</p> : null}
      {preview ? <WeeksDisclosure preview={preview} /> : null}
      {row.message ? <Message text={row.message} /> : null}
      {view.mirror ? <MirrorNote text={view.mirror} /> : null}
      {request ? (
        <WhatToDo request={request} view={view} />
      ) : (
        <QueryStatus
          query={{ ...card, isPending: card.isPending || isOld }}
          failed="Non riesco a caricare la richiesta."
        >
          <div role="status">
            <span className="sr-only">Carico la richiesta…</span>
            <Skeleton className="h-11" />
          </div>
        </QueryStatus>
      )}
    </>
  );
}

/** Where the request stands, and what the viewer can do about it. */
function WhatToDo({ request, view }: { request: ExchangeRequest; view: RowView }) {
  const note = view.noteOf(request);
  return (
    <>
      {note ? <p className="font-medium">{note}</p> : null}
      {view.isOwn && request.mirrorId ? <OwnMirror requestId={request.mirrorId} /> : null}
      <ExchangeActions request={request} />
    </>
  );
}

/** Which week it is about, who asks, and how well the two fit where that is not wholly. */
function CardFacts({ row, view }: { row: ExchangeRow; view: RowView }) {
  return (
    <div>
      {/* of a day for a day the row above says it */}
      {view.period === null || row.kind === 'giorno' ? null : (
        <p className="tabular font-medium">{view.period}</p>
      )}
      <div className="tabular flex flex-wrap items-center gap-x-3 text-caption text-soft">
        <Origin row={row} isOwn={view.isOwn} />
        {view.hasScore ? <MatchScore score={row.matchScore} /> : null}
      </div>
    </div>
  );
}

/** When an own request was published; of a colleague's what the two must have in common, which drivers all have. */
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
