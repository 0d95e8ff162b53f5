import sql, { type Sql } from 'sql-template-tag';

/** Whether nothing but rest stands in a person's calendar on a day: they could work then. */
export const isOpenOn = (userId: Sql, day: Sql): Sql => sql`
  not exists (select from shifts x where x.user_id = ${userId} and x.day = ${day} and x.work_location <> 'libero')`;
