import sql, { join, type Sql } from 'sql-template-tag';
import type { Day, Instant } from '../../domain/calendar/day.ts';
import type { WithinDays } from '../../domain/exchanges/askedDays.ts';
import type { CloseReason, ExchangeStatus } from '../../domain/exchanges/schema.ts';
import type { ShiftType } from '../../domain/shifts/duty.ts';
import type { DatedDuty } from '../../domain/shifts/rules.ts';
import type { Role } from '../../domain/users/schema.ts';
import { isDayMirror } from '../notifications/queries.resolve.ts';
import type { Queryable } from '../platform/database/database.ts';
import { rowOfJson } from '../platform/database/values.ts';
import { dutyFields } from '../shifts/queries.ts';
import type { HeldDuty } from './queries.duties.ts';
import type { Viewer } from './queries.tabs.ts';
import { type OfferStatus, periodColumns } from './queries.ts';
import type { RequestPeriod } from './requestPeriod.ts';

/** One offer as the requester sees it. */
export interface CardOffer {
  userId: string;
  name: string;
  contractHours: number;
  role: Role;
  isActive: boolean;
  enableFlexibleShifts: boolean;
  duties: HeldDuty[];
  createdAt: Instant;
}

/** A colleague's open request that offers what an own one wants, and wants what it offers; they have not refused. */
export interface MirrorRow {
  id: string;
  requesterId: string;
  contractHours: number;
  role: Role;
  isActive: boolean;
  duties: HeldDuty[];
}

/** A request with everything its card shows to one viewer. */
export interface CardRow extends RequestPeriod {
  id: string;
  requesterId: string;
  requesterName: string;
  requesterContractHours: number;
  requesterRole: Role;
  isRequesterActive: boolean;
  isRequesterFlexible: boolean;
  withinDays: WithinDays | null;
  offeredShiftId: string | null;
  offeredDuties: HeldDuty[];
  requestedShiftType: ShiftType | null;
  message: string | null;
  status: ExchangeStatus;
  closeReason: CloseReason | null;
  nobodyLeft: boolean;
  expiresAt: Instant;
  createdAt: Instant;
  closedAt: Instant | null;
  chosenId: string | null;
  /** Only for the two who swapped. */
  chosenName: string | null;
  ownOfferStatus: OfferStatus | null;
  ownOfferDuties: HeldDuty[] | null;
  hasRejected: boolean;
  offerCount: number;
  /** Standing and chosen ones, oldest first; only for the requester. */
  offers: CardOffer[];
  /** Of an own open request, the oldest few; whether the two people can swap now is not asked here. */
  mirrors: MirrorRow[];
  /** Of a colleague's open request: it mirrors an open one of the viewer's. */
  isMirrorOfOwn: boolean;
  /** Of a `giorno`: the first day that the viewer offers in such a one. */
  mirroredDay: Day | null;
  /** The viewer's entry of the day, for single shifts. */
  ownDuty: DatedDuty | null;
  /** Of an open request about weeks: everything requester and viewer have in them; for the requester also who offered. */
  weekEntries: (DatedDuty & { userId: string })[];
  /** Of an open `giorno`: what the same people have on its days, and who has flexible shifts in the weeks of them. */
  dayEntries: (HeldDuty & { userId: string })[];
}

/** A card as the database writes it, in JSON: moments in its own form, and nothing where a list is empty. */
interface CardJson extends Omit<CardRow, 'offers' | 'mirrors' | 'weekEntries' | 'dayEntries'> {
  offers: CardOffer[] | null;
  mirrors: MirrorRow[] | null;
  weekEntries: CardRow['weekEntries'] | null;
  dayEntries: CardRow['dayEntries'] | null;
}

