import { refuse } from '../../domain/errors/refusal.ts';
import { swapsOf } from '../../domain/exchanges/ending.ts';
import type { TaxiInfo } from '../../domain/users/schema.ts';
import { takeAttempts } from '../auth/commands.attempts.ts';
import { requirePassword } from '../auth/commands.password.ts';
import { listOpenRequests } from '../exchanges/queries.requests.ts';
import { insertAudit } from '../platform/audit.ts';
import type { AppContext } from '../platform/context.ts';
import { RefusalError } from '../platform/errors/refusalError.ts';
import { announce } from '../platform/events/hub.ts';
import { lockActiveUser } from '../platform/session/queries.people.ts';
import { requireOwn, type SignedIn } from '../platform/session/session.ts';
import { lockWorksite } from '../worksites/queries.ts';
import { anonymiseAccount } from './commands.anonymise.ts';
import { updateTaxiInfo } from './queries.ts';

/**
 * What a change of contract hours would close. Only shifts as long as the contract are swapped, among people with the
 * same hours, so it is every open request and standing offer.
 */
export async function countOpenSwaps(
  { database }: AppContext,
  { user }: SignedIn,
): Promise<{ requests: number; offers: number }> {
  const { requests, offers } = swapsOf(await listOpenRequests(database, user.worksiteId), user.id);
  return { requests: requests.length, offers: offers.length };
}

/**
 * Saves the person's own taxi licence or phone.
 * @throws RefusalError forbidden (only taxi worksites have them), profile_changed_often
 */
export async function changeTaxiInfo(
  context: AppContext,
  { user, worksite }: SignedIn,
  info: TaxiInfo,
): Promise<void> {
  if (worksite.variant !== 'taxi') throw new RefusalError(refuse('forbidden'));
  await takeAttempts(context, ['profile', user.id]);
  await context.database.transaction(async (tx) => {
    await lockActiveUser(tx, user.id);
    await updateTaxiInfo(tx, user.id, info);
    announce(tx, [user.id], ['session']);
  });
}

/**
 * Deletes the person's own account, which is anonymised immediately (see `anonymiseAccount`).
 * @throws RefusalError forbidden (another person), admin_account_stays, wrong_password, too_many_attempts
 */
export async function deleteAccount(
  context: AppContext,
  signedIn: SignedIn,
  userId: string,
  password: string,
): Promise<void> {
  requireOwn(signedIn, userId);
  const { id, worksiteId, role } = signedIn.user;
  if (role === 'admin') throw new RefusalError(refuse('admin_account_stays'));
  await requirePassword(context, id, { field: 'password', password });
  await context.database.transaction(async (tx) => {
    await lockWorksite(tx, worksiteId);
    const now = context.clock.now();
    if (!(await anonymiseAccount(tx, { id, worksiteId }, now))) return;
    await insertAudit(tx, {
      at: now,
      signedIn,
      worksiteId,
      action: 'account_deleted',
      targetType: 'user',
      targetId: id,
    });
  });
}
