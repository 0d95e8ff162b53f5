import { z } from 'zod';
import { idSchema } from '../text.ts';

export const notificationTypes = [
  'new_exchange_request',
  'exchange_match',
  'new_compatible_shift',
  'request_pre_accepted',
  'exchange_accepted',
  'exchange_completed',
  'exchange_declined',
  'exchange_rejected',
  'shift_updated',
  'impersonation',
  'operation_reviewed',
  'approval_wanted',
  'approval_refused',
  'rules_changed',
  'roster_arrived',
  'roster_changed',
] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** Types that lead to the exchange screen when clicked (specification, section 3). */
export const exchangeNotificationTypes: ReadonlySet<NotificationType> = new Set([
  'exchange_match',
  'new_exchange_request',
  'exchange_accepted',
  'exchange_declined',
  'shift_updated',
  'new_compatible_shift',
  'request_pre_accepted',
  'exchange_completed',
  'exchange_rejected',
  'rules_changed',
  'approval_wanted',
  'approval_refused',
]);

/** Types that ask their reader for something, as long as the request they are about is open. */
export const askingTypes = [
  'new_exchange_request',
  'exchange_match',
  'new_compatible_shift',
  'request_pre_accepted',
  'approval_wanted',
] as const satisfies readonly NotificationType[];

/** What waits for its reader and nobody else, in the order in which it does. */
export const waitingTypes = [
  'request_pre_accepted',
  'exchange_match',
  'roster_arrived',
  'approval_wanted',
] as const satisfies readonly NotificationType[];

/** What its reader can answer at once, in the same order: a colleague's new request, which may be left, comes last. */
export const actionTypes = [
  ...waitingTypes,
  'new_exchange_request',
] as const satisfies readonly NotificationType[];

/** How the matter of a notification can end before its person has dealt with it. */
export const notificationEndings = [
  'completed',
  'closed',
  'withdrawn',
  'expired',
  'changed',
  'answered',
  'offer_gone',
  'approval_over',
] as const;
export type NotificationEnding = (typeof notificationEndings)[number];

export const notificationSchema = z.object({
  id: idSchema,
  type: z.enum(notificationTypes),
  title: z.string(),
  message: z.string(),
  isRead: z.boolean(),
  /** Its matter has ended, as the message says: nothing is left to do, and it counts as read. */
  isOver: z.boolean(),
  createdAt: z.string(),
  relatedRequestId: idSchema.nullable(),
});
export type Notification = z.infer<typeof notificationSchema>;

/** Whether its reader is still to answer: until then it stands before everything else, read or not. */
export const needsAction = ({ type, isOver }: Pick<Notification, 'type' | 'isOver'>): boolean =>
  !isOver && actionTypes.some((one) => one === type);

/** Of these, whether somebody waits for the answer; a colleague's new request may be left. */
export const isWaiting = ({ type, isOver }: Pick<Notification, 'type' | 'isOver'>): boolean =>
  !isOver && waitingTypes.some((one) => one === type);

export const notificationListSchema = z.object({
  /** First what needs an action, by type, whatever its age, over as many pages as it takes; then the rest, newest first. */
  notifications: z.array(notificationSchema),
  unreadCount: z.int(),
  nextCursor: z.string().nullable(),
});
export type NotificationList = z.infer<typeof notificationListSchema>;
