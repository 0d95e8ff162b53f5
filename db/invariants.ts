import sql, { join, type Sql } from 'sql-template-tag';
import type { Queryable } from '../src/server/platform/database/database.ts';
import { newsInvariants } from './invariants.news.ts';
import { rosterInvariants } from './invariants.rosters.ts';

// What must hold of the tables at every moment, also under concurrency. Tests compare `violatedInvariants` with `[]` after
// every step.

/** A current entry in the format that requests, offers and swaps store. */
const heldDuty: Sql = sql`jsonb_build_object('date', s.day, 'shiftId', s.id, 'workLocation', s.work_location,
  'startTime', to_char(s.start_time, 'HH24:MI'), 'endTime', to_char(s.end_time, 'HH24:MI'),
  'shiftType', s.shift_type, 'isSplitShift', s.is_split_shift,
  'secondStartTime', to_char(s.second_start_time, 'HH24:MI'),
  'secondEndTime', to_char(s.second_end_time, 'HH24:MI'))`;

/** Duration of the first of some stored duties, which ends on the same day. */
const lengthOfGiven = (duties: Sql): Sql => sql`
  ((${duties} -> 0 ->> 'endTime')::time - (${duties} -> 0 ->> 'startTime')::time
    + coalesce((${duties} -> 0 ->> 'secondEndTime')::time - (${duties} -> 0 ->> 'secondStartTime')::time, '0'))`;

/** Each query returns the `id` of every violating row. */
const invariants: Record<string, Sql> = {
  ...rosterInvariants,
  ...newsInvariants,
  'one entry per person and day': sql`
    select user_id as id from shifts group by user_id, day having count(*) > 1`,
  'an open request offers current entries': sql`
    select r.id from exchange_requests r left join shifts o on o.id = r.offered_shift_id
    where r.status = 'aperta' and (o.id is null or o.user_id <> r.requester_id
      or (r.kind in ('turno', 'giorno') and (o.day <> r.requested_day or jsonb_array_length(r.offered_duties) <> 1))
      or jsonb_array_length(r.offered_duties) = 0)
    union all
    select r.id from exchange_requests r cross join jsonb_array_elements(r.offered_duties) held
    left join shifts s on s.id = (held ->> 'shiftId')::uuid
    where r.status = 'aperta' and (s.id is null or s.user_id <> r.requester_id or held <> ${heldDuty})`,
  'a request is refused only when it expires': sql`
    select id from exchange_requests where status = 'rifiutata' and closed_at <> expires_at`,
  'one open request per shift': sql`
    select offered_shift_id as id from exchange_requests where status = 'aperta'
    group by offered_shift_id having count(*) > 1`,
  'one open request per person and week': sql`
    select requester_id as id from exchange_requests where status = 'aperta' and offered_week is not null
    group by requester_id, offered_week, kind having count(*) > 1`,
  'a request for holidays offers the own holidays and the work of the wanted week': sql`
    select r.id from exchange_requests r
    where r.status = 'aperta' and r.kind = 'ferie' and jsonb_array_length(r.offered_duties) <> (
      select count(*) from shifts s where s.user_id = r.requester_id
        and (s.day between r.offered_week and r.offered_week + 6
          or (s.day between r.wanted_week and r.wanted_week + 6 and s.start_time is not null)))`,
  'days off are only swapped with holidays that their owner offers': sql`
    select p.request_id as id from pre_acceptances p join exchange_requests r on r.id = p.request_id
      cross join jsonb_array_elements(p.offered_duties) held
    where r.kind = 'ferie' and held ->> 'startTime' is null
      and (held ->> 'date')::date not between r.wanted_week and r.wanted_week + 6`,
  'an open offer belongs to an open request': sql`
    select p.request_id as id from pre_acceptances p join exchange_requests r on r.id = p.request_id
    where p.status = 'offerta' and r.status <> 'aperta'`,
  'an open offer offers current entries': sql`
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
  'a day promised by a giorno has no other entry': sql`
    select p.request_id as id from pre_acceptances p join exchange_requests r on r.id = p.request_id
    where p.status = 'offerta' and r.kind = 'giorno' and exists (select from shifts s
      where s.work_location <> 'libero' and ((s.user_id = p.user_id and s.day = r.requested_day)
        or (s.user_id = r.requester_id and s.day = (p.offered_duties -> 0 ->> 'date')::date
          and (s.start_time is not null or p.reserved_until is not null))))`,
  'in a giorno each gives one shift of the same length on a different day': sql`
    select c.id from completed_swaps c
    where c.kind = 'giorno'
      and (jsonb_array_length(c.requester_gave) <> 1 or jsonb_array_length(c.accepter_gave) <> 1
        or c.requester_gave -> 0 ->> 'date' = c.accepter_gave -> 0 ->> 'date'
        or c.requester_gave -> 0 ->> 'startTime' is null or c.accepter_gave -> 0 ->> 'startTime' is null
        or ${lengthOfGiven(sql`c.requester_gave`)} <> ${lengthOfGiven(sql`c.accepter_gave`)})`,
  'a reserved offer reserves only entries of its swap': sql`
    select p.request_id as id from pre_acceptances p join exchange_requests r on r.id = p.request_id
    where p.status = 'offerta' and p.reserved_until is not null
      and (cardinality(p.reserved_shift_ids) < 2 or exists (select from unnest(p.reserved_shift_ids) reserved
        where not exists (select from jsonb_array_elements(r.offered_duties || p.offered_duties) held
          where (held ->> 'shiftId')::uuid = reserved)))`,
  'an entry is reserved for one swap': sql`
    select reserved as id from pre_acceptances p, unnest(p.reserved_shift_ids) reserved
    where p.status = 'offerta' and p.reserved_until is not null
    group by reserved having count(*) > 1`,
  'only a completed request has a swap and a chosen offer, one each': sql`
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
  'each side of a weekly swap gives one named shift, and they differ': sql`
    select c.id from completed_swaps c
    where c.kind = 'settimana'
      and ((select count(distinct gave ->> 'shiftType') from jsonb_array_elements(c.requester_gave) gave) <> 1
        or (select count(distinct gave ->> 'shiftType') from jsonb_array_elements(c.accepter_gave) gave) <> 1
        or c.requester_gave -> 0 ->> 'shiftType' = c.accepter_gave -> 0 ->> 'shiftType')`,
  'a swap stays in its worksite': sql`
    select c.id from completed_swaps c join users u on u.id = c.requester_id join users v on v.id = c.accepter_id
    where u.worksite_id <> c.worksite_id or v.worksite_id <> c.worksite_id`,
  'an entry is swapped once': sql`
    select (gave ->> 'shiftId')::uuid as id
    from completed_swaps c, jsonb_array_elements(c.requester_gave || c.accepter_gave) gave
    group by 1 having count(*) > 1`,
  'a consumed entry no longer exists': sql`
    select s.id from shifts s join swapped_shifts w on w.shift_id = s.id`,
  'an entry from a swap equals what the other side gave': sql`
    select s.id from shifts s join completed_swaps c on c.id = s.from_swap_id, lateral (
      select case when s.user_id = c.requester_id then c.requester_gave else c.accepter_gave end as own,
        case when s.user_id = c.requester_id then c.accepter_gave else c.requester_gave end as other
    ) given
    where s.user_id not in (c.requester_id, c.accepter_id)
      or case c.kind
        -- the other side's named shift, on a day on which the own one was given
        when 'settimana' then not given.own @> jsonb_build_array(jsonb_build_object('date', s.day))
          or (given.other -> 0) - 'shiftId' - 'date' is distinct from ${heldDuty} - 'shiftId' - 'date'
        else not exists (select from jsonb_array_elements(given.other) gave
          where gave - 'shiftId' = ${heldDuty} - 'shiftId') end`,
  'three mails per swap, to both people and the worksite': sql`
    select c.id from completed_swaps c join worksites w on w.id = c.worksite_id
    where (select array_agg(coalesce(m.recipient, m.user_id::text) order by coalesce(m.recipient, m.user_id::text) collate "C")
        from mail_outbox m where m.swap_id = c.id and m.kind = 'swap_completed')
      is distinct from (select array_agg(address order by address collate "C")
        from unnest(array[c.requester_id::text, c.accepter_id::text, w.email]) address)`,
  'a swap has one audit entry': sql`
    select c.id from completed_swaps c
    where (select count(*) from audit_log a
      where a.action = 'swap_completed' and a.target_id = c.request_id) <> 1`,
};

