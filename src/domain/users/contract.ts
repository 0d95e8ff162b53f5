import {
  adminUserSchema,
  userPermissionsSchema,
  userListQuerySchema,
  registrationListSchema,
} from '../admin/schema.ts';
import { deleteAccountSchema } from '../auth/ownAccount.ts';
import { type ContractMap, idParams, listOf, nothing } from '../contractParts.ts';
import { ownDataSchema } from './ownData.ts';
import {
  sessionSchema,
  openSwapCountsSchema,
  taxiInfoSchema,
  updateProfileSchema,
  userStatusSchema,
} from './schema.ts';

export const userContract = {
  'PUT /api/auth/taxi-info': { body: taxiInfoSchema, answer: sessionSchema },
  'PATCH /api/users/:id': { params: idParams, body: updateProfileSchema, answer: sessionSchema },
  'DELETE /api/users/:id': { params: idParams, body: deleteAccountSchema, answer: nothing },
  'GET /api/users/:id/swaps-at-stake': { params: idParams, answer: openSwapCountsSchema },
  'GET /api/users/:id/data': { params: idParams, answer: ownDataSchema },
  'GET /api/ceo/registrations': listOf(adminUserSchema),
  'GET /api/ceo/registrations/page': { query: userListQuerySchema, answer: registrationListSchema },
  'PATCH /api/ceo/users/:id/status': { params: idParams, body: userStatusSchema, answer: nothing },
  'PATCH /api/ceo/users/:id/permissions': { params: idParams, body: userPermissionsSchema, answer: nothing },
  'DELETE /api/ceo/users/:id': { params: idParams, answer: nothing },
} as const satisfies ContractMap;