const shownOffers: Sql = sql`
  select json_agg(json_build_object('userId', p.user_id, 'name', concat_ws(' ', u.first_name, u.last_name),
    'contractHours', u.contract_hours, 'role', u.role, 'isActive', u.is_active,
    'enableFlexibleShifts', u.enable_flexible_shifts, 'duties', p.offered_duties, 'createdAt', p.created_at) order by p.created_at, p.user_id)
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
const isMirrorOfOwn = (viewer: Viewer): Sql => sql`
  r.kind <> 'giorno' and ${tradeOf(sql`r`, false)} in (
    select ${tradeOf(sql`o`, true)} from exchange_requests o
    where o.requester_id = ${viewer.id} and o.status = 'aperta' and o.expires_at > ${viewer.now})`;

/** The first day that the viewer offers in a swap of days which mirrors this one. */
const mirroredDay = (viewer: Viewer): Sql => sql`
  select min(o.requested_day) from exchange_requests o
  where o.requester_id = ${viewer.id} and o.status = 'aperta' and o.expires_at > ${viewer.now} and o.kind = 'giorno'
    and ${isDayMirror(sql`o`, sql`r`)}`;

/** Whose entries a card is judged by. */
const judgedPeople = (viewer: Viewer): Sql => sql`(
  select r.requester_id as user_id union select ${viewer.id}::uuid union
  select p.user_id from pre_acceptances p
  where p.request_id = r.id and p.status = 'offerta' and r.requester_id = ${viewer.id}
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

/**
 * Everything a card shows to one viewer, of the requests that `source` names as `r`. What only some cards need stands
 * in a `case`, so that the others do not pay for it.
 */
export const selectCards = (viewer: Viewer, source: Sql, place: Sql = sql`1 as place`): Sql => sql`
  select ${place}, r.id, ${periodColumns}, r.requester_id,
    concat_ws(' ', q.first_name, q.last_name) as requester_name,
    r.requester_contract_hours, r.requester_role,
    q.is_active as is_requester_active, q.enable_flexible_shifts as is_requester_flexible, r.within_days, r.offered_shift_id, r.offered_duties,
    r.requested_shift_type, r.message, r.status, r.close_reason,
    r.nobody_left, r.expires_at, r.created_at, r.closed_at, answers.*,
    exists (select from exchange_rejections n where n.request_id = r.id and n.user_id = ${viewer.id}) as has_rejected,
    case when r.requester_id = ${viewer.id} or answers.chosen_id = ${viewer.id} then
      (select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = answers.chosen_id) end as chosen_name,
    case when r.requester_id = ${viewer.id} then (${shownOffers}) end as offers,
    case when r.requester_id <> ${viewer.id} or r.status <> 'aperta' then null
      when r.kind = 'turno' then (${mirrorsThrough(
        viewer,
        sql`m.kind = 'turno' and m.requested_day = r.requested_day
        and m.requester_contract_hours = r.requester_contract_hours and m.requester_role = r.requester_role`,
      )})
      when r.kind = 'giorno' then (${mirrorsThrough(
        viewer,
        sql`m.kind = 'giorno' and m.requested_day = any(r.acceptable_days)
        and m.requester_contract_hours = r.requester_contract_hours and m.requester_role = r.requester_role`,
        isDayMirror(sql`m`, sql`r`),
      )})
      else (${mirrorsThrough(viewer, sql`m.kind in ('settimana', 'ferie') and m.wanted_week = r.offered_week`)}) end as mirrors,
    r.requester_id <> ${viewer.id} and r.status = 'aperta' and ${isMirrorOfOwn(viewer)} as is_mirror_of_own,
    case when r.kind = 'giorno' and r.requester_id <> ${viewer.id} and r.status = 'aperta' then (${mirroredDay(viewer)})
      end as mirrored_day,
    case when r.kind = 'turno' and r.requester_id <> ${viewer.id}
      and (r.status = 'aperta' or answers.own_offer_duties is null) then (
      select json_build_object(${dutyFields}) from shifts s
      where s.user_id = ${viewer.id} and s.day = r.requested_day) end as own_duty,
    case when r.kind in ('settimana', 'ferie') and r.status = 'aperta' then (${weekEntries(viewer)}) end as week_entries,
    case when r.kind = 'giorno' and r.status = 'aperta' then (${dayEntries(viewer)}) end as day_entries
  from ${source}
  join users q on q.id = r.requester_id
  cross join lateral (
    select count(*) filter (where p.status = 'offerta') as offer_count,
      (array_agg(p.user_id) filter (where p.status = 'scelta'))[1] as chosen_id,
      (array_agg(p.status) filter (where p.user_id = ${viewer.id}))[1] as own_offer_status,
      (array_agg(p.offered_duties) filter (where p.user_id = ${viewer.id}))[1] as own_offer_duties
    from pre_acceptances p where p.request_id = r.id
  ) answers`;

/** A moment as JSON from the database has it: `2026-11-20T09:00:00.123456+00:00`, with as many decimals as it needs. */
export const instantOf = (written: string): Instant =>
  `${written.slice(0, 19)}.${written.slice(20, written.indexOf('+')).padEnd(3, '0').slice(0, 3)}Z`;

/** The row of a card from its JSON. */
export function cardRowOf(written: object): CardRow {
  const {
    offers,
    mirrors,
    weekEntries: entries,
    dayEntries: dated,
    ...card
  } = rowOfJson(written) as unknown as CardJson;
  return {
    ...card,
    isMirrorOfOwn: card.isMirrorOfOwn || card.mirroredDay !== null,
    expiresAt: instantOf(card.expiresAt),
    createdAt: instantOf(card.createdAt),
    closedAt: card.closedAt === null ? null : instantOf(card.closedAt),
    offers: offers?.map((offer) => ({ ...offer, createdAt: instantOf(offer.createdAt) })) ?? [],
    mirrors: mirrors ?? [],
    weekEntries: entries ?? [],
    dayEntries: dated ?? [],
  };
}

/** One card; null if the request is not of the viewer's worksite. */
export async function findCard(database: Queryable, id: string, viewer: Viewer): Promise<CardRow | null> {
  const source = sql`
    (select * from exchange_requests where id = ${id} and worksite_id = ${viewer.worksiteId}) r`;
  const found = await database.maybeOne<{ card: string }>(sql`
    select row_to_json(c)::text as card from (${selectCards(viewer, source)}) c`);
  return found && cardRowOf(JSON.parse(found.card) as object);
}
