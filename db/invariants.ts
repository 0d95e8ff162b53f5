import sql, { join, type Sql } from 'sql-template-tag';
import type { Queryable } from '../src/server/platform/database/database.ts';
import { newsBreaches } from './invariants.news.ts';
import { rosterBreaches } from './invariants.rosters.ts';

// What the swap core promises at every moment, whatever happened at the same time, asked of the tables alone: a test
// compares with `[]` after anything it did.

/** A live entry as requests, offers and swaps keep it. */
const heldDuty: Sql = sql`jsonb_build_object('date', s.day, 'shiftId', s.id, 'workLocation', s.work_location,
  'startTime', to_char(s.start_time, 'HH24:MI'), 'endTime', to_char(s.end_time, 'HH24:MI'),
  'shiftType', s.shift_type, 'isSplitShift', s.is_split_shift,
  'secondStartTime', to_char(s.second_start_time, 'HH24:MI'),
  'secondEndTime', to_char(s.second_end_time, 'HH24:MI'))`;

/** How long the first of some held duties is; it ends on its own day. */
const lengthOfGiven = (duties: Sql): Sql => sql`
  ((${duties} -> 0 ->> 'endTime')::time - (${duties} -> 0 ->> 'startTime')::time
    + coalesce((${duties} -> 0 ->> 'secondEndTime')::time - (${duties} -> 0 ->> 'secondStartTime')::time, '0'))`;

