import sql, { type Sql } from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import type { CloseReason, ExchangeStatus } from '../../domain/exchanges/schema.ts';
import type { ShiftType } from '../../domain/shifts/duty.ts';
import type { DatedDuty } from '../../domain/shifts/rules.ts';
import type { Role } from '../../domain/users/schema.ts';
import type { Queryable } from '../platform/database/database.ts';
import { dutyFields } from '../shifts/queries.ts';
import type { HeldDuty } from './queries.duties.ts';
import type { Viewer } from './queries.tabs.ts';
import { type OfferStatus, subjectColumns } from './queries.ts';
import type { StoredSubject } from './subject.ts';

/** One offer as the requester sees it. */
export interface CardOffer {
  userId: string;
  name: string;
  contractHours: number;
  role: Role;
  isActive: boolean;
  duties: HeldDuty[];
  createdAt: Instant;
}

/** A request with everything its card shows to one viewer. */
export interface CardRow extends StoredSubject {
  id: string;
  requesterId: string;
  requesterName: string;
  requesterContractHours: number;
  requesterRole: Role;
  isRequesterActive: boolean;
  offeredShiftId: string | null;
  offeredDuties: HeldDuty[];
  requestedShiftType: ShiftType | null;
  message: string | null;
  status: ExchangeStatus;
  closeReason: CloseReason | null;
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
  /** The viewer's entry of the day, for single shifts. */
  ownDuty: DatedDuty | null;
  /** Of an open request about weeks: everything requester and viewer have in them; for the requester also who offered. */
  weekEntries: (DatedDuty & { userId: string })[];
}

/** A card as the database writes it, in JSON: moments in its own form, and nothing where a list is empty. */
export interface CardJson extends Omit<CardRow, 'offers' | 'weekEntries'> {
  offers: CardOffer[] | null;
  weekEntries: CardRow['weekEntries'] | null;
}

const shownOffers: Sql = sql`
  select json_agg(json_build_object('userId', p.user_id, 'name', concat_ws(' ', u.first_name, u.last_name),
    'contractHours', u.contract_hours, 'role', u.role, 'isActive', u.is_active, 'duties', p.offered_duties,
    'createdAt', p.created_at) order by p.created_at, p.user_id)
  from pre_acceptances p join users u on u.id = p.user_id
  where p.request_id = r.id and p.status in ('offerta', 'scelta')`;

const weekEntries = (viewer: Viewer): Sql => sql`
  select json_agg(json_build_object('userId', s.user_id, ${dutyFields}) order by s.day)
  from (
    select r.requester_id as user_id union select ${viewer.id}::uuid union
    select p.user_id from pre_acceptances p
    where p.request_id = r.id and p.status = 'offerta' and r.requester_id = ${viewer.id}
  ) person
  join shifts s on s.user_id = person.user_id
    and s.day between least(r.offered_week, r.wanted_week) and greatest(r.offered_week, r.wanted_week) + 6
  where s.day between r.offered_week and r.offered_week + 6 or s.day between r.wanted_week and r.wanted_week + 6`;

/**
 * Everything a card shows to one viewer, of the requests that `source` names as `r`. What only some cards need stands
 * in a `case`, so that the others do not pay for it.
 */
export const selectCards = (viewer: Viewer, source: Sql, place: Sql = sql`1 as place`): Sql => sql`
  select ${place}, r.id, ${subjectColumns}, r.requester_id as "requesterId",
    concat_ws(' ', q.first_name, q.last_name) as "requesterName",
    r.requester_contract_hours as "requesterContractHours", r.requester_role as "requesterRole",
    q.is_active as "isRequesterActive", r.offered_shift_id as "offeredShiftId", r.offered_duties as "offeredDuties",
    r.requested_shift_type as "requestedShiftType", r.message, r.status, r.close_reason as "closeReason",
    r.expires_at as "expiresAt", r.created_at as "createdAt", r.closed_at as "closedAt", answers.*,
    exists (select from exchange_rejections n where n.request_id = r.id and n.user_id = ${viewer.id}) as "hasRejected",
    case when r.requester_id = ${viewer.id} or answers."chosenId" = ${viewer.id} then
      (select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = answers."chosenId") end as "chosenName",
    case when r.requester_id = ${viewer.id} then (${shownOffers}) end as offers,
    case when r.kind = 'turno' and r.requester_id <> ${viewer.id}
      and (r.status = 'aperta' or answers."ownOfferDuties" is null) then (
      select json_build_object(${dutyFields}) from shifts s
      where s.user_id = ${viewer.id} and s.day = r.requested_day) end as "ownDuty",
    case when r.kind <> 'turno' and r.status = 'aperta' then (${weekEntries(viewer)}) end as "weekEntries"
  from ${source}
  join users q on q.id = r.requester_id
  cross join lateral (
    select count(*) filter (where p.status = 'offerta') as "offerCount",
      (array_agg(p.user_id) filter (where p.status = 'scelta'))[1] as "chosenId",
      (array_agg(p.status) filter (where p.user_id = ${viewer.id}))[1] as "ownOfferStatus",
      (array_agg(p.offered_duties) filter (where p.user_id = ${viewer.id}))[1] as "ownOfferDuties"
    from pre_acceptances p where p.request_id = r.id
  ) answers`;

/** A moment as JSON from the database has it: `2026-11-20T09:00:00.123456+00:00`, with as many decimals as it needs. */
export const instantOf = (written: string): Instant =>
  `${written.slice(0, 19)}.${written.slice(20, written.indexOf('+')).padEnd(3, '0').slice(0, 3)}Z`;

/** The row of a card from its JSON. */
export const cardRowOf = ({ offers, weekEntries: entries, ...card }: CardJson): CardRow => ({
  ...card,
  expiresAt: instantOf(card.expiresAt),
  createdAt: instantOf(card.createdAt),
  closedAt: card.closedAt === null ? null : instantOf(card.closedAt),
  offers: offers?.map((offer) => ({ ...offer, createdAt: instantOf(offer.createdAt) })) ?? [],
  weekEntries: entries ?? [],
});

/** One card; null if the request is not of the viewer's worksite. */
export async function findCard(database: Queryable, id: string, viewer: Viewer): Promise<CardRow | null> {
  const source = sql`
    (select * from exchange_requests where id = ${id} and worksite_id = ${viewer.worksiteId}) r`;
  const found = await database.maybeOne<{ card: string }>(sql`
    select row_to_json(c)::text as card from (${selectCards(viewer, source)}) c`);
  return found && cardRowOf(JSON.parse(found.card) as CardJson);
}
