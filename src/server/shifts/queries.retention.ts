import sql, { type Sql } from 'sql-template-tag';
import type { Day } from '../../domain/calendar/day.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';

/** Whether nothing that is still open rests on entry `s` of before a day. `offset 0`: asked by index, entry by entry. */
const isOver = (day: Day): Sql => sql`s.day < ${day}
  and not exists (select from exchange_requests r where r.offered_shift_id = s.id and r.status = 'aperta' offset 0)
  and not exists (select from pre_acceptances p where p.offered_shift_id = s.id and p.status = 'offerta' offset 0)`;

/** Worksites that have entries of before `day`. */
export function listWorksitesWithDaysBefore(database: Queryable, day: Day): Promise<{ id: string }[]> {
  return database.many<{ id: string }>(sql`
    select w.id from worksites w
    where exists (select from shifts s where s.worksite_id = w.id and ${isOver(day)})
    order by w.id`);
}

/** @returns how many of a worksite's entries of before `day` went, the oldest first */
export function deleteDaysBefore(
  tx: Transaction,
  worksiteId: string,
  day: Day,
  limit: number,
): Promise<number> {
  return tx.run(sql`
    delete from shifts where id in (
      select s.id from shifts s where s.worksite_id = ${worksiteId} and ${isOver(day)}
      order by s.day limit ${limit})`);
}
