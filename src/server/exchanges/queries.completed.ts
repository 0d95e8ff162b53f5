import sql from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import type { HeldDuty } from '../../domain/exchanges/request.ts';
import type { ExchangeKind } from '../../domain/exchanges/schema.ts';
import type { SwapRest } from '../../domain/rest/breaches.ts';
import { participantOfSwap } from '../mail/queries.source.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { PersonRow } from './queries.people.ts';

/** A party of a swap: the name as it is now, everything else as it was when they swapped. */
export type SwapParticipant = Pick<
  PersonRow,
  'firstName' | 'lastName' | 'role' | 'contractHours' | 'taxiLicense' | 'phoneNumber'
>;

const requesterOfSwap = participantOfSwap(sql`c.requester_snapshot`, sql`c.requester_id`);
const accepterOfSwap = participantOfSwap(sql`c.accepter_snapshot`, sql`c.accepter_id`);

export interface CompletedRow {
  id: string;
  kind: ExchangeKind;
  requestId: string | null;
  partner: SwapParticipant;
  exchangeDay: string;
  completedAt: Instant;
  gave: HeldDuty[];
  partnerGave: HeldDuty[];
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
      (select id, kind, request_id, ${accepterOfSwap} as partner, exchange_day,
        completed_at, requester_gave as gave, accepter_gave as partner_gave
      from completed_swaps c where requester_id = ${userId} ${since}
      order by completed_at desc, id desc limit ${most})
      union all
      (select id, kind, request_id, ${requesterOfSwap}, exchange_day, completed_at, accepter_gave, requester_gave
      from completed_swaps c where accepter_id = ${userId} ${since}
      order by completed_at desc, id desc limit ${most})
    ) own
    order by completed_at desc, id desc
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
  requester: SwapParticipant;
  accepter: SwapParticipant;
  requesterGave: HeldDuty[];
  accepterGave: HeldDuty[];
  isRequester: boolean;
  /** Null where nothing was broken, or nothing asked. */
  restBreaches: SwapRest | null;
}

/** A completed swap for one of its two parties; null for everybody else. */
export const findReceipt = (
  database: Queryable,
  swapId: string,
  userId: string,
): Promise<ReceiptRow | null> =>
  database.maybeOne(sql`
    select c.id, c.kind, w.name as worksite_name, c.exchange_day, c.requested_at,
      c.offered_at, c.completed_at, ${requesterOfSwap} as requester,
      ${accepterOfSwap} as accepter, c.requester_gave, c.accepter_gave,
      c.rest_breaches, c.requester_id = ${userId} as is_requester
    from completed_swaps c
    join worksites w on w.id = c.worksite_id
    where c.id = ${swapId} and ${userId} in (c.requester_id, c.accepter_id)`);
