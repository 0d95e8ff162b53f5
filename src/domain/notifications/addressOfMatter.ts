import { exchangeNotificationTypes, type NotificationType } from './schema.ts';

/**
 * Where what a notification is about can be looked at, and answered: a path within the product; null where there is
 * nothing but the notification.
 */
export function addressOfMatter(type: NotificationType, requestId: string | null): string | null {
  if (type === 'operation_reviewed') return '/operazioni?di=me';
  if (type === 'approval_wanted' && requestId !== null) return `/?approva=${requestId}`;
  if (type === 'roster_arrived') return '/tabellone';
  if (type === 'roster_changed') return '/calendar';
  if (!exchangeNotificationTypes.has(type)) return null;
  return requestId === null ? '/exchanges' : `/exchanges?highlight=${requestId}`;
}
