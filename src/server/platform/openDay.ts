import sql, { type Sql } from 'sql-template-tag';

/** Whether nothing but rest stands in a person's calendar on a day: they could work then. Asked for that person alone. */
export const isOpenOn = (userId: Sql, day: Sql): Sql => sql`
  not exists (select from shifts x where x.user_id = ${userId} and x.day = ${day} and x.work_location <> 'libero')`;

/** Whether a person does not work on a day: what anybody else is told goes by this, since absence is theirs to know. */
export const isUnworkedOn = (userId: Sql, day: Sql): Sql => sql`
  not exists (select from shifts x where x.user_id = ${userId} and x.day = ${day} and x.start_time is not null)`;
