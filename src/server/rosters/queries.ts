import sql, { type Sql } from 'sql-template-tag';
import type { Day, Instant, Week } from '../../domain/calendar/day.ts';
import type { MetEntry } from '../../domain/rosters/rules.ts';
import type { RosterSetup, RosterSummary } from '../../domain/rosters/schema.answers.ts';
import type { RosterDuty, RosterMode } from '../../domain/rosters/schema.ts';
import type { DutyTimes } from '../../domain/shifts/duty.ts';
import { exColleagueName } from '../../domain/users/anonymous.ts';
import type { User } from '../../domain/users/schema.ts';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { ReplacedEntry } from '../shifts/queries.batches.ts';
import { dutyColumns } from '../shifts/queries.ts';

export interface RosterWorksite {
  id: string;
  name: string;
  accessCode: string;
  variant: WorksiteVariant | null;
  mode: RosterMode;
  legend: RosterSetup['legend'];
  layout: RosterSetup['layout'];
}

export const findRosterWorksite = (database: Queryable, id: string): Promise<RosterWorksite | null> =>
  database.maybeOne(sql`
    select id, name, access_code, variant, roster_mode as mode, roster_legend as legend, roster_layout as layout
    from worksites where id = ${id}`);

export type RosterPersonRow = Pick<
  User,
  'id' | 'firstName' | 'lastName' | 'contractHours' | 'enableFlexibleShifts'
>;

export const nameOf = ({ id, firstName, lastName }: RosterPersonRow): RosterSetup['people'][number] => ({
  id,
  firstName,
  lastName,
});

/** Who has a calendar in a worksite, by name. */
export const listRosterPeople = (database: Queryable, worksiteId: string): Promise<RosterPersonRow[]> =>
  database.many(sql`
    select id, first_name, last_name, contract_hours, enable_flexible_shifts
    from users where worksite_id = ${worksiteId} and is_active and role <> 'admin' and anonymised_at is null
    order by last_name, first_name, id`);

export const listWorkingShifts = (
  database: Queryable,
  worksiteId: string,
  { from, to }: Week,
): Promise<(DutyTimes & { userId: string; day: Day })[]> =>
  database.many(sql`
    select s.user_id, s.day, s.start_time, s.end_time, s.is_split_shift, s.second_start_time, s.second_end_time
    from users u join shifts s on s.user_id = u.id and s.day between ${from} and ${to}
      and s.work_location in ('sede', 'smart_working')
    where u.worksite_id = ${worksiteId} and u.is_active and u.role <> 'admin' and u.anonymised_at is null`);

/** The working shifts that people of a worksite have had most since a day, the most frequent first. */
export const listUsualDuties = (database: Queryable, worksiteId: string, since: Day): Promise<RosterDuty[]> =>
  database.many(sql`
    select work_location, start_time, end_time, is_split_shift, second_start_time, second_end_time
    from shifts
    where worksite_id = ${worksiteId} and day >= ${since} and work_location in ('sede', 'smart_working')
    group by work_location, start_time, end_time, is_split_shift, second_start_time, second_end_time
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
 * Days on which these people's open requests and standing offers rest: what they offer, the weeks they are about, and days
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

/** The latest that was loaded of a person's day. */
export interface LatestRow {
  userId: string;
  day: Day;
  duty: RosterDuty | null;
}

/** Rows of rosters that were not undone, without those for whose day a later one stands. */
export const latestRows = (condition: Sql): Sql => sql`
  select distinct on (r.user_id, r.day) r.roster_id, r.user_id, r.day, r.duty, r.status, o.number
  from roster_rows r join rosters o on o.id = r.roster_id and o.undone_at is null
  where ${condition}
  order by r.user_id, r.day, o.number desc`;

export const listLatestRows = (
  database: Queryable,
  userIds: readonly string[],
  { from, to }: Week,
): Promise<LatestRow[]> =>
  database.many(sql`
    select l.user_id, l.day, l.duty
    from (${latestRows(
      sql`r.user_id = any(${[...userIds]}::uuid[]) and r.day between ${from} and ${to}`,
    )}) l`);

/** What waits for an answer of this person, by day, from `today` on. */
export interface WaitingRow {
  rosterId: string;
  day: Day;
  duty: RosterDuty | null;
  number: number;
}

export const listWaitingRows = (database: Queryable, userId: string, today: Day): Promise<WaitingRow[]> =>
  database.many(sql`
    select l.roster_id, l.day, l.duty, l.number
    from (${latestRows(sql`r.user_id = ${userId} and r.day >= ${today}`)}) l
    where l.status = 'waiting'
    order by l.day`);

/** Of these people those whom news of a roster asks for an answer, with their contract. */
export const listAskedPeople = (
  database: Queryable,
  userIds: readonly string[],
): Promise<Pick<RosterPersonRow, 'id' | 'contractHours' | 'enableFlexibleShifts'>[]> =>
  database.many(sql`
    select u.id, u.contract_hours, u.enable_flexible_shifts from users u
    where u.id = any(${[...userIds]}::uuid[])
      and exists (select from notifications n
        where n.user_id = u.id and n.type = 'roster_arrived' and n.over_at is null)`);

/** The roster of this number, as its people are told of it. */
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

/** The latest rosters of a worksite, the newest first. */
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
      from roster_rows r where r.roster_id = o.id and r.status <> 'same'
    ) c
    order by o.number desc`);

/** What stood on a day before a roster. */
export type ReplacedByRoster = ReplacedEntry & { id: string; updatedAt: Instant };

export interface WrittenRow {
  userId: string;
  day: Day;
  /** Null where it removed one. */
  shiftId: string | null;
  replaced: ReplacedByRoster | null;
}

/**
 * What a roster wrote from `today` on and still stands as it was written, part of no swap; and what it removed, where
 * nothing stands since.
 */
export const listUndoable = (database: Queryable, rosterId: string, today: Day): Promise<WrittenRow[]> =>
  database.many(sql`
    select r.user_id, r.day, r.shift_id, r.replaced
    from roster_rows r left join shifts s on s.id = r.shift_id
    where r.roster_id = ${rosterId} and r.status = 'accepted' and r.day >= ${today}
      and case when r.shift_id is null
        then r.replaced is not null
          and not exists (select from shifts x where x.user_id = r.user_id and x.day = r.day)
        else s.user_id = r.user_id and s.day = r.day and s.updated_at = r.answered_at and s.from_swap_id is null end`);

/** Days of which these people have given their shift away in a swap. */
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
