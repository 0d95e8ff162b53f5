import sql from 'sql-template-tag';
import type { Day } from '../../domain/calendar/day.ts';
import type { TeamDay, WorkingColleague } from '../../domain/shifts/schema.ts';
import type { Role } from '../../domain/users/schema.ts';
import type { Queryable } from '../platform/database/database.ts';

/** Whose colleagues are meant. */
export interface TeamMember {
  id: string;
  worksiteId: string;
  role: Role;
  contractHours: number;
}

/** Active colleagues of the same worksite, role and contract hours with a working shift on a day. */
export async function readTeamDay(
  database: Queryable,
  { id, worksiteId, role, contractHours }: TeamMember,
  day: Day,
  most: number,
): Promise<TeamDay> {
  const rows = await database.many<WorkingColleague & { total: number }>(sql`
    select u.id, concat_ws(' ', u.first_name, u.last_name) as name, s.start_time, s.end_time, s.shift_type,
      s.is_split_shift, s.second_start_time, s.second_end_time, count(*) over () as total
    from shifts s join users u on u.id = s.user_id
    where s.worksite_id = ${worksiteId} and s.day = ${day} and s.work_location in ('sede', 'smart_working')
      and u.worksite_id = ${worksiteId} and u.id <> ${id} and u.is_active and u.role = ${role} and u.contract_hours = ${contractHours}
    order by s.start_time, s.end_time, u.last_name, u.first_name, u.id
    limit ${most}`);
  return {
    colleagues: rows.map(({ total: _total, ...colleague }) => colleague),
    total: rows[0]?.total ?? 0,
  };
}
