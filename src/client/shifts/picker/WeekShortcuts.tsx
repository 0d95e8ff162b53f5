import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useId } from 'react';
import type { Day } from '../../../domain/calendar/day.ts';
import type { Month } from '../../../domain/calendar/month.ts';
import { formatWeek } from '../../../domain/calendar/weekNames.ts';
import type { ShiftOwner } from '../../../domain/shifts/rules.ts';
import { classNames } from '../../ui/classNames.ts';
import { LetterBadge } from '../../ui/LetterBadge.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { calendarShiftsQuery } from '../api.ts';
import { markOf } from '../marks.ts';
import { openWeeksOf, type TaxiWeek, taxiWeekOf } from './taxiWeeks.ts';

interface WeekShortcutsProps {
  month: Month;
  chosen: ReadonlySet<Day>;
  onChange: (chosen: ReadonlySet<Day>) => void;
  owner: ShiftOwner;
  today: Day;
}

/** The Saturday-Friday weeks of a month, each with one press: all its free days, or none of them again. */
export function WeekShortcuts({ month, chosen, onChange, owner, today }: WeekShortcutsProps) {
  const titleId = useId();
  const weeks = openWeeksOf(month, today);
  const [first, last] = [weeks.at(0), weeks.at(-1)];
  const { data } = useQuery({
    ...calendarShiftsQuery({ from: first?.from ?? '', to: last?.to ?? '' }),
    enabled: first !== undefined,
  });
  if (weeks.length === 0) return null;
  const toggle = (days: readonly Day[], isWhole: boolean): void => {
    const changed = new Set(chosen);
    for (const day of days) {
      if (isWhole) changed.delete(day);
      else changed.add(day);
    }
    onChange(changed);
  };
  return (
    <section aria-labelledby={titleId} className="@container flex flex-col gap-1 pb-1">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h3 id={titleId} className="text-caption text-soft">
          Tutta la settimana, solo i giorni vuoti
        </h3>
        <LinkButton to="/shifts/fill" variant="plain" size="small">
          5+2 con i riposi
        </LinkButton>
      </div>
      <div className="grid grid-cols-2 gap-2 @max-[16rem]:grid-cols-1">
        {weeks.map((week) => {
          const known = data && taxiWeekOf(week, data, today, owner);
          const isWhole = known !== undefined && known.freeDays.length > 0 && hasAll(chosen, known.freeDays);
          return (
            <WeekButton
              key={week.from}
              week={known ?? { ...week, freeDays: [], shiftType: null }}
              isKnown={known !== undefined}
              isChosen={isWhole}
              onPress={() => known && toggle(known.freeDays, isWhole)}
            />
          );
        })}
      </div>
    </section>
  );
}

const hasAll = (chosen: ReadonlySet<Day>, days: readonly Day[]): boolean =>
  days.every((day) => chosen.has(day));

interface WeekButtonProps {
  week: TaxiWeek;
  isKnown: boolean;
  isChosen: boolean;
  onPress: () => void;
}

function WeekButton({ week, isKnown, isChosen, onPress }: WeekButtonProps) {
  const { freeDays, shiftType } = week;
  const mark = shiftType && markOf({ workLocation: 'sede', shiftType }, 'taxi');
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      disabled={freeDays.length === 0}
      onClick={onPress}
      className={classNames(
        'flex min-h-14 items-center justify-between gap-2 rounded-md border px-3 py-1 text-left transition-colors duration-150',
        'disabled:border-line disabled:text-soft',
        isChosen
          ? 'border-accent bg-accent text-on-accent'
          : 'border-edge bg-surface enabled:hover:border-accent',
      )}
    >
      <span className="tabular min-w-0 text-caption">
        <VisuallyHidden>Settimana </VisuallyHidden>
        <span className="block font-semibold">{formatWeek(week)}</span>
        <VisuallyHidden>, </VisuallyHidden>
        <span className={classNames('block min-h-5', !isChosen && 'text-soft')}>
          {isKnown && freeText(freeDays.length)}
        </span>
        {mark && <VisuallyHidden>, {mark.name}</VisuallyHidden>}
      </span>
      {isChosen && <Check aria-hidden="true" className="size-5 shrink-0" strokeWidth={3} />}
      {!isChosen && mark && <LetterBadge letter={mark.letter} tone={mark.tone} size="small" />}
    </button>
  );
}

function freeText(count: number): string {
  if (count === 0) return 'già piena';
  return count === 1 ? 'un giorno vuoto' : `${count} giorni vuoti`;
}
