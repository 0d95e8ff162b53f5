import type { Instant } from '../../domain/calendar/day.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import { insertAudit } from '../platform/audit.ts';
import type { AppContext } from '../platform/context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { RefusalError, requireFound } from '../platform/errors/refusalError.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { announceMails } from './commands.settings.ts';
import { findMail, requeueMails } from './queries.outbox.ts';
import { insertMails, mailChannel } from './queries.ts';

/** A completed swap for its mails; their contents are read when they are sent. */
export interface SwapForMail {
  /** Id of the row in `completed_swaps`. */
  id: string;
  requesterId: string;
  accepterId: string;
  worksiteEmail: string;
  now: Instant;
}

/**
 * Queues the three identical mails of a completed swap, to the requester, the accepter and the worksite, in the
 * caller's transaction: a rollback sends nothing, and no mail server is contacted before the commit. Idempotent.
 */
export async function queueSwapMails(tx: Transaction, swap: SwapForMail): Promise<void> {
  const { id: swapId, requesterId, accepterId, worksiteEmail, now: queuedAt } = swap;
  const mail = { kind: 'swap_completed', swapId, queuedAt };
  await insertMails(tx, [
    { ...mail, dedupeKey: `swap:${swapId}:requester`, userId: requesterId, recipient: null },
    { ...mail, dedupeKey: `swap:${swapId}:accepter`, userId: accepterId, recipient: null },
    { ...mail, dedupeKey: `swap:${swapId}:worksite`, userId: null, recipient: worksiteEmail },
  ]);
}

/**
 * Retries a failed mail; one that may have arrived only with `mayArriveTwice`. A queued mail is left as it is.
 * @throws RefusalError not_found, mail_may_arrive_twice, mail_not_failed (already sent), mail_link_outdated,
 *   mail_account_gone
 */
export async function retryMail(
  context: AppContext,
  ceo: SignedIn,
  id: string,
  mayArriveTwice: boolean,
): Promise<void> {
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    if ((await requeueMails(tx, mayArriveTwice ? ['failed', 'unsure'] : ['failed'], id, now)) > 0) {
      await tell(tx, context, ceo, { id, now, after: { mayArriveTwice } });
      return;
    }
    const { status, isLasting, isToSomebody } = requireFound(await findMail(tx, id));
    if (status === 'queued') return;
    if (!isLasting) throw new RefusalError(refuse('mail_link_outdated'));
    const hasLeft = status === 'sending' || status === 'sent';
    if (!isToSomebody && !hasLeft) throw new RefusalError(refuse('mail_account_gone'));
    throw new RefusalError(refuse(status === 'unsure' ? 'mail_may_arrive_twice' : 'mail_not_failed'));
  });
}

/** Retries all failed mails, and no others. @returns how many */
export async function retryFailedMails(context: AppContext, ceo: SignedIn): Promise<number> {
  const now = context.clock.now();
  return context.database.transaction(async (tx) => {
    const retried = await requeueMails(tx, ['failed'], null, now);
    if (retried > 0) await tell(tx, context, ceo, { id: null, now, after: { retried } });
    return retried;
  });
}

async function tell(
  tx: Transaction,
  { settings }: AppContext,
  ceo: SignedIn,
  { id, now, after }: { id: string | null; now: string; after: object },
): Promise<void> {
  await insertAudit(tx, {
    at: now,
    signedIn: ceo,
    action: 'mail_retried',
    targetType: 'mail',
    targetId: id,
    after,
  });
  tx.notify(mailChannel);
  await announceMails(tx, settings);
}
