import { z } from 'zod';
import { idSchema } from '../text.ts';
import { actionTypes, notificationTypes, waitingTypes } from './types.ts';

export const notificationSchema = z.object({
  id: idSchema,
  type: z.enum(notificationTypes),
  title: z.string(),
  message: z.string(),
  /** The first name of whom it is about, by which many are gathered; null for nobody. */
  personName: z.string().nullable(),
  isRead: z.boolean(),
  /** Its matter has ended, as the message says: nothing is left to do, and it counts as read. */
  isOver: z.boolean(),
  createdAt: z.string(),
  relatedRequestId: idSchema.nullable(),
});
export type Notification = z.infer<typeof notificationSchema>;

/** Whether its reader is still to answer: until then it stands before everything else, read or not. */
export const needsAction = ({ type, isOver }: Pick<Notification, 'type' | 'isOver'>): boolean =>
  !isOver && actionTypes.includes(type);

/** Of these, whether somebody waits for the answer; a colleague's new request may be left. */
export const isWaiting = ({ type, isOver }: Pick<Notification, 'type' | 'isOver'>): boolean =>
  !isOver && waitingTypes.includes(type);

export const notificationListSchema = z.object({
  /** First what needs an action, by type, whatever its age, over as many pages as it takes; then the rest, newest first. */
  notifications: z.array(notificationSchema),
  unreadCount: z.int(),
  nextCursor: z.string().nullable(),
});
export type NotificationList = z.infer<typeof notificationListSchema>;
