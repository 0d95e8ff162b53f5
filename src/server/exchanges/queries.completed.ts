import sql from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import type { HeldEntry } from '../../domain/exchanges/request.ts';
import type { ExchangeKind } from '../../domain/exchanges/schema.ts';
import type { SwapRest } from '../../domain/rest/breaches.ts';
import { participantOfSwap } from '../mail/queries.source.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import type { PersonRow } from './queries.people.ts';

/** A party of a swap: the current name, everything else as at the time of the swap. */
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
  gave: HeldEntry[];
  partnerGave: HeldEntry[];
}

/** A page of a person's completed swaps as either party, newest first. */
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
  requesterGave: HeldEntry[];
  accepterGave: HeldEntry[];
  isRequester: boolean;
  /** Null if no limit was broken or checked. */
  restBreaches: SwapRest | null;
}

/** A completed swap for one of its two parties; null for anyone else. */
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

export interface NewCompletedSwap {
  id: string;
  requestId: string;
  kind: ExchangeKind;
  requester: PersonRow;
  accepter: PersonRow;
  requesterGave: HeldEntry[];
  accepterGave: HeldEntry[];
  requestedAt: Instant;
  offeredAt: Instant;
  rest: SwapRest;
  now: Instant;
}

const snapshotOf = ({ role, contractHours, taxiLicense, phoneNumber }: PersonRow): string =>
  JSON.stringify({ role, contractHours, taxiLicense, phoneNumber });

/** Null if no limit is broken. */
const restRecord = (rest: SwapRest): string | null =>
  rest.requester.length + rest.accepter.length > 0 ? JSON.stringify(rest) : null;

/**
 * Records the completed swap and the shift rows it consumes. A second completion violates `one_completion_a_request` or
 * `one_completion_a_duty`.
 */
export async function insertCompletedSwap(tx: Transaction, swap: NewCompletedSwap): Promise<void> {
  const { requester, accepter } = swap;
  const given = [...swap.requesterGave, ...swap.accepterGave];
  await tx.run(sql`
    with completed as (
      insert into completed_swaps (id, request_id, worksite_id, kind, requester_id, accepter_id, requester_snapshot,
        accepter_snapshot, requester_gave, accepter_gave, exchange_day, requested_at, offered_at, completed_at,
        rest_breaches)
      values (${swap.id}, ${swap.requestId}, ${requester.worksiteId}, ${swap.kind}, ${requester.id}, ${accepter.id},
        ${snapshotOf(requester)}, ${snapshotOf(accepter)}, ${JSON.stringify(swap.requesterGave)},
        ${JSON.stringify(swap.accepterGave)}, ${swap.requesterGave[0]?.date ?? null}, ${swap.requestedAt},
        ${swap.offeredAt}, ${swap.now}, ${restRecord(swap.rest)})
    )
    insert into swapped_shifts (shift_id, swap_id, day, gave)
    select given.shift_id, ${swap.id}, given.day,
      case when given.place <= ${swap.requesterGave.length} then 'requester' else 'accepter' end
    from unnest(${given.map(({ shiftId }) => shiftId)}::uuid[], ${given.map(({ date }) => date)}::date[])
      with ordinality as given (shift_id, day, place)`);
}

/** In a week already running less may have changed hands than was agreed: stores in request and offer what did. */
export async function storeGivenDuties(
  tx: Transaction,
  requestId: string,
  requester: { gives: readonly HeldEntry[] },
  accepter: { person: PersonRow; gives: readonly HeldEntry[] },
): Promise<void> {
  await tx.run(sql`
    update exchange_requests set offered_duties = ${JSON.stringify(requester.gives)} where id = ${requestId}`);
  await tx.run(sql`
    update pre_acceptances set offered_duties = ${JSON.stringify(accepter.gives)}
    where request_id = ${requestId} and user_id = ${accepter.person.id}`);
}