/** Each finds the rows that break a promise, as `id`. */
const breaches: Record<string, Sql> = {
  ...rosterBreaches,
  ...newsBreaches,
  'one entry a person a day': sql`
    select user_id as id from shifts group by user_id, day having count(*) > 1`,
  'an open request offers shifts as they stand': sql`
    select r.id from exchange_requests r left join shifts o on o.id = r.offered_shift_id
    where r.status = 'aperta' and (o.id is null or o.user_id <> r.requester_id
      or (r.kind in ('turno', 'giorno') and (o.day <> r.requested_day or jsonb_array_length(r.offered_duties) <> 1))
      or jsonb_array_length(r.offered_duties) = 0)
    union all
    select r.id from exchange_requests r cross join jsonb_array_elements(r.offered_duties) held
    left join shifts s on s.id = (held ->> 'shiftId')::uuid
    where r.status = 'aperta' and (s.id is null or s.user_id <> r.requester_id or held <> ${heldDuty})`,
  'a request is refused at its end, not before': sql`
    select id from exchange_requests where status = 'rifiutata' and closed_at <> expires_at`,
  'one open request a shift': sql`
    select offered_shift_id as id from exchange_requests where status = 'aperta'
    group by offered_shift_id having count(*) > 1`,
  'one open request a person and week': sql`
    select requester_id as id from exchange_requests where status = 'aperta' and offered_week is not null
    group by requester_id, offered_week, kind having count(*) > 1`,
  'who asks for holidays offers the own ones and the work of the wanted week': sql`
    select r.id from exchange_requests r
    where r.status = 'aperta' and r.kind = 'ferie' and jsonb_array_length(r.offered_duties) <> (
      select count(*) from shifts s where s.user_id = r.requester_id
        and (s.day between r.offered_week and r.offered_week + 6
          or (s.day between r.wanted_week and r.wanted_week + 6 and s.start_time is not null)))`,
  'what is not work changes hands only with holidays that their owner offers': sql`
    select p.request_id as id from pre_acceptances p join exchange_requests r on r.id = p.request_id
      cross join jsonb_array_elements(p.offered_duties) held
    where r.kind = 'ferie' and held ->> 'startTime' is null
      and (held ->> 'date')::date not between r.wanted_week and r.wanted_week + 6`,
  'a standing offer stands on an open request': sql`
    select p.request_id as id from pre_acceptances p join exchange_requests r on r.id = p.request_id
    where p.status = 'offerta' and r.status <> 'aperta'`,
  'a standing offer offers shifts as they stand': sql`
    select p.request_id as id from pre_acceptances p join exchange_requests r on r.id = p.request_id
    left join shifts o on o.id = p.offered_shift_id
    where p.status = 'offerta' and (o.id is null or o.user_id <> p.user_id
      or (r.kind = 'turno' and (o.day <> r.requested_day or jsonb_array_length(p.offered_duties) <> 1))
      or (r.kind = 'giorno' and (o.day <> all (r.acceptable_days) or jsonb_array_length(p.offered_duties) <> 1))
      or jsonb_array_length(p.offered_duties) = 0)
    union all
    select p.request_id from pre_acceptances p cross join jsonb_array_elements(p.offered_duties) held
    left join shifts s on s.id = (held ->> 'shiftId')::uuid
    where p.status = 'offerta' and (s.id is null or s.user_id <> p.user_id or held <> ${heldDuty})`,
  'who has agreed to work on a day for a day has nothing else there': sql`
    select p.request_id as id from pre_acceptances p join exchange_requests r on r.id = p.request_id
    where p.status = 'offerta' and r.kind = 'giorno' and exists (select from shifts s
      where s.work_location <> 'libero' and ((s.user_id = p.user_id and s.day = r.requested_day)
        or (s.user_id = r.requester_id and s.day = (p.offered_duties -> 0 ->> 'date')::date
          and (s.start_time is not null or p.reserved_until is not null))))`,
  'in a swap of a day for a day each gives one equally long shift of another day': sql`
    select c.id from completed_swaps c
    where c.kind = 'giorno'
      and (jsonb_array_length(c.requester_gave) <> 1 or jsonb_array_length(c.accepter_gave) <> 1
        or c.requester_gave -> 0 ->> 'date' = c.accepter_gave -> 0 ->> 'date'
        or c.requester_gave -> 0 ->> 'startTime' is null or c.accepter_gave -> 0 ->> 'startTime' is null
        or ${lengthOfGiven(sql`c.requester_gave`)} <> ${lengthOfGiven(sql`c.accepter_gave`)})`,
  'a reserved offer reserves what stands on it, or a part of it': sql`
    select p.request_id as id from pre_acceptances p join exchange_requests r on r.id = p.request_id
    where p.status = 'offerta' and p.reserved_until is not null
      and (cardinality(p.reserved_shift_ids) < 2 or exists (select from unnest(p.reserved_shift_ids) reserved
        where not exists (select from jsonb_array_elements(r.offered_duties || p.offered_duties) held
          where (held ->> 'shiftId')::uuid = reserved)))`,
  'a duty is reserved for one swap': sql`
    select reserved as id from pre_acceptances p, unnest(p.reserved_shift_ids) reserved
    where p.status = 'offerta' and p.reserved_until is not null
    group by reserved having count(*) > 1`,
  'a completed request has one swap and one chosen offer, another has none': sql`
    select r.id from exchange_requests r
    where (select count(*) from completed_swaps c where c.request_id = r.id) <> (r.status = 'completata')::int
      or (select count(*) from pre_acceptances p where p.request_id = r.id and p.status = 'scelta')
        <> (r.status = 'completata')::int`,
  'a swap is between the requester and the chosen colleague': sql`
    select c.id from completed_swaps c
    left join exchange_requests r on r.id = c.request_id and r.requester_id = c.requester_id
    left join pre_acceptances p on p.request_id = c.request_id and p.user_id = c.accepter_id and p.status = 'scelta'
    where c.request_id is not null and (r.id is null or p.user_id is null)`,
  'a swap consumes what both gave': sql`
    select c.id from completed_swaps c
    where (select array_agg(concat(w.gave, w.day, w.shift_id) order by w.gave, w.day, w.shift_id)
        from swapped_shifts w where w.swap_id = c.id)
      is distinct from (select array_agg(concat(side, gave ->> 'date', gave ->> 'shiftId')
          order by side, (gave ->> 'date')::date, (gave ->> 'shiftId')::uuid)
        from (values ('requester', c.requester_gave), ('accepter', c.accepter_gave)) given (side, duties),
          jsonb_array_elements(given.duties) gave)`,
  'named shifts are taken for one another, each for a single other one': sql`
    select c.id from completed_swaps c
    where c.kind = 'settimana'
      and ((select count(distinct gave ->> 'shiftType') from jsonb_array_elements(c.requester_gave) gave) <> 1
        or (select count(distinct gave ->> 'shiftType') from jsonb_array_elements(c.accepter_gave) gave) <> 1
        or c.requester_gave -> 0 ->> 'shiftType' = c.accepter_gave -> 0 ->> 'shiftType')`,
  'a swap stays in its worksite': sql`
    select c.id from completed_swaps c join users u on u.id = c.requester_id join users v on v.id = c.accepter_id
    where u.worksite_id <> c.worksite_id or v.worksite_id <> c.worksite_id`,
  'a duty is swapped once': sql`
    select (gave ->> 'shiftId')::uuid as id
    from completed_swaps c, jsonb_array_elements(c.requester_gave || c.accepter_gave) gave
    group by 1 having count(*) > 1`,
  'a consumed shift is gone': sql`
    select s.id from shifts s join swapped_shifts w on w.shift_id = s.id`,
  'what came from a swap is what the other side gave': sql`
    select s.id from shifts s join completed_swaps c on c.id = s.from_swap_id, lateral (
      select case when s.user_id = c.requester_id then c.requester_gave else c.accepter_gave end as own,
        case when s.user_id = c.requester_id then c.accepter_gave else c.requester_gave end as other
    ) given
    where s.user_id not in (c.requester_id, c.accepter_id)
      or case c.kind
        -- the other's named shift, on a day on which the own one was given
        when 'settimana' then not given.own @> jsonb_build_array(jsonb_build_object('date', s.day))
          or (given.other -> 0) - 'shiftId' - 'date' is distinct from ${heldDuty} - 'shiftId' - 'date'
        else not exists (select from jsonb_array_elements(given.other) gave
          where gave - 'shiftId' = ${heldDuty} - 'shiftId') end`,
  'three identical mails a swap, to both and to the worksite': sql`
    select c.id from completed_swaps c join worksites w on w.id = c.worksite_id
    where (select array_agg(coalesce(m.recipient, m.user_id::text) order by coalesce(m.recipient, m.user_id::text) collate "C")
        from mail_outbox m where m.swap_id = c.id and m.kind = 'swap_completed')
      is distinct from (select array_agg(address order by address collate "C")
        from unnest(array[c.requester_id::text, c.accepter_id::text, w.email]) address)`,
  'a swap is recorded once': sql`
    select c.id from completed_swaps c
    where (select count(*) from audit_log a
      where a.action = 'swap_completed' and a.target_id = c.request_id) <> 1`,
};

