import sql from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import type { ExchangeKind } from '../../domain/exchanges/schema.ts';
import type { Role } from '../../domain/users/schema.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { HeldDuty } from './queries.duties.ts';

/** A person as they were when they swapped. */
export interface PartySnapshot {
  firstName: string;
  lastName: string;
  role: Role;
  contractHours: number;
  taxiLicense: string | null;
  phoneNumber: string | null;
}

export interface CompletedRow {
  id: string;
  kind: ExchangeKind;
  requestId: string | null;
  partner: PartySnapshot;
  exchangeDay: string;
  completedAt: Instant;
  gave: HeldDuty[];
  received: HeldDuty[];
}

/** A page of a person's completed swaps, on either side, newest first. */
export function listCompletedSwaps(
  database: Queryable,
  userId: string,
  after: { key: Instant; id: string } | null,
  most: number,
): Promise<CompletedRow[]> {
  const since = after ? sql`and (completed_at, id) < (${after.key}::timestamptz, ${after.id}::uuid)` : sql``;
  return database.many<CompletedRow>(sql`
    select * from (
      (select id, kind, request_id as "requestId", accepter_snapshot as partner, exchange_day as "exchangeDay",
        completed_at as "completedAt", requester_gave as gave, accepter_gave as received
      from completed_swaps where requester_id = ${userId} ${since}
      order by completed_at desc, id desc limit ${most})
      union all
      (select id, kind, request_id, requester_snapshot, exchange_day, completed_at, accepter_gave, requester_gave
      from completed_swaps where accepter_id = ${userId} ${since}
      order by completed_at desc, id desc limit ${most})
    ) own
    order by "completedAt" desc, id desc
    limit ${most}`);
}

export async function countCompletedSwaps(database: Queryable, userId: string): Promise<number> {
  const { total } = await database.one<{ total: number }>(sql`
    select (select count(*) from completed_swaps where requester_id = ${userId})
      + (select count(*) from completed_swaps where accepter_id = ${userId}) as total`);
  return total;
}

export interface ReceiptRow {
  id: string;
  kind: ExchangeKind;
  worksiteName: string;
  exchangeDay: string;
  requestedAt: Instant;
  offeredAt: Instant;
  completedAt: Instant;
  requester: PartySnapshot;
  accepter: PartySnapshot;
  requesterGave: HeldDuty[];
  accepterGave: HeldDuty[];
}

/** A completed swap for one of its two parties; null for everybody else. */
export function findReceipt(database: Queryable, swapId: string, userId: string): Promise<ReceiptRow | null> {
  return database.maybeOne<ReceiptRow>(sql`
    select c.id, c.kind, w.name as "worksiteName", c.exchange_day as "exchangeDay", c.requested_at as "requestedAt",
      c.offered_at as "offeredAt", c.completed_at as "completedAt", c.requester_snapshot as requester,
      c.accepter_snapshot as accepter, c.requester_gave as "requesterGave", c.accepter_gave as "accepterGave"
    from completed_swaps c
    join worksites w on w.id = c.worksite_id
    where c.id = ${swapId} and ${userId} in (c.requester_id, c.accepter_id)`);
}
