import sql, { type Sql } from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import type { CloseReason, ExchangeStatus } from '../../domain/exchanges/schema.ts';
import type { ShiftType } from '../../domain/shifts/duty.ts';
import type { DatedDuty } from '../../domain/shifts/rules.ts';
import type { Role } from '../../domain/users/schema.ts';
import type { Queryable } from '../platform/database/database.ts';
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
  worksiteName: string;
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
  chosenName: string | null;
  ownOfferStatus: OfferStatus | null;
  ownOfferDuties: HeldDuty[] | null;
  hasRejected: boolean;
  offerCount: number;
  offers: CardOffer[];
  /** The viewer's entry of the day, for single shifts. */
  ownDuty: DatedDuty | null;
  /** Of an open request about weeks: everything requester and viewer have in them; for the requester also who offered. */
  weekEntries: (DatedDuty & { userId: string })[];
}

/** An entry as JSON, under the names of the API; `s` is the row's alias. */
const entryFields: Sql = sql`'date', s.day, 'workLocation', s.work_location,
  'startTime', to_char(s.start_time, 'HH24:MI'), 'endTime', to_char(s.end_time, 'HH24:MI'),
  'shiftType', s.shift_type, 'isSplitShift', s.is_split_shift,
  'secondStartTime', to_char(s.second_start_time, 'HH24:MI'),
  'secondEndTime', to_char(s.second_end_time, 'HH24:MI')`;

/** The cards of these requests, in no particular order; only those of the viewer's worksite. */
export function listCards(database: Queryable, ids: readonly string[], viewer: Viewer): Promise<CardRow[]> {
  return database.many<CardRow>(sql`
    select r.id, ${subjectColumns}, r.requester_id as "requesterId", concat_ws(' ', q.first_name, q.last_name) as "requesterName",
      r.requester_contract_hours as "requesterContractHours", r.requester_role as "requesterRole",
      q.is_active as "isRequesterActive", w.name as "worksiteName", r.offered_shift_id as "offeredShiftId",
      r.offered_duties as "offeredDuties", r.requested_shift_type as "requestedShiftType",
      r.message, r.status, r.close_reason as "closeReason",
      r.expires_at as "expiresAt", r.created_at as "createdAt", r.closed_at as "closedAt",
      chosen.user_id as "chosenId", chosen.name as "chosenName", own.status as "ownOfferStatus",
      own.offered_duties as "ownOfferDuties", n.user_id is not null as "hasRejected",
      offers.standing as "offerCount", offers.shown as offers, duty.duty as "ownDuty",
      coalesce(weeks.entries, '[]') as "weekEntries"
    from exchange_requests r
    join users q on q.id = r.requester_id
    join worksites w on w.id = r.worksite_id
    left join pre_acceptances own on own.request_id = r.id and own.user_id = ${viewer.id}
    left join exchange_rejections n on n.request_id = r.id and n.user_id = ${viewer.id}
    left join lateral (
      select p.user_id, concat_ws(' ', u.first_name, u.last_name) as name
      from pre_acceptances p join users u on u.id = p.user_id
      where p.request_id = r.id and p.status = 'scelta'
    ) chosen on true
    cross join lateral (
      select count(*) filter (where p.status = 'offerta') as standing,
        coalesce(jsonb_agg(jsonb_build_object('userId', p.user_id, 'name', concat_ws(' ', u.first_name, u.last_name),
          'contractHours', u.contract_hours, 'role', u.role, 'isActive', u.is_active, 'duties', p.offered_duties,
          'createdAt', to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
          order by p.created_at, p.user_id)
          filter (where r.requester_id = ${viewer.id}), '[]') as shown
      from pre_acceptances p join users u on u.id = p.user_id
      where p.request_id = r.id and p.status in ('offerta', 'scelta')
    ) offers
    left join lateral (
      select jsonb_build_object(${entryFields}) as duty
      from shifts s where r.kind = 'turno' and s.user_id = ${viewer.id} and s.day = r.requested_day and r.requester_id <> ${viewer.id}
    ) duty on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('userId', s.user_id, ${entryFields}) order by s.day) as entries
      from (
        select r.requester_id as user_id union select ${viewer.id}::uuid union
        select p.user_id from pre_acceptances p
        where p.request_id = r.id and p.status = 'offerta' and r.requester_id = ${viewer.id}
      ) person
      join shifts s on s.user_id = person.user_id
        and s.day between least(r.offered_week, r.wanted_week) and greatest(r.offered_week, r.wanted_week) + 6
      where r.status = 'aperta'
        and (s.day between r.offered_week and r.offered_week + 6 or s.day between r.wanted_week and r.wanted_week + 6)
    ) weeks on true
    where r.id = any(${[...ids]}::uuid[]) and r.worksite_id = ${viewer.worksiteId}`);
}
