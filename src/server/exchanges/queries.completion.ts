import sql from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import type { HeldDuty } from '../../domain/exchanges/request.ts';
import type { ExchangeKind } from '../../domain/exchanges/schema.ts';
import type { SwapRest } from '../../domain/rest/breaches.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { PersonRow } from './queries.people.ts';

export interface NewCompletedSwap {
  id: string;
  requestId: string;
  kind: ExchangeKind;
  requester: PersonRow;
  accepter: PersonRow;
  requesterGave: HeldDuty[];
  accepterGave: HeldDuty[];
  requestedAt: Instant;
  offeredAt: Instant;
  rest: SwapRest;
  now: Instant;
}

const snapshotOf = ({ role, contractHours, taxiLicense, phoneNumber }: PersonRow): string =>
  JSON.stringify({ role, contractHours, taxiLicense, phoneNumber });

/** Null where nothing is broken. */
const restRecord = (rest: SwapRest): string | null =>
  rest.requester.length + rest.accepter.length > 0 ? JSON.stringify(rest) : null;

/**
 * Records the completed swap and the shift rows it consumes. A second completion breaks `one_completion_a_request` or
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

/** Of a running week less may have changed hands than was agreed: request and offer keep what did. */
export async function storeGivenDuties(
  tx: Transaction,
  swap: Pick<NewCompletedSwap, 'requestId' | 'accepter' | 'requesterGave' | 'accepterGave'>,
): Promise<void> {
  const { requestId, accepter } = swap;
  await tx.run(sql`
    update exchange_requests set offered_duties = ${JSON.stringify(swap.requesterGave)} where id = ${requestId}`);
  await tx.run(sql`
    update pre_acceptances set offered_duties = ${JSON.stringify(swap.accepterGave)}
    where request_id = ${requestId} and user_id = ${accepter.id}`);
}
