import type { Instant } from '../../domain/calendar/day.ts';
import type { AppContext } from '../platform/context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { announce } from '../platform/events/hub.ts';
import { lockWorksite } from '../worksites/queries.ts';
import { findNextExpiry, listExpiredRequests, listWorksitesWithExpired } from './queries.expiry.ts';
import { closeRequest, lapseOffersOn } from './queries.write.ts';

/**
 * Closes the requests whose shift has begun. Lists and rules treat them as closed anyway; this writes it down.
 *
 * @returns when the next open request expires, or null
 */
export async function expireRequests(context: AppContext): Promise<Instant | null> {
  const now = context.clock.now();
  for (const worksiteId of await listWorksitesWithExpired(context.database, now)) {
    await expireInWorksite(context, worksiteId, now);
  }
  return findNextExpiry(context.database, now);
}

async function expireInWorksite(context: AppContext, worksiteId: string, now: Instant): Promise<void> {
  await context.database.transaction(async (tx) => {
    await lockWorksite(tx, worksiteId);
    await closeExpired(tx, worksiteId, now);
  });
}

/**
 * Writes down which requests of a worksite time has closed. What closes requests for another reason does this first: of
 * a request that is closed nobody is told again, and its reason stays. The caller holds the worksite's lock.
 */
export async function closeExpired(tx: Transaction, worksiteId: string, now: Instant): Promise<void> {
  const concerned: string[] = [];
  for (const { id, requesterId, expiresAt } of await listExpiredRequests(tx, worksiteId, now)) {
    concerned.push(requesterId, ...(await lapseOffersOn(tx, id, expiresAt)));
    await closeRequest(tx, id, { status: 'annullata', reason: 'day_begun' }, expiresAt);
  }
  announce(tx, concerned, ['exchange-requests', 'shifts']);
}
