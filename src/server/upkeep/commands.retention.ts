import { dayInRome, instantInRome } from '../../domain/calendar/day.ts';
import { firstDayKept } from '../../domain/users/retention.ts';
import type { AppContext } from '../platform/context.ts';
import { lockWorksite } from '../worksites/queries.ts';
import { deleteActsBefore, deleteDaysBefore, hasActsBefore, listWorksitesWithDaysBefore } from './queries.ts';

const batch = 1000;
/** Transactions per round; the rest follows in later rounds. */
const mostBatches = 50;

/**
 * Deletes past calendar days and audit entries older than the configured retention. Any number of processes may do so
 * concurrently.
 * @param backUp called before the first deletion; if it fails, nothing is deleted
 */
export async function enforceRetention(context: AppContext, backUp: () => Promise<void>): Promise<void> {
  const { database, clock, settings, log } = context;
  const today = dayInRome(clock.now());
  const firstDay = firstDayKept(today, settings.retentionDaysMonths);
  const keptSince = instantInRome(firstDayKept(today, settings.retentionAuditYears * 12), '00:00');
  const worksites = await listWorksitesWithDaysBefore(database, firstDay);
  const hasActs = await hasActsBefore(database, keptSince);
  if (worksites.length === 0 && !hasActs) return;
  await backUp();
  let left = mostBatches;
  const inBatches = async (remove: () => Promise<number>): Promise<number> => {
    let removed = 0;
    for (let last = batch; last === batch && left > 0; left -= 1) removed += last = await remove();
    return removed;
  };
  let days = 0;
  for (const { id } of worksites) {
    days += await inBatches(() =>
      database.transaction(async (tx) => {
        await lockWorksite(tx, id);
        return deleteDaysBefore(tx, id, firstDay, batch);
      }),
    );
  }
  const acts = await inBatches(() => database.transaction((tx) => deleteActsBefore(tx, keptSince, batch)));
  log.info({ days, acts }, 'removed what was past its term');
}
