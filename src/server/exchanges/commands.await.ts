import type { Instant } from '../../domain/calendar/day.ts';
import { approvalEndsAt, reminderSeconds } from '../../domain/exchanges/approval.ts';
import { receivedFor } from '../../domain/exchanges/handover.ts';
import { timeOf } from '../../domain/exchanges/request.ts';
import { notify } from '../notifications/commands.ts';
import type { NewNotification } from '../notifications/queries.ts';
import { secondsAfter } from '../platform/clock.ts';
import type { AppContext } from '../platform/context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { announce } from '../platform/events/hub.ts';
import { listPermitted } from '../platform/session/queries.people.ts';
import { lockWorksite } from '../worksites/queries.ts';
import type { Swap } from './agreedSwap.ts';
import { announceRequests } from './closing.ts';
import type { LockedRequest } from './lockedRequest.ts';
import {
  findOldestUnreminded,
  listUnnotifiedSwaps,
  listWorksitesToRemind,
  noteReminded,
  type ReservedSwap,
  reserveOffer,
} from './queries.approvals.ts';

// A swap waiting for approval: nothing is carried out yet. It ends with the offer that is reserved for it.

/** Puts a confirmed swap on hold for approval and tells only the approvers. */
export async function awaitApproval(
  context: AppContext,
  { tx, swapPolicy }: LockedRequest,
  { request, offer, requester, accepter, now }: Swap,
): Promise<void> {
  const duties = [...requester.gives, ...accepter.gives];
  const received = [
    ...receivedFor(request.kind, requester.gives, accepter.gives),
    ...receivedFor(request.kind, accepter.gives, requester.gives),
  ];
  await reserveOffer(tx, request.id, offer.userId, {
    since: now,
    until: approvalEndsAt([...duties, ...received], swapPolicy.cutoffHours),
    shiftIds: duties.map(({ shiftId }) => shiftId),
  });
  const waiting = { ...request, offererId: offer.userId };
  await tellApprovers(context, tx, request.worksiteId, { fact: 'approval_wanted', waiting: [waiting] }, now);
  // the colleague's calendar marks reserved shifts
  announce(tx, [offer.userId], ['shifts']);
  await announceRequests(tx, request.worksiteId, [request], [request.requesterId, offer.userId]);
}

/** Notifies everybody who can decide on these swaps, never one of the two people. */
async function tellApprovers(
  { settings }: AppContext,
  tx: Transaction,
  worksiteId: string,
  { fact, waiting }: { fact: 'approval_wanted' | 'approval_reminder'; waiting: readonly ReservedSwap[] },
  now: Instant,
): Promise<void> {
  const approvers = await listPermitted(tx, 'may_approve_swaps', worksiteId, settings.ceoEmails);
  const news = waiting.flatMap((request): NewNotification[] => {
    const { id: requestId, requesterId, offererId } = request;
    const facts = { fact, time: timeOf(request) };
    return approvers
      .filter((id) => id !== requesterId && id !== offererId)
      .map((userId) => ({ userId, personId: requesterId, facts, requestId }));
  });
  await notify(tx, news, now);
  announce(tx, approvers, ['exchange-requests']);
}

/** Notifies a new approver once of the swaps already waiting, which their Home lists anyway. */
export async function tellNewApprover(
  tx: Transaction,
  approver: { id: string; worksiteId: string },
  now: Instant,
): Promise<void> {
  const waiting = await listUnnotifiedSwaps(tx, approver, now);
  const news = waiting.map((request): NewNotification => {
    const facts = { fact: 'approval_wanted', time: timeOf(request) } as const;
    return { userId: approver.id, personId: request.requesterId, facts, requestId: request.id };
  });
  await notify(tx, news, now);
}

/**
 * Reminds approvers once of swaps that have waited for a day, in all worksites.
 * @returns when the next reminder is due, or null
 */
export async function remindApprovers(context: AppContext): Promise<Instant | null> {
  const { database, clock } = context;
  const now = clock.now();
  const since = secondsAfter(now, -reminderSeconds);
  for (const worksiteId of await listWorksitesToRemind(database, since, now)) {
    await database.transaction(async (tx) => {
      await lockWorksite(tx, worksiteId);
      const waiting = await noteReminded(tx, worksiteId, since, now);
      await tellApprovers(context, tx, worksiteId, { fact: 'approval_reminder', waiting }, now);
    });
  }
  const oldest = await findOldestUnreminded(database);
  return oldest && secondsAfter(oldest, reminderSeconds);
}
