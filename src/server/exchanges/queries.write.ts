import sql, { empty, type Sql } from 'sql-template-tag';
import type { Day, Instant } from '../../domain/calendar/day.ts';
import type { AskedDays } from '../../domain/exchanges/askedDays.ts';
import type { HeldEntry, OfferStatus } from '../../domain/exchanges/request.ts';
import type { RequestTexts } from '../../domain/exchanges/schema.calls.ts';
import type { ExchangeKind } from '../../domain/exchanges/schema.ts';
import type { SwapWeeks } from '../../domain/exchanges/weeks.ts';
import type { ShiftType } from '../../domain/shifts/duty.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { PersonRow } from './queries.people.ts';
import type { Closing } from './queries.requests.ts';

/** What a request offers, and until when. */
export interface Offered {
  /** The entry through which it is offered. */
  offered: HeldEntry;
  /** All that changes hands, by day. */
  gives: HeldEntry[];
  weeks: SwapWeeks | null;
  asked: AskedDays | null;
  /** Those of the asked days on which the requester does not work. */
  days: Day[] | null;
  expiresAt: Instant;
}

export interface NewRequest extends Offered, RequestTexts {
  requester: PersonRow;
  kind: ExchangeKind;
  requestedDay: Day;
  /** Null for `ferie`, and for a `giorno` where any will do. */
  requestedShiftType: ShiftType | null;
  now: Instant;
}

/**
 * @returns the new request's id; a second open one of the same shift or week breaks
 * `one_open_request_a_shift` or `one_open_request_a_week`
 */
export async function insertRequest(tx: Transaction, request: NewRequest): Promise<string> {
  const { requester, offered, weeks } = request;
  const { id } = await tx.one<{ id: string }>(sql`
    insert into exchange_requests (worksite_id, requester_id, kind, offered_shift_id, offered_duties, offered_day,
      offered_week, wanted_week, acceptable_days, within_days, requested_day, requested_shift_type, requester_contract_hours, requester_role, message, expires_at,
      created_at, updated_at)
    values (${requester.worksiteId}, ${requester.id}, ${request.kind}, ${offered.shiftId},
      ${JSON.stringify(request.gives)}, ${offered.date}, ${weeks?.offered.from ?? null},
      ${weeks?.wanted.from ?? null}, ${request.asked?.acceptableDays ?? null}, ${request.asked?.withinDays ?? null},
      ${request.requestedDay}, ${request.requestedShiftType},
      ${requester.contractHours}, ${requester.role}, ${request.message}, ${request.expiresAt}, ${request.now},
      ${request.now})
    returning id`);
  return id;
}

const unreserved: Sql = sql`
  reserved_since = null, reserved_until = null, reserved_shift_ids = null, reminded_at = null`;

/**
 * Writes what the requester changed in an open request; a swap of it does not wait for approval any more.
 * @returns whose offer was reserved for that
 */
export async function updateRequest(
  tx: Transaction,
  requestId: string,
  changed: NewRequest,
): Promise<string[]> {
  const { offered, weeks } = changed;
  const released = await tx.many<{ userId: string }>(sql`
    with released as (
      update pre_acceptances set ${unreserved} where request_id = ${requestId} and reserved_until is not null
      returning user_id, status
    ), changed as (
    update exchange_requests
    set offered_shift_id = ${offered.shiftId}, offered_duties = ${JSON.stringify(changed.gives)},
      offered_day = ${offered.date}, offered_week = ${weeks?.offered.from ?? null},
      wanted_week = ${weeks?.wanted.from ?? null}, acceptable_days = ${changed.asked?.acceptableDays ?? null},
      within_days = ${changed.asked?.withinDays ?? null}, requested_day = ${changed.requestedDay},
      requested_shift_type = ${changed.requestedShiftType}, message = ${changed.message},
      expires_at = ${changed.expiresAt}, updated_at = ${changed.now}
    where id = ${requestId}
    )
    select user_id from released where status = 'offerta'`);
  return released.map(({ userId }) => userId);
}

/** Open requests of a worksite expire so many hours earlier than before, and their swaps that wait, none before now. */
export async function moveExpiries(
  tx: Transaction,
  worksiteId: string,
  hoursEarlier: number,
  now: Instant,
): Promise<void> {
  await tx.run(sql`
    with waiting as (
      update pre_acceptances p
      set reserved_until = greatest(p.reserved_until - make_interval(hours => ${hoursEarlier}), ${now})
      from exchange_requests r
      where r.id = p.request_id and r.worksite_id = ${worksiteId} and r.status = 'aperta'
        and p.status = 'offerta' and p.reserved_until is not null
    )
    update exchange_requests
    set expires_at = greatest(expires_at - make_interval(hours => ${hoursEarlier}), ${now})
    where worksite_id = ${worksiteId} and status = 'aperta'`);
}

