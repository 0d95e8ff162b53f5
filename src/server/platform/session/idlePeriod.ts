import sql, { type Sql } from 'sql-template-tag';
import type { Instant } from '../../../domain/calendar/day.ts';

/**
 * How long a session of an administrator, or one within it, may go unused before it ends (decision ‘Remembered sessions last thirty days, used or not’), as an interval;
 * null for everybody else's: `expires_at`, the end of its whole time, is their only one. `last_used_at` is written every
 * ten minutes at most: a session ends up to that much earlier.
 * @param session the table's name in the statement
 * @param isAdmin a condition: an administrator's or the CEO's, or one within theirs
 */
export const idlePeriod = (session: Sql, isAdmin: Sql): Sql => sql`case
    when ${isAdmin} or ${session}.parent_session_id is not null
      then case when ${session}.is_remembered then interval '3 days' else interval '2 hours' end end`;

/** A condition: nobody used the session for too long. Takes what `idlePeriod` takes. */
export const isAbandoned = (session: Sql, isAdmin: Sql, now: Instant): Sql =>
  sql`coalesce(${session}.last_used_at <= ${now}::timestamptz - ${idlePeriod(session, isAdmin)}, false)`;
