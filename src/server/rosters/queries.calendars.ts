import sql, { empty, type Sql } from 'sql-template-tag';
import type { Day, Week } from '../../domain/calendar/day.ts';
import type { MetEntry } from '../../domain/rosters/rules.ts';
import type { RosterDuty } from '../../domain/rosters/schema.ts';
import type { Entry } from '../../domain/shifts/rules.ts';
import type { Queryable } from '../platform/database/database.ts';
import { dutyColumns, dutyNames } from '../shifts/queries.ts';

const listEntriesOf = (
  database: Queryable,
  worksiteId: string,
  { from, to }: Week,
  which: Sql,
): Promise<(Entry & { userId: string })[]> =>
  database.many(sql`
    select s.user_id, ${dutyColumns}
    from users u join shifts s on s.user_id = u.id and s.day between ${from} and ${to} ${which}
    where u.worksite_id = ${worksiteId} and u.is_active and u.role <> 'admin' and u.anonymised_at is null`);

/** The working shifts: all that loaders may know of people's calendars. */
export const listWorkingShifts = (database: Queryable, worksiteId: string, days: Week) =>
  listEntriesOf(database, worksiteId, days, sql`and s.work_location in ('sede', 'smart_working')`);

/** All entries, absences included: for the CEO only. */
export const listAllEntries = (database: Queryable, worksiteId: string, days: Week) =>
  listEntriesOf(database, worksiteId, days, empty);

/** The most frequent working shifts of a worksite since a day, in descending order. */
export const listUsualDuties = (database: Queryable, worksiteId: string, since: Day): Promise<RosterDuty[]> =>
  database.many(sql`
    select ${dutyNames} from shifts
    where worksite_id = ${worksiteId} and day >= ${since} and work_location in ('sede', 'smart_working')
    group by ${dutyNames}
    order by count(*) desc, start_time, end_time
    limit 20`);

export const listMetEntries = (
  database: Queryable,
  userIds: readonly string[],
  { from, to }: Week,
): Promise<(MetEntry & { userId: string })[]> =>
  database.many(sql`
    select s.id, s.user_id, ${dutyColumns}, s.notes, s.updated_at, s.from_swap_id is not null as is_swapped
    from shifts s
    where s.user_id = any(${[...userIds]}::uuid[]) and s.day between ${from} and ${to}`);

const weekDays = (saturday: Sql): Sql =>
  sql`generate_series(0, 6) step, lateral (select ${saturday} + step as day) held`;

/**
 * Days that these people's open requests and standing offers depend on: the offered ones, the weeks involved, and days
 * that must stay free.
 */
export function listHeldDays(
  database: Queryable,
  userIds: readonly string[],
): Promise<{ userId: string; day: Day }[]> {
  const people = sql`any(${[...userIds]}::uuid[])`;
  return database.many<{ userId: string; day: Day }>(sql`
    with own as materialized (
      select r.id, r.kind, r.requester_id, r.offered_duties, r.offered_week, r.wanted_week
      from exchange_requests r where r.requester_id = ${people} and r.status = 'aperta'
    ), made as materialized (
      select p.user_id, p.offered_duties, r.kind, r.requested_day, r.offered_week, r.wanted_week
      from pre_acceptances p join exchange_requests r on r.id = p.request_id and r.status = 'aperta'
      where p.user_id = ${people} and p.status = 'offerta'
    )
    select own.requester_id as user_id, (held ->> 'date')::date as day
      from own, jsonb_array_elements(own.offered_duties) held
    union select made.user_id, (held ->> 'date')::date from made, jsonb_array_elements(made.offered_duties) held
    union select own.requester_id, held.day from own, ${weekDays(sql`own.offered_week`)}
      where own.offered_week is not null
    union select own.requester_id, held.day from own, ${weekDays(sql`own.wanted_week`)}
      where own.kind = 'ferie' and own.wanted_week is not null
    union select made.user_id, held.day from made, ${weekDays(sql`made.offered_week`)}
      where made.offered_week is not null
    union select made.user_id, held.day from made, ${weekDays(sql`made.wanted_week`)}
      where made.kind = 'ferie' and made.wanted_week is not null
    union select made.user_id, made.requested_day from made where made.kind = 'giorno'
    union select own.requester_id, (p.offered_duties -> 0 ->> 'date')::date
      from pre_acceptances p join own on own.id = p.request_id
      where p.request_id = any(array(select id from own where kind = 'giorno')) and p.status = 'offerta'`);
}

/** Days whose shift these people gave away in a swap. */
export function listGivenDays(
  database: Queryable,
  userIds: readonly string[],
  { from, to }: Week,
): Promise<{ userId: string; day: Day }[]> {
  const givenBy = (person: Sql, side: 'requester' | 'accepter'): Sql => sql`
    select ${person} as user_id, g.day
    from completed_swaps c join swapped_shifts g on g.swap_id = c.id and g.gave = ${side}
    where ${person} = any(${[...userIds]}::uuid[]) and g.day between ${from} and ${to}`;
  return database.many(sql`
    ${givenBy(sql`c.requester_id`, 'requester')} union ${givenBy(sql`c.accepter_id`, 'accepter')}`);
}
