import { addDays, addHours, dayInRome, type Instant } from '../../domain/calendar/day.ts';
import { undoHours } from '../../domain/rosters/schema.answers.ts';
import type { Database } from '../platform/database/database.ts';
import { deleteNamesBefore, deleteNamesOfNobody } from './queries.names.ts';
import { deleteOldInvitations, deleteUnclaimedBefore } from './queries.unclaimed.ts';
import { forgetReplacedUnclaimed } from './queries.unclaimedReplaced.ts';
import { deleteRostersBefore, forgetReplaced } from './queries.write.ts';

/** Days for which a roster is kept after its last one. */
const keptDays = 31;
/** Days for which a name is kept that no file has had since. */
const namesKeptDays = 400;

/**
 * Deletes: rosters and people without an account 31 days
 * after their last day; what a roster replaced, once it can no longer be undone; names that no file has had for 400 days,
 * or that stood for somebody without an account who is gone.
 */
export async function keepRosters(database: Database, now: Instant): Promise<void> {
  const today = dayInRome(now);
  const oldest = addDays(today, -keptDays);
  await deleteRostersBefore(database, oldest);
  await deleteUnclaimedBefore(database, oldest);
  await deleteNamesOfNobody(database);
  await deleteNamesBefore(database, addHours(now, -24 * namesKeptDays));
  await deleteOldInvitations(database, now);
  await forgetReplaced(database, addHours(now, -undoHours));
  await forgetReplacedUnclaimed(database, addHours(now, -undoHours));
}
