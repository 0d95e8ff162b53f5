import { addDays, addHours, dayInRome, type Instant } from '../../domain/calendar/day.ts';
import { undoHours } from '../../domain/rosters/schema.answers.ts';
import type { Queryable } from '../platform/database/database.ts';
import { deleteRostersBefore, forgetReplaced } from './queries.write.ts';

/** Days for which a roster is kept after its last one. */
const keptDays = 31;

/** Rosters go 31 days after their last day, what they had replaced when they can no longer be undone. */
export async function keepRosters(database: Queryable, now: Instant): Promise<void> {
  await deleteRostersBefore(database, addDays(dayInRome(now), -keptDays));
  await forgetReplaced(database, addHours(now, -undoHours));
}
