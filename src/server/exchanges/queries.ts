import sql, { type Sql } from 'sql-template-tag';
import { type Day, type Instant, saturdayWeekOf } from '../../domain/calendar/day.ts';
import type { AskedDays, WithinDays } from '../../domain/exchanges/askedDays.ts';
import type { HeldDuty } from '../../domain/exchanges/request.ts';
import type { RequestPeriod } from '../../domain/exchanges/requestPeriod.ts';
import type { CloseReason, ExchangeKind, ExchangeStatus } from '../../domain/exchanges/schema.ts';
import type { SwapWeeks } from '../../domain/exchanges/weeks.ts';
import type { NotificationType } from '../../domain/notifications/types.ts';
import type { ShiftType } from '../../domain/shifts/duty.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import type { Candidate, PersonRow } from './queries.people.ts';

export interface RequestRow extends RequestPeriod {
  id: string;
  worksiteId: string;
  requesterId: string;
  status: ExchangeStatus;
  offeredShiftId: string | null;
  offeredDuties: HeldDuty[];
  requestedShiftType: ShiftType | null;
  withinDays: WithinDays | null;
  /** As of its last change: somebody said no or was refused, and nobody else could take it. */
  nobodyLeft: boolean;
  /** The requester has heard so. */
  nobodyLeftTold: boolean;
  expiresAt: Instant;
  createdAt: Instant;
}

export type OfferStatus = 'offerta' | 'scelta' | 'ritirata' | 'rifiutata' | 'decaduta';

export interface OfferRow {
  requestId: string;
  userId: string;
  status: OfferStatus;
  offeredShiftId: string | null;
  offeredDuties: HeldDuty[];
  createdAt: Instant;
  /** Null unless it was confirmed in a swap that has to be approved: then what changes hands, and until when it waits. */
  reservedSince: Instant | null;
  reservedUntil: Instant | null;
  reservedShiftIds: string[] | null;
}

/** What a request is about, under the names of `StoredSubject`; `r` is the row's alias. */
export const periodColumns: Sql = sql`
  r.kind, r.requested_day, r.offered_week, r.wanted_week, r.acceptable_days`;

const requestColumns: Sql = sql`
  r.id, r.worksite_id, r.requester_id, ${periodColumns}, r.status,
  r.offered_shift_id, r.offered_duties,
  r.requested_shift_type, r.within_days, r.nobody_left,
  r.nobody_left_told, r.expires_at, r.created_at`;

export const lockRequest = (
  tx: Transaction,
  worksiteId: string,
  requestId: string,
): Promise<RequestRow | null> =>
  tx.maybeOne(sql`
    select ${requestColumns} from exchange_requests r where r.id = ${requestId} and r.worksite_id = ${worksiteId}
    for update`);

/** The same as it stands, not locked. */
export const findRequest = (
  database: Queryable,
  worksiteId: string,
  requestId: string,
): Promise<RequestRow | null> =>
  database.maybeOne(sql`
    select ${requestColumns} from exchange_requests r where r.id = ${requestId} and r.worksite_id = ${worksiteId}`);

/** These requests, locked; the caller holds the lock of their worksite. */
export const lockRequests = (tx: Transaction, requestIds: readonly string[]): Promise<RequestRow[]> =>
  tx.many(sql`
    select ${requestColumns} from exchange_requests r where r.id = any(${[...requestIds]}::uuid[])
    order by r.id
    for update`);

/** All pre-acceptances of a request, oldest first, whatever became of them. */
export const listOffers = (database: Queryable, requestId: string): Promise<OfferRow[]> =>
  database.many(sql`
    select request_id, user_id, status, offered_shift_id,
      offered_duties, created_at, reserved_since, reserved_until, reserved_shift_ids
    from pre_acceptances where request_id = ${requestId}
    order by created_at, user_id`);

export async function listRejecters(database: Queryable, requestId: string): Promise<string[]> {
  const rows = await database.many<{ userId: string }>(sql`
    select user_id from exchange_rejections where request_id = ${requestId}`);
  return rows.map((row) => row.userId);
}

export type OpenRequestRow = RequestPeriod & Pick<RequestRow, 'id' | 'requesterId' | 'offeredDuties'>;

export const openRequestColumns: Sql = sql`
  r.id, r.requester_id, ${periodColumns}, r.offered_duties`;

export type TypedDay = { date: Day; shiftType: ShiftType };

export const dutyTable = (duties: readonly TypedDay[]): Sql => sql`
  unnest(${duties.map(({ date }) => date)}::date[], ${duties.map(({ shiftType }) => shiftType)}::text[]) as duty (day, type)`;

