import sql, { empty, type Sql } from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import type { ExchangeFacts, RequestPeriod } from '../../domain/exchanges/request.ts';
import { typesAbout } from '../../domain/notifications/types.ts';
import type { RestRules } from '../../domain/rest/limits.ts';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { factColumns } from './queries.requests.ts';
import { periodColumns } from './queries.row.ts';

// Swaps waiting for approval: offers that their requester has confirmed.

/** A waiting swap: its two people and its request. */
export interface ReservedSwap extends RequestPeriod {
  id: string;
  requesterId: string;
  offererId: string;
}

/** Whether offer `p` is reserved for a waiting swap. */
const isReservedOffer: Sql = sql`(p.status = 'offerta' and p.reserved_until is not null)`;

export async function reserveOffer(
  tx: Transaction,
  requestId: string,
  userId: string,
  reserved: { since: Instant; until: Instant; shiftIds: readonly string[] },
): Promise<void> {
  await tx.run(sql`
    update pre_acceptances
    set reserved_since = ${reserved.since}, reserved_until = ${reserved.until},
      reserved_shift_ids = ${[...reserved.shiftIds]}::uuid[], reminded_at = null, updated_at = ${reserved.since}
    where request_id = ${requestId} and user_id = ${userId}`);
}

/** A request with a waiting swap. */
export interface WaitingSwap extends ExchangeFacts {
  worksiteName: string;
  worksiteVariant: WorksiteVariant;
  restRules: RestRules | null;
}

const waitingSwaps = (condition: Sql): Sql => sql`
  select ${factColumns}, w.name as worksite_name, w.variant as worksite_variant, w.rest_rules, count(*) over () as total
  from pre_acceptances p
  join exchange_requests r on r.id = p.request_id
  join worksites w on w.id = r.worksite_id
  join users q on q.id = r.requester_id
  where ${isReservedOffer} and r.status = 'aperta' and ${condition}`;

/** Waiting swaps, ordered by when the wait ends, with their count; of one worksite or of all, without the viewer's own. */
export async function listWaitingSwaps(
  database: Queryable,
  {
    viewerId,
    worksiteId,
    now,
    most,
  }: { viewerId: string; worksiteId: string | null; now: Instant; most: number },
): Promise<{ swaps: WaitingSwap[]; total: number }> {
  const there = worksiteId === null ? empty : sql`and r.worksite_id = ${worksiteId}`;
  const rows = await database.many<WaitingSwap & { total: number }>(sql`
    ${waitingSwaps(sql`p.reserved_until > ${now} and ${viewerId} not in (r.requester_id, p.user_id) ${there}`)}
    order by p.reserved_until, p.request_id
    limit ${most}`);
  return { swaps: rows, total: rows[0]?.total ?? 0 };
}

/** The waiting swap of a request; null if none waits. */
export const findWaitingSwap = (
  database: Queryable,
  requestId: string,
  now: Instant,
): Promise<WaitingSwap | null> =>
  database.maybeOne(sql`
    ${waitingSwaps(sql`p.request_id = ${requestId} and p.reserved_until > ${now}`)}`);

export const findRequestWorksite = (
  database: Queryable,
  requestId: string,
): Promise<{ id: string; variant: WorksiteVariant } | null> =>
  database.maybeOne(sql`
    select w.id, w.variant
    from exchange_requests r join worksites w on w.id = r.worksite_id
    where r.id = ${requestId}`);

/** Waiting swaps of a worksite that this person is neither part of nor was asked to approve, oldest first. */
export const listUnnotifiedSwaps = (
  tx: Transaction,
  { id, worksiteId }: { id: string; worksiteId: string },
  now: Instant,
): Promise<ReservedSwap[]> =>
  tx.many(sql`
    select r.id, r.requester_id, ${periodColumns}, p.user_id as offerer_id
    from pre_acceptances p join exchange_requests r on r.id = p.request_id
    where ${isReservedOffer} and r.worksite_id = ${worksiteId} and r.status = 'aperta' and p.reserved_until > ${now}
      and ${id} not in (r.requester_id, p.user_id)
      and not exists (select from notifications n
        where n.user_id = ${id} and n.related_request_id = r.id and n.type = any(${typesAbout('approval')}::text[])
          and n.created_at >= p.reserved_since)
    order by p.reserved_since, r.id`);

const isToBeReminded = (since: Instant, now: Instant): Sql => sql`
  ${isReservedOffer} and p.reminded_at is null and p.reserved_since <= ${since} and p.reserved_until > ${now}`;

/** Worksites with a swap waiting since then without a reminder. */
export async function listWorksitesToRemind(
  database: Queryable,
  since: Instant,
  now: Instant,
): Promise<string[]> {
  const rows = await database.many<{ worksiteId: string }>(sql`
    select distinct r.worksite_id from pre_acceptances p join exchange_requests r on r.id = p.request_id
    where ${isToBeReminded(since, now)}`);
  return rows.map(({ worksiteId }) => worksiteId);
}

/** Records that approvers are reminded of these swaps now, and returns those. The caller holds the worksite's lock. */
export const noteReminded = (
  tx: Transaction,
  worksiteId: string,
  since: Instant,
  now: Instant,
): Promise<ReservedSwap[]> =>
  tx.many(sql`
    update pre_acceptances p set reminded_at = ${now}
    from exchange_requests r
    where r.id = p.request_id and r.worksite_id = ${worksiteId} and ${isToBeReminded(since, now)}
    returning r.id, r.requester_id, ${periodColumns}, p.user_id as offerer_id`);

/** When the oldest swap without a reminder was confirmed; null if there is none. */
export async function findOldestUnreminded(database: Queryable): Promise<Instant | null> {
  const { since } = await database.one<{ since: Instant | null }>(sql`
    select min(p.reserved_since) as since from pre_acceptances p
    where ${isReservedOffer} and p.reminded_at is null`);
  return since;
}
