import sql, { empty } from 'sql-template-tag';
import type { Entry } from '../../domain/shifts/rules.ts';
import type { Queryable } from '../platform/database/database.ts';
import { dutyColumns } from '../shifts/queries.ts';

export const listWorksiteNames = (database: Queryable): Promise<{ id: string; name: string }[]> =>
  database.many(sql`select id, name from worksites order by lower(name)`);

export interface ExportedShift extends Entry {
  id: string;
  firstName: string;
  lastName: string;
  isSwapped: boolean;
}

/** The entries of a worksite after a given one, by day. */
export function listShiftsAfter(
  database: Queryable,
  worksiteId: string,
  after: Pick<ExportedShift, 'date' | 'id'> | null,
  most: number,
): Promise<ExportedShift[]> {
  const next = after === null ? empty : sql`and (s.day, s.id) > (${after.date}::date, ${after.id}::uuid)`;
  // names by key lookup, row by row: a join would read all people again for every page
  return database.many<ExportedShift>(sql`
    select s.id, ${dutyColumns},
      (select first_name from users where id = s.user_id) as first_name,
      (select last_name from users where id = s.user_id) as last_name, s.from_swap_id is not null as is_swapped
    from shifts s
    where s.worksite_id = ${worksiteId} ${next}
    order by s.day, s.id
    limit ${most}`);
}
