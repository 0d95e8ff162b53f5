import { type ContractMap, idParams, nothing } from '../contractParts.ts';
import { cursorQuerySchema } from '../exchanges/schema.calls.ts';
import { notificationListSchema } from './schema.ts';

export const notificationContract = {
  'GET /api/notifications': { query: cursorQuerySchema, answer: notificationListSchema },
  'PATCH /api/notifications/mark-all-read': { answer: nothing },
  'PATCH /api/notifications/:id/read': { params: idParams, answer: nothing },
} as const satisfies ContractMap;
