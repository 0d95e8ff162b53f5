import { refuse } from '../../domain/errors/refusal.ts';
import type { Transaction } from '../platform/database/database.ts';
import { RefusalError } from '../platform/errors/refusalError.ts';
import { lockActiveUser } from '../platform/session/queries.people.ts';
import type { SignedIn } from '../platform/session/session.ts';

/**
 * The worksite a loader loads for (access `loader`): the CEO names one, others load for their own.
 * @throws RefusalError roster_not_loader, roster_worksite_required
 */
export function worksiteToLoad({ user }: SignedIn, worksiteId: string | undefined): string {
  if (user.isCeo) {
    if (worksiteId === undefined) throw new RefusalError(refuse('roster_worksite_required'));
    return worksiteId;
  }
  if (worksiteId !== undefined && worksiteId !== user.worksiteId) {
    throw new RefusalError(refuse('roster_not_loader'));
  }
  return user.worksiteId;
}

/** Requires, once the worksite is locked, that the caller may still load: the permission may have been revoked meanwhile. */
export async function requireStillLoader(tx: Transaction, { user }: SignedIn): Promise<void> {
  const { role, mayLoadShifts } = await lockActiveUser(tx, user.id);
  const may = user.isCeo ? role === 'admin' : mayLoadShifts;
  if (!may) throw new RefusalError(refuse('roster_not_loader'));
}
