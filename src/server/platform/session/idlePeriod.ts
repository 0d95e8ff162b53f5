import sql, { type Sql } from 'sql-template-tag';

/**
 * How long a session may go unused before it ends (decision 26), as an interval; the end of its whole time,
 * `expires_at`, stands beside it. `last_used_at` is written every ten minutes at most: it ends up to that much earlier.
 *
 * @param session the table's name in the statement
 * @param isAdmin a condition: an administrator's or the CEO's, or one within theirs
 */
export const idlePeriod = (session: Sql, isAdmin: Sql): Sql => sql`case
    when ${isAdmin} or ${session}.parent_session_id is not null
      then case when ${session}.is_remembered then interval '3 days' else interval '2 hours' end
    when ${session}.is_remembered then interval '14 days' else interval '12 hours' end`;

export const longestIdlePeriod: Sql = sql`interval '14 days'`;
