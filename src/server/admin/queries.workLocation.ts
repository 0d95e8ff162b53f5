import sql from 'sql-template-tag';

/** The kind of day of an entry `s` as admins see it, an `AdminWorkLocation`: the cause of an absence is not read. */
export const adminWorkLocation = sql`
  case when s.work_location in ('ferie', 'malattia') then 'assente' else s.work_location end`;
