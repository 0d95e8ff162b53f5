import type { Day } from '../../../domain/calendar/day.ts';
import type { Month } from '../../../domain/calendar/month.ts';
import type { ShiftOwner } from '../../../domain/shifts/rules.ts';
import { Button } from '../../ui/Button.tsx';
import { useDuplicationDays } from '../dialog/useDuplicationDays.ts';
import { WeekShortcuts } from './WeekShortcuts.tsx';

interface ChoiceShortcutsProps {
  /** The month on show. */
  month: Month;
  chosen: ReadonlySet<Day>;
  /** Its free weekdays. */
  freeWeekdays: readonly Day[];
  onChange: (chosen: ReadonlySet<Day>) => void;
  owner: ShiftOwner;
  today: Day;
}

/**
 * Many days with one press: all free weekdays of the month, in the taxi worksite whole Saturday-Friday weeks; a copy of
 * the last chosen day to those near it.
 */
export function ChoiceShortcuts(props: ChoiceShortcutsProps) {
  const { chosen, freeWeekdays, onChange, owner, today } = props;
  const isTaxi = owner.variant === 'taxi';
  const lastChosen = [...chosen].at(-1) ?? null;
  const near = useDuplicationDays(lastChosen, owner, today) ?? [];
  const freeNear = near.filter(({ closedReason }) => closedReason === null).map(({ day }) => day);
  const add = (days: readonly Day[]) => ({
    disabled: days.every((day) => chosen.has(day)),
    onClick: () => onChange(new Set([...chosen, ...days])),
  });
  return (
    <div className="flex flex-col gap-2 pt-1">
      {isTaxi && <WeekShortcuts {...props} />}
      <div className="flex flex-wrap gap-2">
        {!isTaxi && (
          <Button variant="quiet" size="small" {...add(freeWeekdays)}>
            Tutti i feriali vuoti
          </Button>
        )}
        {lastChosen !== null && (
          <Button variant="quiet" size="small" {...add(freeNear)}>
            {isTaxi ? 'Duplica sui 15 giorni dopo' : 'Duplica su tutta la settimana'}
          </Button>
        )}
        <Button variant="plain" size="small" disabled={chosen.size === 0} onClick={() => onChange(new Set())}>
          Togli tutti
        </Button>
      </div>
    </div>
  );
}
