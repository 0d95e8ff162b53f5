import type { UserPermissions } from '../../domain/admin/schema.ts';
import type { Instant } from '../../domain/calendar/day.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import { tellNewApprover } from '../exchanges/commands.await.ts';
import { insertAudit } from '../platform/audit.ts';
import type { AppContext } from '../platform/context.ts';
import { RefusalError, requireFound } from '../platform/errors/refusalError.ts';
import { announce } from '../platform/events/hub.ts';
import { lockPerson } from '../platform/session/queries.people.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { lockWorksite } from '../worksites/queries.ts';
import { anonymiseAccount } from './commands.anonymise.ts';
import { findWorksiteOf, type Permission, setPermission } from './queries.ts';

/**
 * The CEO deletes an account with everything that is the person's own. Colleagues waiting for it are notified;
 * completed swaps stay for the other side, anonymised; its open pages return to sign-in; the address is free again.
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
      // nothing personal: the audit log is permanent, the account is not
      before: { role: person.role, isActive: person.isActive },
    });
  });
}

const permissionActions = {
  mayReviewCodes: 'review_permission_changed',
  mayApproveSwaps: 'approval_permission_changed',
  mayLoadShifts: 'loading_permission_changed',
} as const satisfies Record<Permission, string>;

/**
 * The CEO grants or revokes the permissions to review the worksite's operation codes, to approve its swaps and to load
 * its rosters; omitted ones stay. Idempotent.
 * @throws RefusalError not_found, forbidden (an admin's account)
 */
export async function changePermissions(
  context: AppContext,
  ceo: SignedIn,
  userId: string,
  given: UserPermissions,
): Promise<void> {
  const { worksiteId } = requireFound(await findWorksiteOf(context.database, userId));
  await context.database.transaction(async (tx) => {
    // a swap confirmed concurrently is announced either by its confirmation or below
    await lockWorksite(tx, worksiteId);
    const person = requireFound(await lockPerson(tx, userId));
    if (person.role === 'admin') throw new RefusalError(refuse('forbidden'));
    for (const [permission, action] of Object.entries(permissionActions) as [Permission, string][]) {
      const isGiven = given[permission];
      if (isGiven === undefined || person[permission] === isGiven) continue;
      await setPermission(tx, userId, permission, isGiven);
      await insertAudit(tx, {
        at: context.clock.now(),
        signedIn: ceo,
        worksiteId: person.worksiteId,
        action,
        targetType: 'user',
        targetId: userId,
        before: { [permission]: person[permission] },
        after: { [permission]: isGiven },
      });
      announce(tx, [userId], ['session']);
      if (permission !== 'mayApproveSwaps') continue;
      if (isGiven)
        await tellNewApprover(tx, { id: userId, worksiteId: person.worksiteId }, context.clock.now());
      announce(tx, [userId], ['exchange-requests']);
    }
  });
}
