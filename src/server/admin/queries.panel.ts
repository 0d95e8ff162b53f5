import sql from 'sql-template-tag';
import type { AdminShift, AdminSummary, AdminWorksite } from '../../domain/admin/schema.ts';
import type { Day, Instant } from '../../domain/calendar/day.ts';
import type { Queryable } from '../platform/database/database.ts';
import { dutyColumns } from '../shifts/queries.ts';

/** @param newSince people registered since count as new; `today` and later days as future */
export const readSummary = (database: Queryable, newSince: Instant, today: Day): Promise<AdminSummary> =>
  database.one(sql`
    select
      (select json_build_object('total', count(*), 'active', count(*) filter (where is_active),
        'new', count(*) filter (where created_at >= ${newSince}))
        from users where anonymised_at is null) as users,
      (select json_build_object('total', count(*), 'active', count(*) filter (where is_active))
        from worksites) as worksites,
      (select json_build_object('total', count(*), 'future', count(*) filter (where day >= ${today}))
        from shifts) as shifts`);

/** Every worksite with its people by role and its entries by kind, by name. */
export const listWorksiteCards = (database: Queryable, today: Day): Promise<AdminWorksite[]> =>
  database.many(sql`
    with people as (
      select worksite_id, count(*) as total, count(*) filter (where is_active) as active,
        count(*) filter (where role = 'operatore') as operatore,
        count(*) filter (where role = 'team_leader') as team_leader,
        count(*) filter (where role = 'coordinatore') as coordinatore,
        count(*) filter (where role = 'admin') as admin
      from users where anonymised_at is null group by worksite_id
    ), entries as (
      select worksite_id, count(*) as total, count(*) filter (where day >= ${today}) as future,
        count(*) filter (where work_location = 'sede') as sede,
        count(*) filter (where work_location = 'smart_working') as smart
      from shifts group by worksite_id
    )
    select w.id, w.name, w.is_active, w.variant,
      json_build_object('total', coalesce(p.total, 0), 'active', coalesce(p.active, 0)) as users,
      json_build_object('operatore', coalesce(p.operatore, 0), 'team_leader', coalesce(p.team_leader, 0),
        'coordinatore', coalesce(p.coordinatore, 0), 'admin', coalesce(p.admin, 0)) as roles,
      json_build_object('total', coalesce(e.total, 0), 'future', coalesce(e.future, 0),
        'sede', coalesce(e.sede, 0), 'smartWorking', coalesce(e.smart, 0),
        'away', coalesce(e.total - e.sede - e.smart, 0)) as shifts
    from worksites w
    left join people p on p.worksite_id = w.id
    left join entries e on e.worksite_id = w.id
    order by lower(w.name)`);

export const listRecentShifts = (database: Queryable, most: number): Promise<AdminShift[]> =>
  database.many(sql`
    select s.id, ${dutyColumns}, u.id as user_id, u.first_name as user_first_name, u.last_name as user_last_name,
      w.name as worksite_name, s.created_at
    from shifts s
    join users u on u.id = s.user_id
    join worksites w on w.id = s.worksite_id
    order by s.created_at desc, s.id desc
    limit ${most}`);
