import type { Instant } from '../../domain/calendar/day.ts';
import type { ExchangeKind } from '../../domain/exchanges/schema.ts';
import { type SwapMailParty, writeSwapMail } from '../../domain/mail/swapMail.it.ts';
import type { Transaction } from '../platform/database/database.ts';
import { insertMails, type NewMail } from './queries.ts';

interface SwapMailRecipient extends SwapMailParty {
  /** Of the user. */
  id: string;
  email: string;
}

/** A completed swap, as its mails need it. */
export interface SwapForMail {
  /** Of the row in `completed_swaps`. */
  id: string;
  kind: ExchangeKind;
  completedAt: Instant;
  worksite: { name: string; email: string };
  requester: SwapMailRecipient;
  accepter: SwapMailRecipient;
}

/**
 * Queues the three identical mails of a completed swap: to the requester, the accepter and the worksite. They belong to
 * the caller's transaction: a swap that is rolled back sends nothing, and no mail server is asked before the commit.
 * Queueing the same swap again changes nothing.
 */
export async function queueSwapMails(tx: Transaction, swap: SwapForMail): Promise<void> {
  const { requester, accepter, worksite } = swap;
  const content = writeSwapMail({ ...swap, worksiteName: worksite.name });
  const mail = { ...content, kind: 'swap_completed', swapId: swap.id, queuedAt: swap.completedAt };
  const recipients: Pick<NewMail, 'dedupeKey' | 'userId' | 'recipient'>[] = [
    { dedupeKey: `swap:${swap.id}:requester`, userId: requester.id, recipient: requester.email },
    { dedupeKey: `swap:${swap.id}:accepter`, userId: accepter.id, recipient: accepter.email },
    { dedupeKey: `swap:${swap.id}:worksite`, userId: null, recipient: worksite.email },
  ];
  await insertMails(
    tx,
    recipients.map((recipient) => ({ ...mail, ...recipient })),
  );
}
