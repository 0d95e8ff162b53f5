import sql from 'sql-template-tag';
import type { Day } from '../../domain/calendar/day.ts';
import type { RosterSetup } from '../../domain/rosters/schema.answers.ts';
import type { User } from '../../domain/users/schema.ts';
import type { Queryable } from '../platform/database/database.ts';

export type RosterPersonRow = Pick<
  User,
  'id' | 'firstName' | 'lastName' | 'role' | 'contractHours' | 'enableFlexibleShifts'
>;

export const nameOf = ({ id, firstName, lastName }: RosterPersonRow): RosterSetup['people'][number] => ({
  id,
  firstName,
  lastName,
});

/** People with a calendar in a worksite, by name. */
export const listRosterPeople = (database: Queryable, worksiteId: string): Promise<RosterPersonRow[]> =>
  database.many(sql`
    select id, first_name, last_name, role, contract_hours, enable_flexible_shifts
    from users where worksite_id = ${worksiteId} and is_active and role <> 'admin' and anonymised_at is null
    order by last_name, first_name, id`);

/** Those of these people with waiting roster days, with their contracts. */
export const listAskedPeople = (
  database: Queryable,
  userIds: readonly string[],
  today: Day,
): Promise<Pick<RosterPersonRow, 'id' | 'contractHours' | 'enableFlexibleShifts'>[]> =>
  database.many(sql`
    select u.id, u.contract_hours, u.enable_flexible_shifts from users u
    where u.id = any(${[...userIds]}::uuid[])
      and exists (select from roster_rows r where r.user_id = u.id and r.status = 'waiting' and r.day >= ${today})`);
