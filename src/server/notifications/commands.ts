import type { Instant } from '../../domain/calendar/day.ts';
import type { AppContext } from '../platform/context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { requireFound } from '../platform/errors/refusalError.ts';
import { announce } from '../platform/events/hub.ts';
import { insertNotifications, markAllRead, markRead, type NewNotification } from './queries.ts';

/** Notifies people in the caller's transaction; their pages update when it commits. */
export async function notify(
  tx: Transaction,
  notifications: readonly NewNotification[],
  now: Instant,
): Promise<void> {
  if (notifications.length === 0) return;
  await insertNotifications(tx, notifications, now);
  const readers = notifications.map(({ userId }) => userId);
  announce(tx, readers, ['notifications']);
}

/** @throws RefusalError not_found, also for somebody else's notification */
export async function readNotification(context: AppContext, userId: string, id: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    requireFound((await markRead(tx, userId, id)) ? true : null);
    announce(tx, [userId], ['notifications']);
  });
}

export async function readAllNotifications(context: AppContext, userId: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    await markAllRead(tx, userId);
    announce(tx, [userId], ['notifications']);
  });
}
