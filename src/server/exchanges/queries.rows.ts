import sql, { join, type Sql } from 'sql-template-tag';
import { isDayMirror } from '../notifications/queries.resolve.ts';
import { jsonInstant } from '../platform/jsonInstant.ts';
import { dutyFields } from '../shifts/queries.ts';
import { reservedDays, type Viewer } from './queries.takeable.ts';
import { periodColumns } from './queries.ts';

// What the rows of a list are judged by, and what cards and rows have in common: `r` is the request, `q` its requester.

/** The offers that stand or were chosen, oldest first. */
const offers: Sql = sql`
  select json_agg(json_build_object('userId', p.user_id, 'name', concat_ws(' ', u.first_name, u.last_name),
    'firstName', u.first_name, 'contractHours', u.contract_hours, 'role', u.role, 'isActive', u.is_active,
    'enableFlexibleShifts', u.enable_flexible_shifts, 'duties', p.offered_duties,
    'createdAt', ${jsonInstant(sql`p.created_at`)},
    'isReserved', exists (select from pre_acceptances w
      where w.status = 'offerta' and w.reserved_until is not null and w.request_id <> p.request_id
        and w.reserved_shift_ids && array(
          select (held ->> 'shiftId')::uuid from jsonb_array_elements(p.offered_duties) held))) order by p.created_at, p.user_id)
  from pre_acceptances p join users u on u.id = p.user_id
  where p.request_id = r.id and p.status in ('offerta', 'scelta')`;

/** What a request gives for what, in one text; turned round it is the text of its mirror image. */
export const tradeOf = (request: Sql, isTurned: boolean): Sql => {
  const given = sql`case when ${request}.kind <> 'ferie' then ${request}.offered_duties -> 0 ->> 'shiftType' end`;
  const wanted = sql`${request}.requested_shift_type`;
  const weeks = [sql`${request}.offered_week`, sql`${request}.wanted_week`];
  const parts = isTurned ? [...weeks.toReversed(), wanted, given] : [...weeks, given, wanted];
  return sql`
    concat_ws(' ', ${request}.kind, case ${request}.kind when 'turno' then ${request}.requested_day end, ${join(parts)})`;
};

// not through the viewer's requests for each row: they are read once and kept, however many rows there are
const isMirrorOfOwn = ({ id, now }: Viewer): Sql => sql`
  r.kind <> 'giorno' and ${tradeOf(sql`r`, false)} in (
    select ${tradeOf(sql`o`, true)} from exchange_requests o
    where o.requester_id = ${id} and o.status = 'aperta' and o.expires_at > ${now})`;

/** The first day that the viewer offers in a swap of days which mirrors this one. */
const mirroredDay = ({ id, now }: Viewer): Sql => sql`
  select min(o.requested_day) from exchange_requests o
  where o.requester_id = ${id} and o.status = 'aperta' and o.expires_at > ${now} and o.kind = 'giorno'
    and ${isDayMirror(sql`o`, sql`r`)}`;

/** The viewer's entry of the day. */
const ownDuty = ({ id }: Viewer): Sql => sql`
  select json_build_object(${dutyFields}) from shifts s where s.user_id = ${id} and s.day = r.requested_day`;

/** Whose entries a request is judged by. */
const judgedPeople = ({ id }: Viewer): Sql => sql`(
  select r.requester_id as user_id union select ${id}::uuid union
  select p.user_id from pre_acceptances p
  where p.request_id = r.id and p.status = 'offerta' and r.requester_id = ${id}
) person`;

const dayEntries = (viewer: Viewer): Sql => sql`
  select json_agg(json_build_object('userId', s.user_id, 'shiftId', s.id, ${dutyFields}) order by s.day)
  from ${judgedPeople(viewer)}
  join users u on u.id = person.user_id
  join shifts s on s.user_id = u.id and s.day = any(
    case when u.enable_flexible_shifts then (
      select array_agg(distinct date_trunc('week', named)::date + n)
      from unnest(r.acceptable_days || r.requested_day) named, generate_series(0, 6) n)
    else r.acceptable_days || r.requested_day end)`;

const weekEntries = (viewer: Viewer): Sql => sql`
  select json_agg(json_build_object('userId', s.user_id, ${dutyFields}) order by s.day)
  from ${judgedPeople(viewer)}
  join shifts s on s.user_id = person.user_id
    and s.day between least(r.offered_week, r.wanted_week) and greatest(r.offered_week, r.wanted_week) + 6
  where s.day between r.offered_week and r.offered_week + 6 or s.day between r.wanted_week and r.wanted_week + 6`;

/** What has become of the offers on a request, and the viewer's own. */
const answersTo = ({ id }: Viewer): Sql => sql`
  select count(*) filter (where p.status = 'offerta') as offer_count,
    max(p.reserved_until) filter (where p.status = 'offerta') as reserved_until,
    (array_agg(p.user_id) filter (where p.status = 'offerta' and p.reserved_until is not null))[1] as reserved_for,
    (array_agg(p.user_id) filter (where p.status = 'scelta'))[1] as chosen_id,
    (array_agg(p.status) filter (where p.user_id = ${id}))[1] as own_offer_status,
    (array_agg(p.offered_duties) filter (where p.user_id = ${id}))[1] as own_offer_duties
  from pre_acceptances p where p.request_id = r.id`;

/** The JSON list of a query where `condition` holds, else none: requests that do not need it do not pay for it. */
export const listWhere = (condition: Sql, list: Sql): Sql => sql`
  coalesce(case when ${condition} then (${list}) end, '[]')`;

/** `RowFacts` of requests `r` in `judgedRequests`. */
export function rowColumns(viewer: Viewer): Sql {
  const isOpen = sql`r.status = 'aperta'`;
  const isColleagues = sql`r.requester_id <> ${viewer.id}`;
  return sql`
    r.id, ${periodColumns}, r.requester_id, concat_ws(' ', q.first_name, q.last_name) as requester_name,
    q.first_name as requester_first_name, r.requester_contract_hours, r.requester_role,
    q.is_active as is_requester_active, q.enable_flexible_shifts as is_requester_flexible, r.within_days,
    r.offered_shift_id, r.offered_duties, r.requested_shift_type, r.message, r.status, r.close_reason, r.nobody_left,
    r.expires_at, r.created_at, r.closed_at, answers.*,
    case when ${isOpen} then ${reservedDays(viewer)} else '{}' end as reserved_days,
    exists (select from exchange_rejections n where n.request_id = r.id and n.user_id = ${viewer.id}) as has_rejected,
    ${listWhere(sql`r.requester_id = ${viewer.id}`, offers)} as offers,
    ${isColleagues} and ${isOpen} and ${isMirrorOfOwn(viewer)} as is_mirror_of_own,
    case when r.kind = 'giorno' and ${isColleagues} and ${isOpen} then (${mirroredDay(viewer)}) end as mirrored_day,
    case when r.kind = 'turno' and ${isColleagues} and (${isOpen} or answers.own_offer_duties is null) then (
      ${ownDuty(viewer)}) end as own_duty,
    ${listWhere(sql`r.kind in ('settimana', 'ferie') and ${isOpen}`, weekEntries(viewer))} as week_entries,
    ${listWhere(sql`r.kind = 'giorno' and ${isOpen}`, dayEntries(viewer))} as day_entries`;
}

/** The requests that `source` names as `r`, with what `rowColumns` takes of them. */
export const judgedRequests = (viewer: Viewer, source: Sql): Sql => sql`
  ${source}
  join users q on q.id = r.requester_id
  cross join lateral (${answersTo(viewer)}) answers`;
