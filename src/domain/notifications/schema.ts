import { z } from 'zod';
import { idSchema } from '../text.ts';
import { actionTypes, notificationTypes, waitingTypes } from './types.ts';

export const notificationSchema = z.object({
  id: idSchema,
  type: z.enum(notificationTypes),
  title: z.string(),
  message: z.string(),
  /** The first name of the person it is about, used for grouping; null if there is none. */
  personName: z.string().nullable(),
  isRead: z.boolean(),
  /** Its matter has ended: nothing is left to do, and it counts as read. */
  isOver: z.boolean(),
  createdAt: z.string(),
  relatedRequestId: idSchema.nullable(),
});
export type Notification = z.infer<typeof notificationSchema>;

/** Whether the reader can still answer: until then it is listed first, read or not. */
export const needsAction = ({ type, isOver }: Pick<Notification, 'type' | 'isOver'>): boolean =>
  !isOver && actionTypes.includes(type);

/** Whether somebody is waiting for the reader's answer; not so for a colleague's new request. */
export const isWaiting = ({ type, isOver }: Pick<Notification, 'type' | 'isOver'>): boolean =>
  !isOver && waitingTypes.includes(type);

export const notificationListSchema = z.object({
  /** Those that need an action first, by type, over as many pages as necessary; then the rest, newest first. */
  notifications: z.array(notificationSchema),
  unreadCount: z.int(),
  nextCursor: z.string().nullable(),
});
export type NotificationList = z.infer<typeof notificationListSchema>;
