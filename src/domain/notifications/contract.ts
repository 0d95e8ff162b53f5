import { type ContractMap, cursorQuerySchema, idParams, listOf, nothing } from '../contractParts.ts';
import {
  pushPreferencesSchema,
  pushStateSchema,
  pushSubscriptionSchema,
  pushTestSchema,
} from './push/schema.ts';
import { notificationListSchema, notificationSchema } from './schema.ts';

export const notificationContract = {
  'GET /api/notifications': listOf(notificationSchema),
  'GET /api/notifications/page': { query: cursorQuerySchema, answer: notificationListSchema },
  'PATCH /api/notifications/mark-all-read': { answer: nothing },
  'PATCH /api/notifications/:id/read': { params: idParams, answer: nothing },
} as const satisfies ContractMap;

export const pushContract = {
  'GET /api/push': { answer: pushStateSchema },
  /** Enables pushes for this browser; repeating it with a new subscription keeps the same device. */
  'PUT /api/push/device': { body: pushSubscriptionSchema, answer: nothing },
  'PUT /api/push/preferences': { body: pushPreferencesSchema, answer: nothing },
  'DELETE /api/push/devices/:id': { params: idParams, answer: nothing },
  'POST /api/push/devices/:id/test': { params: idParams, answer: pushTestSchema },
} as const satisfies ContractMap;