/** All of them at once, since tests ask after every step. */
const allBreaches: Sql = join(
  Object.entries(breaches).map(
    ([promise, statement]) => sql`select ${promise}::text as promise, b.id from (${statement}) b`,
  ),
  ' union all ',
);

/** Every promise that some row breaks, as `promise: id`; `[]` if all hold. */
export async function violatedInvariants(database: Queryable): Promise<string[]> {
  const rows = await database.many<{ promise: string; id: string }>(allBreaches);
  return rows.map(({ promise, id }) => `${promise}: ${id}`);
}

/** A live entry in words: `2026-11-21 sede mattina 06:00 13:00`; `s` is the row's alias. */
const dutyWords: Sql = sql`concat_ws(' ', s.day, s.work_location, s.shift_type, to_char(s.start_time, 'HH24:MI'),
  to_char(s.end_time, 'HH24:MI'), to_char(s.second_start_time, 'HH24:MI'), to_char(s.second_end_time, 'HH24:MI'))`;

/**
 * All duties of all worksites, `worksite day duty` without their owners, sorted: swaps must leave this list as it was, but
 * for those of named shifts, and for rest on given days. Days without work are duties too.
 */
export async function listDuties(database: Queryable): Promise<string[]> {
  const rows = await database.many<{ duty: string }>(sql`
    select duty from (select concat_ws(' ', s.worksite_id, ${dutyWords}) as duty from shifts s) listed
    order by duty collate "C"`);
  return rows.map(({ duty }) => duty);
}

/**
 * Who drives on which days and what else everybody's days hold, `worksite user day`, sorted: swaps of named shifts must leave
 * this list as it was, and with it how many drive on each day.
 */
export async function listDrivingDays(database: Queryable): Promise<string[]> {
  const rows = await database.many<{ line: string }>(sql`
    select line from (
      select concat_ws(' ', s.worksite_id, s.user_id, case when s.start_time is null then ${dutyWords} else s.day::text end)
        as line
      from shifts s
    ) listed
    order by line collate "C"`);
  return rows.map(({ line }) => line);
}

/** All working duties, `worksite day duty`, sorted: also swaps of a day for a day must leave this list as it was. */
export async function listWorkingDuties(database: Queryable): Promise<string[]> {
  const rows = await database.many<{ duty: string }>(sql`
    select duty from (
      select concat_ws(' ', s.worksite_id, ${dutyWords}) as duty from shifts s where s.start_time is not null
    ) listed
    order by duty collate "C"`);
  return rows.map(({ duty }) => duty);
}

/** How many entries each person has, as `user count`, sorted: swaps must leave this list as it was, too. */
export async function listEntryCounts(database: Queryable): Promise<string[]> {
  const rows = await database.many<{ line: string }>(sql`
    select concat(user_id, ' ', count(*)) as line from shifts group by user_id order by user_id`);
  return rows.map(({ line }) => line);
}
