import sql, { empty } from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import type { HeldEntry, OfferStatus } from '../../domain/exchanges/request.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { Closing } from './queries.requests.ts';
import { unreserved } from './queries.row.ts';

/** Expires a worksite's open requests and their waiting swaps this many hours earlier, the swaps not before now. */
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

/** Inserts a pre-acceptance, or renews a withdrawn or lapsed one. */
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

/** Deletes a pre-acceptance made by mistake. */
export async function deleteOffer(tx: Transaction, requestId: string, userId: string): Promise<void> {
  await tx.run(sql`delete from pre_acceptances where request_id = ${requestId} and user_id = ${userId}`);
}

/**
 * Lapses the standing offers on these requests and closes the open ones, an expired one as of its expiry.
 * @param closing null: leaves the requests unchanged
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

/** Deletes colleagues' answers to a request that now offers something else; earlier notifications about it become obsolete. */
export async function deleteAnswers(tx: Transaction, requestId: string, now: Instant): Promise<void> {
  await tx.run(sql`delete from exchange_rejections where request_id = ${requestId}`);
  await tx.run(sql`delete from pre_acceptances where request_id = ${requestId}`);
  await tx.run(sql`
    update exchange_requests set nobody_left = false, nobody_left_told = false, changed_at = ${now}
    where id = ${requestId}`);
}

/** Stores whether nobody is left who could take a request; the requester is told once. */
export async function noteNobodyLeft(tx: Transaction, requestId: string, nobodyLeft: boolean): Promise<void> {
  await tx.run(sql`
    update exchange_requests
    set nobody_left = ${nobodyLeft}, nobody_left_told = nobody_left_told or ${nobodyLeft}
    where id = ${requestId}`);
}

/** Deletes a request with its offers and rejections; the caller spares completed ones. */
export async function deleteRequestRow(tx: Transaction, requestId: string): Promise<void> {
  await tx.run(sql`delete from exchange_requests where id = ${requestId}`);
}
