import type { Instant } from '../../domain/calendar/day.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import { insertAudit } from '../platform/audit.ts';
import type { AppContext } from '../platform/context.ts';
import { RefusalError, requireFound } from '../platform/errors/refusalError.ts';
import { announce } from '../platform/events/hub.ts';
import { lockPerson } from '../platform/session/queries.people.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { lockWorksite } from '../worksites/queries.ts';
import { anonymiseAccount } from './commands.anonymise.ts';
import { findWorksiteOf, setMayReviewCodes } from './queries.ts';

/**
 * The CEO removes an account with all that is the person's own. Colleagues who waited for it are told; completed swaps
 * stay for the other side, without the person; their open pages end at the login; the address is free again.
 *
 * @throws RefusalError not_found, forbidden (an admin's account)
 */
export async function removeUser(context: AppContext, ceo: SignedIn, userId: string): Promise<void> {
  const { worksiteId } = requireFound(await findWorksiteOf(context.database, userId));
  await context.database.transaction(async (tx) => {
    await lockWorksite(tx, worksiteId);
    const person = requireFound(await lockPerson(tx, userId));
    if (person.role === 'admin') throw new RefusalError(refuse('forbidden'));
    const now: Instant = context.clock.now();
    await anonymiseAccount(tx, person, now);
    await insertAudit(tx, {
      at: now,
      signedIn: ceo,
      worksiteId,
      action: 'user_deleted',
      targetType: 'user',
      targetId: userId,
      // nothing personal: the record is for good, the account is not
      before: { role: person.role, isActive: person.isActive },
    });
  });
}

/**
 * The CEO gives or takes the permission to approve and reject the worksite's operation codes. Repeated, it changes
 * nothing more.
 *
 * @throws RefusalError not_found, forbidden (an admin's account)
 */
export async function permitReview(
  context: AppContext,
  ceo: SignedIn,
  userId: string,
  mayReviewCodes: boolean,
): Promise<void> {
  await context.database.transaction(async (tx) => {
    const person = requireFound(await lockPerson(tx, userId));
    if (person.role === 'admin') throw new RefusalError(refuse('forbidden'));
    if (person.mayReviewCodes === mayReviewCodes) return;
    await setMayReviewCodes(tx, userId, mayReviewCodes);
    await insertAudit(tx, {
      at: context.clock.now(),
      signedIn: ceo,
      worksiteId: person.worksiteId,
      action: 'review_permission_changed',
      targetType: 'user',
      targetId: userId,
      before: { mayReviewCodes: person.mayReviewCodes },
      after: { mayReviewCodes },
    });
    announce(tx, [userId], ['session']);
  });
}
