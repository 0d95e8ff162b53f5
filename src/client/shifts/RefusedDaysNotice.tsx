import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { countDays, daysByReason, listDays } from './dayLists.ts';
import type { RefusedDay } from './refusedDays.ts';

interface RefusedDaysNoticeProps {
  refused: readonly RefusedDay[];
  /** Takes these days out of the choice. */
  onRemove: () => void;
}

/** Before anything is sent: on which chosen days the entry does not fit into its week, and the way out. */
export function RefusedDaysNotice({ refused, onRemove }: RefusedDaysNoticeProps) {
  if (refused.length === 0) return null;
  return (
    <Notice variant="warn" title={`Questo turno non va bene per ${countDays(refused.length)}`}>
      <ul className="my-1 flex flex-col gap-1">
        {daysByReason(refused).map(({ reason, days }) => (
          <li key={reason} className="tabular">
            <span className="font-medium">{listDays(days)}</span>: {reason}
          </li>
        ))}
      </ul>
      <Button variant="quiet" size="small" onClick={onRemove}>
        {refused.length === 1 ? 'Togli questo giorno' : 'Togli questi giorni'}
      </Button>
    </Notice>
  );
}
