import sql, { type Sql } from 'sql-template-tag';

/** The latest row for each day, among rosters that were not undone. */
export const latestRows = (condition: Sql): Sql => sql`
  select distinct on (r.user_id, r.day) r.roster_id, r.user_id, r.day, r.duty, r.status, o.number
  from roster_rows r join rosters o on o.id = r.roster_id and o.undone_at is null
  where ${condition}
  order by r.user_id, r.day, o.number desc`;
