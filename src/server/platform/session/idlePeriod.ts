import sql, { type Sql } from 'sql-template-tag';
import type { Instant } from '../../../domain/calendar/day.ts';

/**
 * How long an administrator's session, or an impersonation, may stay unused before it ends (decision ‘Remembered
 * sessions last thirty days, used or not’), as an interval; null for everybody else, limited by `expires_at` alone.
 * `last_used_at` is written every ten minutes at most: a session may end that much earlier.
 * @param session the table's name in the statement
 * @param isAdmin a condition: an administrator's session, or an impersonation
 */
export const idlePeriod = (session: Sql, isAdmin: Sql): Sql => sql`case
    when ${isAdmin} or ${session}.parent_session_id is not null
      then case when ${session}.is_remembered then interval '3 days' else interval '2 hours' end end`;

/** A condition: the session was unused for too long. Parameters as for `idlePeriod`. */
export const isAbandoned = (session: Sql, isAdmin: Sql, now: Instant): Sql =>
  sql`coalesce(${session}.last_used_at <= ${now}::timestamptz - ${idlePeriod(session, isAdmin)}, false)`;