/** Writes a pre-acceptance, or renews one that was withdrawn or had lapsed. */
export async function upsertOffer(
  tx: Transaction,
  offer: { requestId: string; userId: string; gives: readonly HeldEntry[]; now: Instant },
): Promise<void> {
  const duties = JSON.stringify(offer.gives);
  const shiftId = offer.gives[0]?.shiftId ?? null;
  await tx.run(sql`
    with touched as (update exchange_requests set updated_at = ${offer.now} where id = ${offer.requestId})
    insert into pre_acceptances (request_id, user_id, offered_shift_id, offered_duties, created_at, updated_at)
    values (${offer.requestId}, ${offer.userId}, ${shiftId}, ${duties}, ${offer.now}, ${offer.now})
    on conflict on constraint pre_acceptances_pkey do update set
      status = 'offerta', offered_shift_id = excluded.offered_shift_id, offered_duties = excluded.offered_duties,
      created_at = excluded.created_at, updated_at = excluded.updated_at, ${unreserved}`);
}

export async function setOfferStatus(
  tx: Transaction,
  requestId: string,
  userId: string,
  status: OfferStatus,
  now: Instant,
): Promise<void> {
  await tx.run(sql`
    update pre_acceptances set status = ${status}, updated_at = ${now}
    where request_id = ${requestId} and user_id = ${userId}`);
}

/** Forgets a pre-acceptance that was a mistake. */
export async function deleteOffer(tx: Transaction, requestId: string, userId: string): Promise<void> {
  await tx.run(sql`delete from pre_acceptances where request_id = ${requestId} and user_id = ${userId}`);
}

/**
 * Lapses the offers still standing on these requests, and closes those that are open: what has expired with the instant at
 * which it did.
 * @param closing null: the requests stay as they are
 * @returns whose offers lapsed
 */
export function endRequestRows(
  tx: Transaction,
  requestIds: readonly string[],
  closing: Closing | null,
  now: Instant,
): Promise<{ requestId: string; userId: string }[]> {
  const ids = [...requestIds];
  const closed = closing
    ? sql`
    with closed as (
      update exchange_requests
      set status = ${closing.status}, close_reason = ${closing.status === 'completata' ? null : closing.reason},
        closed_at = least(expires_at, ${now}), updated_at = least(expires_at, ${now})
      where id = any(${ids}::uuid[]) and status = 'aperta')`
    : empty;
  return tx.many<{ requestId: string; userId: string }>(sql`
    ${closed}
    update pre_acceptances p set status = 'decaduta', updated_at = least(r.expires_at, ${now})
    from exchange_requests r
    where p.request_id = any(${ids}::uuid[]) and p.status = 'offerta' and r.id = p.request_id
    returning p.request_id, p.user_id`);
}

export async function lapseOffersOf(
  tx: Transaction,
  offers: readonly { id: string; offererId: string }[],
  now: Instant,
): Promise<void> {
  await tx.run(sql`
    update pre_acceptances p set status = 'decaduta', updated_at = ${now}
    from unnest(${offers.map(({ id }) => id)}::uuid[], ${offers.map(({ offererId }) => offererId)}::uuid[])
      as ending (request_id, user_id)
    where p.request_id = ending.request_id and p.user_id = ending.user_id and p.status = 'offerta'`);
}

export async function deleteRejection(tx: Transaction, requestId: string, userId: string): Promise<void> {
  await tx.run(sql`delete from exchange_rejections where request_id = ${requestId} and user_id = ${userId}`);
}

export async function insertRejection(
  tx: Transaction,
  requestId: string,
  userId: string,
  now: Instant,
): Promise<void> {
  await tx.run(sql`
    insert into exchange_rejections (request_id, user_id, created_at) values (${requestId}, ${userId}, ${now})
    on conflict on constraint exchange_rejections_pkey do nothing`);
}

/** Forgets what colleagues answered to a request: it offers something else now, and what was told of it before is over. */
export async function deleteAnswers(tx: Transaction, requestId: string, now: Instant): Promise<void> {
  await tx.run(sql`delete from exchange_rejections where request_id = ${requestId}`);
  await tx.run(sql`delete from pre_acceptances where request_id = ${requestId}`);
  await tx.run(sql`
    update exchange_requests set nobody_left = false, nobody_left_told = false, changed_at = ${now}
    where id = ${requestId}`);
}

/** Whether nobody is left who could take a request; its requester hears so once. */
export async function noteNobodyLeft(tx: Transaction, requestId: string, nobodyLeft: boolean): Promise<void> {
  await tx.run(sql`
    update exchange_requests
    set nobody_left = ${nobodyLeft}, nobody_left_told = nobody_left_told or ${nobodyLeft}
    where id = ${requestId}`);
}

/** Removes a request with its offers and rejections; completed ones are kept by the caller. */
export async function deleteRequestRow(tx: Transaction, requestId: string): Promise<void> {
  await tx.run(sql`delete from exchange_requests where id = ${requestId}`);
}