/** Open requests of colleagues of the same hours and role that want one of these duties: its type on its day. */
export const listRequestsWanting = (
  database: Queryable,
  person: Candidate,
  duties: readonly TypedDay[],
  now: Instant,
): Promise<OpenRequestRow[]> => database.many(requestsWanting(person, duties, now));

export const requestsWanting = (person: Candidate, duties: readonly TypedDay[], now: Instant): Sql =>
  // the day stands there twice: joined alone, all open requests of the worksite would be read
  sql`
    select ${openRequestColumns}
    from ${dutyTable(duties)}
    join exchange_requests r on r.worksite_id = ${person.worksiteId} and r.requested_day = duty.day and r.status = 'aperta'
      and r.kind = 'turno' and r.requested_shift_type = duty.type and r.expires_at > ${now}
      and r.requester_id <> ${person.id}
      and r.requester_contract_hours = ${person.contractHours} and r.requester_role = ${person.role}
    where r.requested_day = any(${duties.map(({ date }) => date)}::date[])
    order by r.created_at, r.id`;

/** Open requests of other drivers that want the named shift of one of these duties in its Saturday-Friday week. */
export function listRequestsWantingWeek(
  database: Queryable,
  person: Pick<PersonRow, 'id' | 'worksiteId'>,
  duties: readonly TypedDay[],
  now: Instant,
): Promise<OpenRequestRow[]> {
  const weeks = new Map(
    duties.map(({ date, shiftType }) => {
      const { from } = saturdayWeekOf(date);
      return [`${from} ${shiftType}`, { date: from, shiftType }];
    }),
  );
  return database.many<OpenRequestRow>(sql`
    select ${openRequestColumns}
    from ${dutyTable([...weeks.values()])}
    join exchange_requests r on r.worksite_id = ${person.worksiteId} and r.wanted_week = duty.day and r.status = 'aperta'
      and r.kind = 'settimana' and r.requested_shift_type = duty.type and r.expires_at > ${now}
      and r.requester_id <> ${person.id}
    order by r.created_at, r.id`);
}

/** Open requests of other drivers that offer the holidays which this one wants, and want those which this one offers. */
export const listMirroredHolidays = (
  database: Queryable,
  person: Pick<PersonRow, 'id' | 'worksiteId'>,
  { offered, wanted }: SwapWeeks,
  now: Instant,
): Promise<OpenRequestRow[]> =>
  database.many(sql`
    select ${openRequestColumns}
    from exchange_requests r
    where r.worksite_id = ${person.worksiteId} and r.wanted_week = ${offered.from} and r.status = 'aperta'
      and r.kind = 'ferie' and r.offered_week = ${wanted.from} and r.expires_at > ${now}
      and r.requester_id <> ${person.id}
    order by r.created_at, r.id`);

export interface Wish {
  requesterId: string;
  kind: ExchangeKind;
  shiftId: string;
  requestedDate: Day;
  requestedShiftType: ShiftType | null;
  /** Of a `giorno` alone. */
  asked: AskedDays | null;
  message: string | null;
}

export const findSameRequest = (
  database: Queryable,
  wish: Wish,
  now: Instant,
): Promise<{ id: string } | null> =>
  database.maybeOne(sql`
    select id from exchange_requests
    where offered_shift_id = ${wish.shiftId} and status = 'aperta' and expires_at > ${now}
      and requester_id = ${wish.requesterId} and kind = ${wish.kind} and requested_day = ${wish.requestedDate}
      and requested_shift_type is not distinct from ${wish.requestedShiftType}
      and message is not distinct from ${wish.message}
      and within_days is not distinct from ${wish.asked?.withinDays ?? null}
      and (within_days is not null
        or acceptable_days is not distinct from ${wish.asked?.acceptableDays ?? null}::date[])`);

/**
 * The person's requests that already offer this shift, or this week in the same way: open ones, and those that have expired
 * and are not closed yet.
 */
export const listRequestsOffering = (
  database: Queryable,
  requesterId: string,
  shiftId: string,
  offering: { kind: ExchangeKind; offeredWeek: Day | null },
): Promise<Pick<RequestRow, 'id' | 'status' | 'expiresAt'>[]> =>
  database.many(sql`
    select id, status, expires_at from exchange_requests
    where requester_id = ${requesterId} and status = 'aperta'
      and (offered_shift_id = ${shiftId}
        or (kind = ${offering.kind} and offered_week = ${offering.offeredWeek}::date))`);

const published: NotificationType = 'new_exchange_request';

export async function countNotified(database: Queryable, requestId: string): Promise<number> {
  const { count } = await database.one<{ count: number }>(sql`
    select count(*) as count from notifications where related_request_id = ${requestId} and type = ${published}`);
  return count;
}

export type Closing = { status: 'annullata' | 'rifiutata'; reason: CloseReason } | { status: 'completata' };
