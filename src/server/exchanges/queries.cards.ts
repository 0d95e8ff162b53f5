import sql, { join, type Sql } from 'sql-template-tag';
import type { ExchangeKind } from '../../domain/exchanges/schema.ts';
import { isDayMirror } from '../notifications/queries.resolve.ts';
import type { Queryable } from '../platform/database/database.ts';
import { dutyFields } from '../shifts/queries.ts';
import { type CardRow, cardRowOf } from './cardRow.ts';
import { reservedDays, type Viewer } from './queries.takeable.ts';
import { periodColumns } from './queries.ts';

const shownOffers: Sql = sql`
  select json_agg(json_build_object('userId', p.user_id, 'name', concat_ws(' ', u.first_name, u.last_name),
    'firstName', u.first_name, 'contractHours', u.contract_hours, 'role', u.role, 'isActive', u.is_active,
    'enableFlexibleShifts', u.enable_flexible_shifts, 'duties', p.offered_duties, 'createdAt', p.created_at,
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

const isSameTrade = sql`${tradeOf(sql`m`, true)} = ${tradeOf(sql`r`, false)}`;

/** Mirror images in one place in time, the oldest few: what else keeps two people from a swap keeps few of them. */
const mirrorsThrough = (viewer: Viewer, place: Sql, isMirror: Sql = isSameTrade): Sql => sql`
  select json_agg(json_build_object('id', m.id, 'requesterId', m.requester_id, 'contractHours', u.contract_hours,
    'role', u.role, 'isActive', u.is_active, 'duties', m.offered_duties) order by m.created_at, m.id)
  from (
    select m.id, m.requester_id, m.offered_duties, m.created_at
    from exchange_requests m
    where m.worksite_id = r.worksite_id and m.status = 'aperta' and m.expires_at > ${viewer.now}
      and m.requester_id <> r.requester_id and ${place} and ${isMirror}
      and not exists (select from pre_acceptances p
        where p.request_id = m.id and p.user_id = r.requester_id and p.status = 'rifiutata')
    order by m.created_at, m.id
    limit 5
  ) m join users u on u.id = m.requester_id`;

// not through the viewer's requests for each card: they are read once and kept, however many cards there are
export const isMirrorOfOwn = (viewer: Viewer): Sql => sql`
  r.kind <> 'giorno' and ${tradeOf(sql`r`, false)} in (
    select ${tradeOf(sql`o`, true)} from exchange_requests o
    where o.requester_id = ${viewer.id} and o.status = 'aperta' and o.expires_at > ${viewer.now})`;

/** The first day that the viewer offers in a swap of days which mirrors this one. */
export const mirroredDay = (viewer: Viewer): Sql => sql`
  select min(o.requested_day) from exchange_requests o
  where o.requester_id = ${viewer.id} and o.status = 'aperta' and o.expires_at > ${viewer.now} and o.kind = 'giorno'
    and ${isDayMirror(sql`o`, sql`r`)}`;

/** Whose entries a card is judged by. */
const judgedPeople = (viewer: Viewer): Sql => sql`(
  select r.requester_id as user_id union select ${viewer.id}::uuid union
  select p.user_id from pre_acceptances p
  where p.request_id = r.id and p.status = 'offerta' and r.requester_id = ${viewer.id}
) person`;

export const dayEntries = (viewer: Viewer): Sql => sql`
  select json_agg(json_build_object('userId', s.user_id, 'shiftId', s.id, ${dutyFields}) order by s.day)
  from ${judgedPeople(viewer)}
  join users u on u.id = person.user_id
  join shifts s on s.user_id = u.id and s.day = any(
    case when u.enable_flexible_shifts then (
      select array_agg(distinct date_trunc('week', named)::date + n)
      from unnest(r.acceptable_days || r.requested_day) named, generate_series(0, 6) n)
    else r.acceptable_days || r.requested_day end)`;

export const weekEntries = (viewer: Viewer): Sql => sql`
  select json_agg(json_build_object('userId', s.user_id, ${dutyFields}) order by s.day)
  from ${judgedPeople(viewer)}
  join shifts s on s.user_id = person.user_id
    and s.day between least(r.offered_week, r.wanted_week) and greatest(r.offered_week, r.wanted_week) + 6
  where s.day between r.offered_week and r.offered_week + 6 or s.day between r.wanted_week and r.wanted_week + 6`;

/**
 * What is known of all cards that are read together. PostgreSQL sets up each subquery of a statement at every call: what
 * none of them has is left out.
 */
export interface CardScope {
  kind?: ExchangeKind;
  /** The viewer is the requester, or is not. */
  isOwn?: boolean;
}

const canBe = ({ kind }: CardScope, ...kinds: ExchangeKind[]): boolean =>
  kind === undefined || kinds.includes(kind);

const onlyIf = (canBeAsked: boolean, value: Sql): Sql => (canBeAsked ? value : sql`null`);

/** An own open request's mirror images. */
const mirrorsOf = (viewer: Viewer, scope: CardScope): Sql => {
  if (scope.isOwn === false) return sql`null`;
  const sameTerms = sql`
    m.requester_contract_hours = r.requester_contract_hours and m.requester_role = r.requester_role`;
  const onDay = sql`m.kind = 'turno' and m.requested_day = r.requested_day and ${sameTerms}`;
  const onAskedDay = sql`m.kind = 'giorno' and m.requested_day = any(r.acceptable_days) and ${sameTerms}`;
  const inWeek = sql`m.kind in ('settimana', 'ferie') and m.wanted_week = r.offered_week`;
  return sql`
    case when r.requester_id <> ${viewer.id} or r.status <> 'aperta' then null
      when r.kind = 'turno' then (${onlyIf(canBe(scope, 'turno'), mirrorsThrough(viewer, onDay))})
      when r.kind = 'giorno' then (${onlyIf(
        canBe(scope, 'giorno'),
        mirrorsThrough(viewer, onAskedDay, isDayMirror(sql`m`, sql`r`)),
      )})
      else (${onlyIf(canBe(scope, 'settimana', 'ferie'), mirrorsThrough(viewer, inWeek))}) end`;
};

/** The viewer's entry of the day, unless what they offered of it stands in `answers`. */
const ownDuty = (viewer: Viewer): Sql => sql`
  case when r.kind = 'turno' and r.requester_id <> ${viewer.id}
    and (r.status = 'aperta' or answers.own_offer_duties is null) then (
    select json_build_object(${dutyFields}) from shifts s
    where s.user_id = ${viewer.id} and s.day = r.requested_day) end`;

/** What has become of the offers on a request, and the viewer's own. */
const answersTo = (viewer: Viewer): Sql => sql`
  select count(*) filter (where p.status = 'offerta') as offer_count,
    max(p.reserved_until) filter (where p.status = 'offerta') as reserved_until,
    (array_agg(p.user_id) filter (where p.status = 'offerta' and p.reserved_until is not null))[1] as reserved_for,
    (array_agg(p.user_id) filter (where p.status = 'scelta'))[1] as chosen_id,
    (array_agg(p.status) filter (where p.user_id = ${viewer.id}))[1] as own_offer_status,
    (array_agg(p.offered_duties) filter (where p.user_id = ${viewer.id}))[1] as own_offer_duties
  from pre_acceptances p where p.request_id = r.id`;

/**
 * Everything a card shows to one viewer, of the requests that `source` names as `r`. What only some cards need stands
 * in a `case`, so that the others do not pay for it.
 */
export function selectCards(
  viewer: Viewer,
  source: Sql,
  { place = sql`1 as place`, ...scope }: CardScope & { place?: Sql } = {},
): Sql {
  const isOthers = scope.isOwn !== true;
  const isColleagues = sql`r.requester_id <> ${viewer.id} and r.status = 'aperta'`;
  return sql`
  select ${place}, r.id, ${periodColumns}, r.requester_id,
    concat_ws(' ', q.first_name, q.last_name) as requester_name, q.first_name as requester_first_name,
    r.requester_contract_hours, r.requester_role,
    q.is_active as is_requester_active, q.enable_flexible_shifts as is_requester_flexible, r.within_days, r.offered_shift_id, r.offered_duties,
    r.requested_shift_type, r.message, r.status, r.close_reason,
    r.nobody_left, r.expires_at, r.created_at, r.closed_at, answers.*,
    case when r.status = 'aperta' then ${reservedDays(viewer)} end as reserved_days,
    exists (select from exchange_rejections n where n.request_id = r.id and n.user_id = ${viewer.id}) as has_rejected,
    case when r.requester_id = ${viewer.id} then (${onlyIf(scope.isOwn !== false, shownOffers)}) end as offers,
    ${mirrorsOf(viewer, scope)} as mirrors,
    ${isColleagues} and ${onlyIf(isOthers, isMirrorOfOwn(viewer))} as is_mirror_of_own,
    case when r.kind = 'giorno' and ${isColleagues} then (
      ${onlyIf(isOthers && canBe(scope, 'giorno'), mirroredDay(viewer))}) end as mirrored_day,
    ${onlyIf(isOthers && canBe(scope, 'turno'), ownDuty(viewer))} as own_duty,
    case when r.kind in ('settimana', 'ferie') and r.status = 'aperta' then (
      ${onlyIf(canBe(scope, 'settimana', 'ferie'), weekEntries(viewer))}) end as week_entries,
    case when r.kind = 'giorno' and r.status = 'aperta' then (
      ${onlyIf(canBe(scope, 'giorno'), dayEntries(viewer))}) end as day_entries
  from ${source}
  join users q on q.id = r.requester_id
  cross join lateral (${answersTo(viewer)}) answers`;
}

/** The card of a request of the viewer's worksite. */
export async function findCard(
  database: Queryable,
  id: string,
  viewer: Viewer,
  scope: CardScope = {},
): Promise<CardRow | null> {
  const source = sql`
    (select * from exchange_requests where id = ${id} and worksite_id = ${viewer.worksiteId}) r`;
  const found = await database.maybeOne<{ card: string }>(sql`
    select row_to_json(c)::text as card from (${selectCards(viewer, source, scope)}) c`);
  return found && cardRowOf(JSON.parse(found.card) as object);
}
