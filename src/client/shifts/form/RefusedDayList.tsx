import { daysByReason, listDays } from '../dayLists.ts';
import type { RefusedDay } from './refusedDays.ts';

/** Refused days with the reason, those with the same one together. */
export function RefusedDayList({ refused }: { refused: readonly RefusedDay[] }) {
  return (
    <ul className="my-1 flex flex-col gap-1">
      {daysByReason(refused).map(({ reason, days }) => (
        <li key={reason} className="tabular">
          <span className="font-medium">{listDays(days)}</span>: {reason}
        </li>
      ))}
    </ul>
  );
}
