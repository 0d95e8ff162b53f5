import type { Instant } from '../../domain/calendar/day.ts';
import type { NotificationEnding } from '../../domain/notifications/endings.it.ts';
import type { Transaction } from '../platform/database/database.ts';
import { announce } from '../platform/events/hub.ts';
import {
  reopenAnswered,
  resolveAllOfRequest,
  resolveAllOfWorksite,
  resolveApprovalsOf,
  type ResolvedNotification,
  resolveOutdated,
  type ChangedRequest,
} from './queries.resolve.ts';

const changedIn = new WeakMap<Transaction, { changed: ChangedRequest[]; now: Instant }>();

/**
 * Something about these requests changes in this transaction: when all of it is written, notifications whose matter is
 * over by then end, and the bells of their people follow. Whoever changes a request, an offer or a refusal says so.
 */
export function resolveOutdatedNotifications(
  tx: Transaction,
  changed: readonly ChangedRequest[],
  now: Instant,
): void {
  if (changed.length === 0) return;
  const known = changedIn.get(tx);
  if (known) {
    known.changed.push(...changed);
    return;
  }
  const work = { changed: [...changed], now };
  changedIn.set(tx, work);
  tx.beforeCommit(async () => {
    changedIn.delete(tx);
    announceResolved(tx, await resolveOutdated(tx, work.changed, now));
  });
}

/** Ends everything that was asked about a request so far: it is about to go, or to offer something else. */
export async function resolveRequestNotifications(
  tx: Transaction,
  requestId: string,
  ending: NotificationEnding,
  now: Instant,
): Promise<void> {
  announceResolved(tx, await resolveAllOfRequest(tx, requestId, ending, now));
}

/** The same of all requests of a worksite that is about to go: CEOs may have been asked to approve a swap in it. */
export async function resolveWorksiteNotifications(
  tx: Transaction,
  worksiteId: string,
  now: Instant,
): Promise<void> {
  announceResolved(tx, await resolveAllOfWorksite(tx, worksiteId, 'withdrawn', now));
}

/** A person may not approve swaps any more: whatever still waits waits for others. */
export async function resolveApprovals(tx: Transaction, userId: string, now: Instant): Promise<void> {
  announceResolved(tx, await resolveApprovalsOf(tx, userId, now));
}

/** The bells of these people follow; of approvers also what waits for them. */
function announceResolved(tx: Transaction, resolved: readonly ResolvedNotification[]): void {
  const idsOf = (rows: readonly ResolvedNotification[]): string[] => rows.map(({ userId }) => userId);
  announce(tx, idsOf(resolved), ['notifications']);
  announce(tx, idsOf(resolved.filter(({ type }) => type === 'approval_wanted')), ['exchange-requests']);
}

/** What a person was asked about a request asks again: their answer was a mistake, and is gone. */
export async function askAgain(tx: Transaction, requestId: string, userId: string): Promise<void> {
  await reopenAnswered(tx, requestId, userId);
  announce(tx, [userId], ['notifications']);
}
