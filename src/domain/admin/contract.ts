import { csvFile, type ContractMap, listOf } from '../contractParts.ts';
import {
  adminShiftListSchema,
  adminSummarySchema,
  adminUserSchema,
  adminWorksiteListSchema,
  attentionSchema,
  auditFilterSchema,
  auditListSchema,
  auditQuerySchema,
  exportParamsSchema,
  overviewSchema,
  userListQuerySchema,
  userListSchema,
} from './schema.ts';

export const adminContract = {
  'GET /api/admin/summary': { answer: adminSummarySchema },
  'GET /api/admin/users': listOf(adminUserSchema),
  'GET /api/admin/users/page': { query: userListQuerySchema, answer: userListSchema },
  'GET /api/admin/worksites': { answer: adminWorksiteListSchema },
  'GET /api/admin/shifts': { answer: adminShiftListSchema },
  'GET /api/admin/export/:kind': { params: exportParamsSchema, answer: csvFile },
  'GET /api/ceo/attention': { answer: attentionSchema },
  'GET /api/ceo/overview': { answer: overviewSchema },
  'GET /api/ceo/audit': { query: auditQuerySchema, answer: auditListSchema },
  'GET /api/ceo/audit/export': { query: auditFilterSchema, answer: csvFile },
} as const satisfies ContractMap;
