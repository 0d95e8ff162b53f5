import type { Day, Week } from '../../../domain/calendar/day.ts';
import { classNames } from '../../ui/classNames.ts';
import { TeamDay } from './TeamDay.tsx';

interface ViewSwitchProps {
  week: Week | null;
  today: Day;
  onShow: (day: Day | null) => void;
}

/** Month or week, and who else works. */
export function ViewSwitch({ week, today, onShow }: ViewSwitchProps) {
  const views = [
    { name: 'Mese', isShown: week === null, show: () => onShow(null) },
    { name: 'Settimana', isShown: week !== null, show: () => onShow(week?.from ?? today) },
  ];
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <div role="group" aria-label="Vista" className="flex flex-wrap gap-1 rounded-md bg-sunken p-1">
        {views.map(({ name, isShown, show }) => (
          <button
            key={name}
            type="button"
            aria-pressed={isShown}
            onClick={show}
            className={classNames(
              'min-h-11 rounded-sm px-[min(1rem,4vw)] text-caption font-semibold',
              isShown ? 'bg-surface text-ink shadow-raised' : 'text-soft hover:text-ink',
            )}
          >
            {name}
          </button>
        ))}
      </div>
      <TeamDay today={today} />
    </div>
  );
}
