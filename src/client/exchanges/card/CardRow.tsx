import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { Fragment } from 'react';
import { type Day, formatMediumDay } from '../../../domain/calendar/day.ts';
import type { ExchangeRow } from '../../../domain/exchanges/schema.ts';
import { formatShortTimes, isWorking, shiftTypeNames } from '../../../domain/shifts/duty.ts';
import type { Entry } from '../../../domain/shifts/rules.ts';
import { useSignedIn } from '../../auth/session.ts';
import { markOf } from '../../shifts/marks.ts';
import { Badge, type BadgeVariant } from '../../ui/Badge.tsx';
import { classNames } from '../../ui/classNames.ts';
import { FoldButton } from '../../ui/FoldButton.tsx';
import { previewQuery } from '../api.ts';
import { useExchangeScreen } from '../exchangeScreen.ts';
import { whenOf } from '../kindTexts.ts';
import { type ExchangeView, scoreLook } from './exchangeView.ts';
import type { LabelTone } from './requestState.ts';
import type { Side } from './swapSides.ts';

interface CardRowProps {
  request: ExchangeRow;
  view: ExchangeView;
  titleId: string;
  bodyId: string;
  isOpen: boolean;
}

const labelLooks: Record<LabelTone, BadgeVariant> = {
  turn: 'accent',
  good: 'success',
  waiting: 'warn',
  off: 'neutral',
};

/** A request in two lines: day, requester and both sides; a press expands the card. */
export function CardRow({ request, view, titleId, bodyId, isOpen }: CardRowProps) {
  const { openCard } = useExchangeScreen();
  const { label, mirror, isOwn } = view;
  return (
    <FoldButton
      isOpen={isOpen}
      onToggle={() => openCard(isOpen ? '' : request.id)}
      {...(isOpen && { controls: bodyId })}
      className="min-h-16 flex-wrap items-center gap-3 rounded-lg px-3 py-2.5 -outline-offset-2 transition-colors duration-150 active:bg-accent-soft [&>svg]:ml-auto md:[&>svg]:-rotate-90"
    >
      <DayColumn day={request.weeks?.offered.from ?? request.offeredShift.date} />
      {/* large text goes below the day */}
      <span className="min-w-0 flex-1 basis-36">
        <span className="flex flex-wrap items-center gap-x-2">
          <span id={titleId} className="font-semibold">
            {isOwn ? <span className="sr-only">La tua richiesta: </span> : null}
            {view.title}
            <span className="sr-only">, {whenOf(request)}</span>
          </span>
          {label ? <Badge variant={labelLooks[label.tone]}>{label.text}</Badge> : null}
          {mirror && !label ? <Badge variant="success">Perfetto</Badge> : null}
          <MatchScore score={request.matchScore} />
        </span>
        <span className="tabular mt-0.5 block text-caption text-soft">
          <Summary request={request} view={view} isOpen={isOpen} />
        </span>
      </span>
    </FoldButton>
  );
}

/** 'gio', and below it '3 dic'; hidden from screen readers, since the title contains it. */
function DayColumn({ day }: { day: Day }) {
  const [weekday, number, month] = formatMediumDay(day).split(' ');
  return (
    <span
      aria-hidden="true"
      className="tabular w-9 shrink-0 text-center text-caption leading-tight text-soft"
    >
      {weekday}
      <span className="block text-lead leading-tight font-semibold text-ink">{number}</span>
      {month}
    </span>
  );
}

/** The match score, 0 to 100. */
const MatchScore = ({ score }: { score: number }) => (
  <Badge variant={scoreLook(score)}>
    <span className="sr-only">, compatibilità </span>
    {score}%
  </Badge>
);

/**
 * '6–14 → 14–22, cerca mattina': the viewer's duty before and after; a sentence for a swap of days; the reason if it
 * cannot be accepted.
 */
function Summary({ request, view, isOpen }: Pick<CardRowProps, 'request' | 'view' | 'isOpen'>) {
  const { isOwn, gives, receives, mirror } = view;
  const { requestedShiftType: wanted, ownDuties, preAccept, status } = request;
  const [own] = ownDuties;
  const isRefused = !isOwn && request.tab === 'disponibili' && !preAccept.isAllowed;
  // an open card shows the reason below
  if (isRefused && !isOpen && preAccept.reason) return preAccept.reason;
  if (isOwn && status === 'aperta' && request.preAcceptanceCount === 0) return <CanTake request={request} />;
  const isOther = !isOwn && wanted !== null && own !== undefined && wanted !== own.shiftType;
  return (
    <>
      {request.kind === 'giorno' ? view.period : <Trade gives={gives} receives={receives} />}
      {!mirror && isOther && status === 'aperta' ? `, cerca ${shiftTypeNames[wanted]}` : null}
    </>
  );
}

/** How many colleagues could take an own request now, if that may be disclosed. */
function CanTake({ request: { kind, offeredShiftId, requestedShiftType } }: { request: ExchangeRow }) {
  const isCounted = kind === 'turno' && offeredShiftId !== null;
  const sought = { kind: 'turno', shiftId: offeredShiftId ?? '', wanted: requestedShiftType } as const;
  const { data } = useQuery({ ...previewQuery({ ...sought, requestedDate: '' }), enabled: isCounted });
  const count = isCounted ? (data?.colleagueCount ?? null) : null;
  if (count === null) return 'Nessuna offerta per ora';
  if (count === 0) return 'Per ora nessuno può';
  return count === 1 ? '1 collega può accettare' : `${count} possono accettare`;
}

function Trade({ gives, receives }: Pick<ExchangeView, 'gives' | 'receives'>) {
  return (
    <>
      {'text' in gives ? null : (
        <>
          <InWords side={gives} />
          <span className="sr-only"> in cambio di </span>
          <ArrowRight aria-hidden="true" className="mx-1 inline size-3.5" />
        </>
      )}
      <InWords side={receives} />
    </>
  );
}

/** One side in short: times without line breaks, a named shift, or a week. */
function InWords({ side }: { side: Side }) {
  if ('text' in side) return side.text;
  if ('weekly' in side) {
    const mark = markOf(side.weekly, 'taxi');
    return <Toned tone={mark.tone} text={side.when ? `${mark.name} ${side.when}` : mark.name} />;
  }
  return side.duties.map((duty, index) => (
    <Fragment key={duty.date}>
      {index > 0 ? ', ' : null}
      <ShortTimes duty={duty} />
    </Fragment>
  ));
}

function ShortTimes({ duty }: { duty: Entry }) {
  const { tone } = markOf(duty, useSignedIn().worksite.variant);
  const text = isWorking(duty) ? formatShortTimes(duty) : formatMediumDay(duty.date);
  return <Toned tone={tone} text={text} />;
}

/** Text in the calendar's colour. */
const Toned = ({ tone, text }: { tone: string; text: string }) => (
  <span
    data-tone={tone}
    className={classNames(
      'rounded-sm box-decoration-clone bg-tone-soft px-1.5 py-0.5 font-semibold text-tone-ink',
      // times stay on one line, the days of a week need not
      !text.includes(' ') && 'whitespace-nowrap',
    )}
  >
    {text}
  </span>
);
