import { formatMonth, type Month } from '../../domain/calendar/month.ts';
import { useSignedIn } from '../auth/session.ts';

/** Whose month it is, for the printed sheet alone. */
export function PrintTitle({ month }: { month: Month }) {
  const { user, worksite } = useSignedIn();
  return (
    <p className="print-sheet-part hidden text-title font-semibold print:block">
      {user.firstName} {user.lastName}, {formatMonth(month)} ({worksite.name})
    </p>
  );
}
