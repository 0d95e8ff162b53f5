import { ArrowRight } from 'lucide-react';
import { Fragment } from 'react';
import { formatMediumDay } from '../../../domain/calendar/day.ts';
import type { ExchangeRow } from '../../../domain/exchanges/schema.ts';
import { formatClockTimes, isWorking, shiftTypeNames } from '../../../domain/shifts/duty.ts';
import { markOf } from '../../shifts/marks.ts';
import { Badge, type BadgeVariant } from '../../ui/Badge.tsx';
import { FoldButton } from '../../ui/FoldButton.tsx';
import { LetterBadge } from '../../ui/LetterBadge.tsx';
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
  onToggle: () => void;
  /** The person is about to press it. */
  onReach: () => void;
}

const labelLooks: Record<LabelTone, BadgeVariant> = {
  turn: 'accent',
  good: 'success',
  waiting: 'warn',
  off: 'neutral',
};

/** A request in two lines: whose it is, and what for what; pressed, it opens to all there is. */
export function CardRow({ request, view, titleId, bodyId, isOpen, onToggle, onReach }: CardRowProps) {
  const variant = request.weeks ? 'taxi' : 'standard';
  const mark = markOf(request.offeredShift, variant);
  return (
    <FoldButton
      isOpen={isOpen}
      onToggle={onToggle}
      onReach={onReach}
      {...(isOpen && { controls: bodyId })}
      className="min-h-16 items-center gap-3 rounded-lg px-4 py-2.5 -outline-offset-2 transition-colors duration-150 active:bg-accent-soft md:px-5"
    >
      <span className="contents @max-[14rem]:hidden">
        <LetterBadge letter={mark.letter} tone={mark.tone} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2">
          <span id={titleId} className="font-semibold">
            {view.title}
            <span className="sr-only">, {whenOf(request)}</span>
          </span>
          {view.label ? <Badge variant={labelLooks[view.label.tone]}>{view.label.text}</Badge> : null}
          {view.mirror && !view.label ? <Badge variant="success">Perfetto</Badge> : null}
          <MatchScore score={request.matchScore} />
        </span>
        <span className="tabular block text-caption text-soft">
          <Summary request={request} view={view} isOpen={isOpen} />
        </span>
      </span>
    </FoldButton>
  );
}

/** How well the two fit, 0 to 100. */
const MatchScore = ({ score }: { score: number }) => (
  <Badge variant={scoreLook(score)}>
    <span className="sr-only">, compatibilità </span>
    {score}%
  </Badge>
);

/**
 * '06:00–14:00 → 14:00–22:00, cerca mattina': what the viewer has and would have, in a swap of days in a sentence; of what
 * cannot be taken why.
 */
function Summary({ request, view, isOpen }: Pick<CardRowProps, 'request' | 'view' | 'isOpen'>) {
  const { isOwn, gives, receives, mirror } = view;
  const { requestedShiftType: wanted, ownDuties, preAccept } = request;
  const [own] = ownDuties;
  const isRefused = !isOwn && request.tab === 'disponibili' && !preAccept.isAllowed;
  // once it is open the reason stands below
  if (isRefused && !isOpen && preAccept.reason) return preAccept.reason;
  const isOther = !isOwn && wanted !== null && own !== undefined && wanted !== own.shiftType;
  return (
    <>
      {request.kind === 'giorno' ? view.period : <Trade gives={gives} receives={receives} />}
      {!mirror && isOther && request.status === 'aperta' ? `, cerca ${shiftTypeNames[wanted]}` : null}
    </>
  );
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

/** One side in a few words: times, which do not break; a named shift; a week. */
function InWords({ side }: { side: Side }) {
  if ('text' in side) return side.text;
  if ('weekly' in side) {
    const { name } = markOf(side.weekly, 'taxi');
    return side.when ? `${name} ${side.when}` : name;
  }
  return side.duties.map((duty, index) => {
    const times = isWorking(duty) ? formatClockTimes(duty) : '';
    return (
      <Fragment key={duty.date}>
        {index > 0 ? ', ' : null}
        <span className="whitespace-nowrap">{times === '' ? formatMediumDay(duty.date) : times}</span>
      </Fragment>
    );
  });
}
