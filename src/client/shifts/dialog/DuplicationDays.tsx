import { useId } from 'react';
import { type Day, saturdayWeekOf } from '../../../domain/calendar/day.ts';
import { formatWeek } from '../../../domain/calendar/weekNames.ts';
import type { WorksiteVariant } from '../../../domain/worksites/schema.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { nameOfDay } from '../dayNames.ts';
import type { RefusedDay } from '../form/refusedDays.ts';
import type { DuplicationDay } from './useDuplicationDays.ts';

interface DuplicationDaysProps {
  days: readonly DuplicationDay[];
  variant: WorksiteVariant;
  chosen: readonly Day[];
  onChange: (chosen: readonly Day[]) => void;
  refused: readonly RefusedDay[];
}

/** The days a copy can go to, ticked one by one or all empty ones at once; for drivers by week. */
export function DuplicationDays({ days, variant, ...choice }: DuplicationDaysProps) {
  if (variant === 'standard') return <DayGroup title="In quali giorni?" days={days} {...choice} />;
  const weeks = Map.groupBy(days, ({ day }) => saturdayWeekOf(day).from);
  return (
    <div className="flex flex-col gap-4">
      <p className="font-medium">In quali giorni?</p>
      {[...weeks].map(([from, ofWeek]) => (
        <DayGroup key={from} title={formatWeek(saturdayWeekOf(from))} days={ofWeek} {...choice} />
      ))}
    </div>
  );
}

interface DayGroupProps extends Omit<DuplicationDaysProps, 'variant'> {
  title: string;
}

function DayGroup({ title, days, chosen, onChange, refused }: DayGroupProps) {
  const titleId = useId();
  const free = days.filter(({ closedReason }) => closedReason === null).map(({ day }) => day);
  const isWhole = free.every((day) => chosen.includes(day));
  const toggle = (day: Day): void =>
    onChange(chosen.includes(day) ? chosen.filter((other) => other !== day) : [...chosen, day]);
  return (
    <div role="group" aria-labelledby={titleId}>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
        <p id={titleId} className="tabular font-medium">
          {title}
        </p>
        {free.length > 1 && (
          <Button
            variant="plain"
            size="small"
            className="-mr-3"
            onClick={() =>
              onChange([...chosen.filter((day) => !free.includes(day)), ...(isWhole ? [] : free)])
            }
          >
            {isWhole ? 'Nessuno di questi' : 'Tutti i vuoti'}
          </Button>
        )}
      </div>
      {days.map(({ day, closedReason }) => (
        <Checkbox
          key={day}
          checked={chosen.includes(day)}
          // a chosen day that has been filled since can still be unticked
          disabled={closedReason !== null && !chosen.includes(day)}
          hint={closedReason ?? undefined}
          error={refused.find((no) => no.day === day)?.reason}
          onChange={() => toggle(day)}
        >
          <span className="tabular">{nameOfDay(day)}</span>
        </Checkbox>
      ))}
    </div>
  );
}
