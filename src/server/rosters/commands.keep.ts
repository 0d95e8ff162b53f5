import { addDays, addHours, dayInRome, type Instant } from '../../domain/calendar/day.ts';
import { undoHours } from '../../domain/rosters/schema.answers.ts';
import type { Database } from '../platform/database/database.ts';
import { announce } from '../platform/events/hub.ts';
import { deleteNamesBefore, deleteNamesOfNobody } from './queries.names.ts';
import { deleteOldInvitations, deleteUnclaimedBefore } from './queries.unclaimed.ts';
import { deleteRostersBefore, endPastNotifications, forgetReplaced } from './queries.write.ts';

/** Days for which a roster is kept after its last one. */
const keptDays = 31;
/** Days for which is remembered whom a name means that no file has any more. */
const namesKeptDays = 400;

/**
 * What nobody answered asks for nothing once its last day has passed. Rosters go 31 days after their last day, and so do people without an account; what rosters had replaced when they can no
 * longer be undone; whom names mean when no file has had them for 400 days, or they waited for an account and wait no longer.
 */
export async function keepRosters(database: Database, now: Instant): Promise<void> {
  const today = dayInRome(now);
  const oldest = addDays(today, -keptDays);
  await database.transaction(async (tx) => {
    await deleteRostersBefore(tx, oldest);
    announce(tx, await endPastNotifications(tx, today, now), ['notifications', 'shifts']);
  });
  await deleteUnclaimedBefore(database, oldest);
  await deleteNamesOfNobody(database);
  await deleteNamesBefore(database, addHours(now, -24 * namesKeptDays));
  await deleteOldInvitations(database, now);
  await forgetReplaced(database, addHours(now, -undoHours));
}
