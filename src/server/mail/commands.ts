import type { Instant } from '../../domain/calendar/day.ts';
import type { Transaction } from '../platform/database/database.ts';
import { insertMails } from './queries.ts';

/** A completed swap, as far as its mails go: what they say is read when they are sent. */
export interface SwapForMail {
  /** Of the row in `completed_swaps`. */
  id: string;
  requesterId: string;
  accepterId: string;
  worksiteEmail: string;
  now: Instant;
}

/**
 * Queues the three identical mails of a completed swap: to the requester, the accepter and the worksite. They belong to
 * the caller's transaction: a swap that is rolled back sends nothing, and no mail server is asked before the commit.
 * Queueing the same swap again changes nothing.
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
