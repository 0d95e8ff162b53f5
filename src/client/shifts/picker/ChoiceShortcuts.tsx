import { addDays, type Day, daysOf } from '../../../domain/calendar/day.ts';
import { countingWeekOf } from '../../../domain/shifts/bulk.ts';
import type { ShiftOwner } from '../../../domain/shifts/rules.ts';
import { Button } from '../../ui/Button.tsx';
import { useShiftsByDay } from '../calendar/useShiftsByDay.ts';
import { duplicationDays } from '../dialog/duplication.ts';
import { closedReason } from '../form/refusedDays.ts';

interface ChoiceShortcutsProps {
  chosen: ReadonlySet<Day>;
  /** Of the month on show. */
  freeWeekdays: readonly Day[];
  onChange: (chosen: ReadonlySet<Day>) => void;
  owner: ShiftOwner;
  today: Day;
}

/** Many days with one press: the free weekdays of the month, the week of the last chosen day, for drivers the 15 days after it. */
export function ChoiceShortcuts({ chosen, freeWeekdays, onChange, owner, today }: ChoiceShortcutsProps) {
  const isTaxi = owner.variant === 'taxi';
  const lastChosen = [...chosen].at(-1);
  const base = lastChosen ?? today;
  const week = countingWeekOf(base, owner);
  const { query, byDay } = useShiftsByDay({ from: week.from, to: addDays(base, 15) });
  const freeOf = (days: readonly Day[]): Day[] =>
    query.isPending ? [] : days.filter((day) => closedReason(day, today, byDay.get(day), owner) === null);
  const add = (days: readonly Day[]) => ({
    disabled: days.every((day) => chosen.has(day)),
    onClick: () => onChange(new Set([...chosen, ...days])),
  });
  return (
    <div className="flex flex-wrap gap-2 pt-1">
      {!isTaxi && (
        <Button variant="quiet" size="small" {...add(freeWeekdays)}>
          Tutti i feriali vuoti
        </Button>
      )}
      {lastChosen !== undefined && (
        <Button variant="quiet" size="small" {...add(freeOf(daysOf(week)))}>
          {isTaxi ? 'Tutta la settimana, sab–ven' : 'Duplica su tutta la settimana'}
        </Button>
      )}
      {lastChosen !== undefined && isTaxi && (
        <Button variant="quiet" size="small" {...add(freeOf(duplicationDays(base, 'taxi')))}>
          Duplica sui 15 giorni dopo
        </Button>
      )}
      <Button variant="plain" size="small" disabled={chosen.size === 0} onClick={() => onChange(new Set())}>
        Togli tutti
      </Button>
    </div>
  );
}
