import { type ContractMap, idParams, nothing } from '../../contractParts.ts';
import { pushPreferencesSchema, pushStateSchema, pushSubscriptionSchema, pushTestSchema } from './schema.ts';

export const pushContract = {
  'GET /api/push': { answer: pushStateSchema },
  /** Switches pushes on for this browser; again with what it has then, and it is the same device. */
  'PUT /api/push/device': { body: pushSubscriptionSchema, answer: nothing },
  'PUT /api/push/preferences': { body: pushPreferencesSchema, answer: nothing },
  'DELETE /api/push/devices/:id': { params: idParams, answer: nothing },
  'POST /api/push/devices/:id/test': { params: idParams, answer: pushTestSchema },
} as const satisfies ContractMap;
