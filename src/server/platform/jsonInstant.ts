import sql, { type Sql } from 'sql-template-tag';

/** An instant inside JSON, formatted as in rows: `2026-11-20T09:00:00.123Z`. */
export const jsonInstant = (instant: Sql): Sql => sql`
  to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
