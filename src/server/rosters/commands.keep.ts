import { addDays, addHours, dayInRome, type Instant } from '../../domain/calendar/day.ts';
import { undoHours } from '../../domain/rosters/schema.answers.ts';
import type { Database } from '../platform/database/database.ts';
import { deleteNamesBefore, deleteNamesOfNobody } from './queries.names.ts';
import { deleteOldInvitations, deleteUnclaimedBefore } from './queries.unclaimed.ts';
import { forgetReplacedUnclaimed } from './queries.unclaimedReplaced.ts';
import { deleteRostersBefore, forgetReplaced } from './queries.write.ts';

/** How many days a roster is kept after its last one. */
const keptDays = 31;
/** How many days a name is kept after it last appeared in a file. */
const namesKeptDays = 400;

/**
 * Deletes rosters and unclaimed people 31 days after their last day; what a roster replaced, once it can no longer be
 * undone; and names that no file has had for 400 days, or that meant unclaimed people since deleted.
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
