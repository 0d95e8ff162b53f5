import type { Instant } from '../../domain/calendar/day.ts';
import type { Transaction } from '../platform/database/database.ts';
import { announceRequests, endSwaps } from './closing.ts';
import { closeExpired } from './commands.expire.ts';
import { reviewRequests } from './commands.review.ts';
import { listOpenRequestsOf, listStandingOffersOf } from './queries.ending.ts';

export interface OwnerChange {
  id: string;
  worksiteId: string;
  /**
   * Another contract; shut out; or, not written yet, the account becomes an administrator's or ends, and the person is not
   * told.
   */
  cause: 'contract' | 'deactivated' | 'promoted' | 'account_ended';
}

/**
 * A person's contract or account changed: their open requests close, their offers lapse, the other sides are notified. The
 * caller holds the worksite's lock.
 */
export async function closeSwapsOfOwner(
  tx: Transaction,
  { id, worksiteId, cause }: OwnerChange,
  now: Instant,
): Promise<void> {
  await closeExpired(tx, worksiteId, now);
  const requests = await listOpenRequestsOf(tx, id);
  const offers = await listStandingOffersOf(tx, id);
  const people = await endSwaps(tx, { requests, offers }, cause, now);
  const isWritten = cause === 'contract' || cause === 'deactivated';
  const reviewed = offers.map((offer) => offer.id);
  await reviewRequests(tx, reviewed, now, isWritten ? null : id);
  await announceRequests(tx, worksiteId, [...requests, ...offers], [id, ...people]);
}