/** One statement for all, since tests check after every step. */
const allInvariants: Sql = join(
  Object.entries(invariants).map(
    ([name, statement]) => sql`select ${name}::text as name, b.id from (${statement}) b`,
  ),
  ' union all ',
);

/** Violated invariants, as `name: id`; `[]` if all hold. */
export async function violatedInvariants(database: Queryable): Promise<string[]> {
  const rows = await database.many<{ name: string; id: string }>(allInvariants);
  return rows.map(({ name, id }) => `${name}: ${id}`);
}

/** An entry as text: `2026-11-21 sede mattina 06:00 13:00`; `s` is the row's alias. */
const dutyWords: Sql = sql`concat_ws(' ', s.day, s.work_location, s.shift_type, to_char(s.start_time, 'HH24:MI'),
  to_char(s.end_time, 'HH24:MI'), to_char(s.second_start_time, 'HH24:MI'), to_char(s.second_end_time, 'HH24:MI'))`;

/**
 * All duties of all worksites without their owners, `worksite day duty`, sorted. Swaps must not change this list, except those
 * of named shifts and, in a `giorno`, rest. Days without work are duties too.
 */
export async function listDuties(database: Queryable): Promise<string[]> {
  const rows = await database.many<{ duty: string }>(sql`
    select duty from (select concat_ws(' ', s.worksite_id, ${dutyWords}) as duty from shifts s) listed
    order by duty collate "C"`);
  return rows.map(({ duty }) => duty);
}

/**
 * Who drives on which days, and all entries without work, `worksite user day`, sorted. Swaps of named shifts must not change
 * this list.
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

/** All working duties, `worksite day duty`, sorted. A `giorno` must not change this list either. */
export async function listWorkingDuties(database: Queryable): Promise<string[]> {
  const rows = await database.many<{ duty: string }>(sql`
    select duty from (
      select concat_ws(' ', s.worksite_id, ${dutyWords}) as duty from shifts s where s.start_time is not null
    ) listed
    order by duty collate "C"`);
  return rows.map(({ duty }) => duty);
}

/** Number of entries per person, `user count`, sorted. Swaps must not change this list. */
export async function listEntryCounts(database: Queryable): Promise<string[]> {
  const rows = await database.many<{ line: string }>(sql`
    select concat(user_id, ' ', count(*)) as line from shifts group by user_id order by user_id`);
  return rows.map(({ line }) => line);
}
