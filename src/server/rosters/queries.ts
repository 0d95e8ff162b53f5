import sql from 'sql-template-tag';
import type { Day, Instant } from '../../domain/calendar/day.ts';
import type { RosterSetup, RosterSummary } from '../../domain/rosters/schema.answers.ts';
import type { RosterMode } from '../../domain/rosters/schema.ts';
import { exColleagueName } from '../../domain/users/anonymous.ts';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import type { Queryable } from '../platform/database/database.ts';

export interface RosterWorksite {
  id: string;
  name: string;
  variant: WorksiteVariant;
  mode: RosterMode;
  legend: RosterSetup['legend'];
  layout: RosterSetup['layout'];
}

export const findRosterWorksite = (database: Queryable, id: string): Promise<RosterWorksite | null> =>
  database.maybeOne(sql`
    select id, name, variant, roster_mode as mode, roster_legend as legend, roster_layout as layout
    from worksites where id = ${id}`);

/** The roster with this id, as its people are notified of it. */
export const findRosterHead = (
  database: Queryable,
  rosterId: string,
): Promise<{ title: string; loaderName: string; loadedAt: Instant } | null> =>
  database.maybeOne(sql`
    select o.title, o.created_at as loaded_at, coalesce(concat_ws(' ', u.first_name, u.last_name), ${exColleagueName}) as loader_name
    from rosters o left join users u on u.id = o.loader_id
    where o.id = ${rosterId}`);

type ListedRoster = Omit<RosterSummary, 'undoUntil' | 'days' | 'mode'> & {
  isEntered: boolean;
  from: Day;
  to: Day;
};

/** The latest rosters of a worksite, newest first. */
export const listRosters = (database: Queryable, worksiteId: string, most: number): Promise<ListedRoster[]> =>
  database.many(sql`
    select o.id, o.title, o.first_day as "from", o.last_day as "to", o.created_at as loaded_at, o.undone_at,
      o.is_entered, case when u.id is null then ${exColleagueName} else concat_ws(' ', u.first_name, u.last_name) end as loader_name,
      c.people, case when o.is_entered then c.people else c.accepted end as accepted
    from (select * from rosters where worksite_id = ${worksiteId} order by number desc limit ${most}) o
    left join users u on u.id = o.loader_id
    cross join lateral (
      select count(distinct r.user_id) as people,
        count(distinct r.user_id) filter (where r.status = 'accepted') as accepted
      from roster_rows r
      -- includes rows that became the same since: counts what was loaded, not what people did
      where r.roster_id = o.id and (r.status <> 'same' or r.answered_at is not null)
    ) c
    order by o.number desc`);
