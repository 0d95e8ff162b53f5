import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { formatMediumDay } from '../../../domain/calendar/day.ts';
import type { Duty } from '../../../domain/shifts/duty.ts';
import { useSignedIn } from '../../auth/session.ts';
import { markOf } from '../../shifts/marks.ts';
import { classNames } from '../../ui/classNames.ts';
import { LetterBadge } from '../../ui/LetterBadge.tsx';
import { timeLines, typeAndLength } from '../kindTexts.ts';
import type { Side } from './swapSides.ts';

/** Whether the swap is open, completed, or was not made. */
type Tense = 'coming' | 'done' | 'missed';

const labels: Record<Tense, { gives: string; receives: string }> = {
  coming: { gives: 'Tu dai', receives: 'Tu ricevi' },
  done: { gives: 'Hai dato', receives: 'Hai ricevuto' },
  missed: { gives: 'Avresti dato', receives: 'Avresti ricevuto' },
};

interface DutyPairProps {
  gives: Side;
  receives: Side;
  tense?: Tense | undefined;
}

/** What the viewer gives and receives, side by side; stacked if words would be cut. */
export function DutyPair({ gives, receives, tense = 'coming' }: DutyPairProps) {
  const icon = { 'aria-hidden': true, className: 'size-4 shrink-0' } as const;
  return (
    <div className="@container">
      <dl className="grid grid-cols-2 gap-2 @max-[14rem]:grid-cols-1">
        <SideBox
          label={labels[tense].gives}
          icon={<ArrowUpRight {...icon} />}
          side={gives}
          look="bg-sunken"
        />
        <SideBox
          label={labels[tense].receives}
          icon={<ArrowDownLeft {...icon} />}
          side={receives}
          look={tense === 'missed' ? 'bg-sunken' : 'bg-accent-soft'}
        />
      </dl>
    </div>
  );
}

interface SideBoxProps {
  label: string;
  icon: ReactNode;
  side: Side;
  look: string;
}

function SideBox({ label, icon, side, look }: SideBoxProps) {
  return (
    <div
      className={classNames(
        'flex min-w-0 flex-col gap-2 rounded-md px-2.5 py-3 md:px-3',
        'text' in side ? 'border border-dashed border-edge' : look,
      )}
    >
      <dt className="flex items-center gap-1 text-caption font-semibold text-soft">
        {icon}
        {label}
      </dt>
      <SideLines side={side} />
    </div>
  );
}

function SideLines({ side }: { side: Side }) {
  if ('duties' in side) {
    return side.duties.map((duty) => (
      <dd key={duty.date}>
        <p className="tabular font-medium">{formatMediumDay(duty.date)}</p>
        <DutyLines duty={duty} />
      </dd>
    ));
  }
  if ('text' in side) {
    return (
      <dd>
        {side.when === null ? null : <When text={side.when} />}
        <p className="font-semibold">{side.text}</p>
      </dd>
    );
  }
  return (
    <dd>
      <WeekLines duty={side.weekly} detail={side.detail} />
      {side.when === null ? null : <When text={side.when} />}
    </dd>
  );
}

/** A day, several alternatives, or a week; days are not broken across lines if they fit. */
function When({ text }: { text: string }) {
  return (
    <p className="tabular mt-1 font-medium first:mt-0">
      {text.split(/(?<=–|,| o) /).map((end) => (
        <Fragment key={end}>
          <span className="inline-block max-w-full">{end}</span>{' '}
        </Fragment>
      ))}
    </p>
  );
}

/** A driver's shift for a whole week. */
function WeekLines({ duty, detail }: { duty: Duty; detail: string | null }) {
  const mark = markOf(duty, 'taxi');
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 text-lead font-semibold">
        <LetterBadge letter={mark.letter} tone={mark.tone} size="small" />
        {mark.name}
      </p>
      {timeLines(duty).map((times) => (
        <p key={times} className="tabular mt-1 font-medium">
          {times}
        </p>
      ))}
      {detail === null ? null : <p className="tabular text-caption text-soft">{detail}</p>}
    </>
  );
}

function DutyLines({ duty }: { duty: Duty }) {
  const mark = markOf(duty, useSignedIn().worksite.variant);
  const kind = typeAndLength(duty);
  return (
    <>
      {timeLines(duty).map((times) => (
        <p
          key={times}
          className="tabular text-lead font-semibold whitespace-nowrap @max-[8rem]:text-body @max-[8rem]:whitespace-normal max-[22.5rem]:text-body"
        >
          {times}
        </p>
      ))}
      {kind === '' ? null : <p className="tabular text-caption text-soft">{kind}</p>}
      <p className="mt-2 flex items-center gap-2 text-caption font-medium">
        <LetterBadge letter={mark.letter} tone={mark.tone} size="small" />
        {mark.name}
      </p>
    </>
  );
}
