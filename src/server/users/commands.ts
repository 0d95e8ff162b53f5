import type { z } from 'zod';
import { taxiContractHours } from '../../domain/auth/schema.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import { decidedSchema, type updateProfileSchema } from '../../domain/users/schema.ts';
import { returnAttempts, takeAttempts } from '../auth/commands.attempts.ts';
import { leaveImpersonations } from '../auth/commands.impersonation.ts';
import { tellNewApprover } from '../exchanges/commands.await.ts';
import { closeSwapsOfOwner } from '../exchanges/commands.release.ts';
import { insertAudit } from '../platform/audit.ts';
import type { AppContext } from '../platform/context.ts';
import { RefusalError, requireFound } from '../platform/errors/refusalError.ts';
import { announce } from '../platform/events/hub.ts';
import { isSameText } from '../platform/isSameText.ts';
import { lockActiveUser, lockPerson } from '../platform/session/queries.people.ts';
import { deleteSessionsOf } from '../platform/session/queries.ts';
import { requireOwn, type SignedIn } from '../platform/session/session.ts';
import { deleteFeed } from '../shifts/queries.feed.ts';
import { lockWorksite } from '../worksites/queries.ts';
import { findWorksiteOf, getAccessCode, setActive, updateProfile } from './queries.ts';

type ProfileChange = z.output<typeof updateProfileSchema>;

/**
 * Saves the person's own profile. A change of contract hours, or the end of flexible shifts, closes their requests and lapses their offers.
 * @throws RefusalError forbidden (another person, another role or permission), profile_code_wrong, too_many_attempts,
 *   profile_changed_often, invalid_data (taxi hours)
 */
export async function changeProfile(
  context: AppContext,
  signedIn: SignedIn,
  userId: string,
  change: ProfileChange,
): Promise<void> {
  const { user, worksite } = signedIn;
  requireOwn(signedIn, userId);
  for (const decided of decidedSchema.keyof().options) {
    const is = change[decided] ?? user[decided];
    if (is !== user[decided]) throw new RefusalError(refuse('forbidden'));
  }
  const isTaxi = worksite.variant === 'taxi';
  if (isTaxi && change.contractHours !== taxiContractHours) {
    throw new RefusalError(refuse('invalid_data'), {
      fields: { contractHours: 'Nei cantieri taxi le ore sono sempre 7' },
    });
  }
  // a CEO needs no code, not even when impersonating
  if (!isTaxi && user.role !== 'admin' && !signedIn.isImpersonating)
    await requireAccessCode(context, signedIn, change.accessCode ?? '');
  await takeAttempts(context, ['profile', user.id]);
  await context.database.transaction(async (tx) => {
    await lockWorksite(tx, worksite.id);
    const now = context.clock.now();
    const before = await lockActiveUser(tx, user.id);
    const profile = { ...change, enableFlexibleShifts: !isTaxi && change.enableFlexibleShifts };
    await updateProfile(tx, user.id, profile);
    const endsFlexible = before.enableFlexibleShifts && !profile.enableFlexibleShifts;
    if (before.contractHours !== change.contractHours || endsFlexible) {
      await closeSwapsOfOwner(tx, { id: user.id, worksiteId: worksite.id, cause: 'contract' }, now);
    }
    announce(tx, [user.id], ['session']);
  });
}

async function requireAccessCode(context: AppContext, { user }: SignedIn, typed: string): Promise<void> {
  await takeAttempts(context, ['person', user.id]);
  if (!isSameText(typed, await getAccessCode(context.database, user.worksiteId))) {
    throw new RefusalError(refuse('profile_code_wrong'));
  }
  await returnAttempts(context, ['person', user.id]);
}

/**
 * The CEO activates or deactivates a person. Deactivation ends their sessions, closes their requests, lapses their
 * offers and leaves waiting swaps to other approvers; a reactivated approver is notified of those.
 * @throws RefusalError not_found, forbidden (an admin's account)
 */
export async function setUserActive(
  context: AppContext,
  ceo: SignedIn,
  userId: string,
  isActive: boolean,
): Promise<void> {
  const now = context.clock.now();
  const { worksiteId } = requireFound(await findWorksiteOf(context.database, userId));
  await context.database.transaction(async (tx) => {
    await lockWorksite(tx, worksiteId);
    const person = requireFound(await lockPerson(tx, userId));
    if (person.role === 'admin') throw new RefusalError(refuse('forbidden'));
    if (person.isActive === isActive) return;
    await setActive(tx, userId, isActive);
    if (!isActive) {
      await leaveImpersonations(tx, { person: userId }, now);
      await deleteSessionsOf(tx, userId);
      await deleteFeed(tx, userId);
      await closeSwapsOfOwner(tx, { id: userId, worksiteId, cause: 'deactivated' }, now);
    } else if (person.mayApproveSwaps) {
      await tellNewApprover(tx, { id: userId, worksiteId }, now);
    }
    await insertAudit(tx, {
      at: now,
      signedIn: ceo,
      worksiteId,
      action: isActive ? 'user_activated' : 'user_deactivated',
      targetType: 'user',
      targetId: userId,
      before: { isActive: person.isActive },
      after: { isActive },
    });
    announce(tx, [userId], ['session']);
  });
}
