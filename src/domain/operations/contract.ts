import { csvFile, type ContractMap, idParams, listOf, nothing } from '../contractParts.ts';
import {
  ceoOperationExportQuerySchema,
  ceoOperationListQuerySchema,
  createOperationSchema,
  operationExportQuerySchema,
  operationListQuerySchema,
  operationListSchema,
  operationSchema,
  operationStatisticsSchema,
  reviewAccountSchema,
  reviewOperationSchema,
  reviewOperationsSchema,
} from './schema.ts';

export const operationContract = {
  /** The caller's own; for reviewers those of the worksite. */
  'GET /api/operations': listOf(operationSchema),
  'GET /api/operations/page': { query: operationListQuerySchema, answer: operationListSchema },
  'GET /api/operations/export': { query: operationExportQuerySchema, answer: csvFile },
  'GET /api/operations/statistics': { answer: operationStatisticsSchema },
  'POST /api/operations': { body: createOperationSchema, answer: operationSchema, status: 201 },
  'DELETE /api/operations/:id': { params: idParams, answer: nothing },
  'PATCH /api/operations/:id': { params: idParams, body: reviewOperationSchema, answer: operationSchema },
  'POST /api/operations/review': { body: reviewOperationsSchema, answer: reviewAccountSchema },
  'GET /api/ceo/operations': listOf(operationSchema),
  'GET /api/ceo/operations/page': { query: ceoOperationListQuerySchema, answer: operationListSchema },
  'GET /api/ceo/operations/export': { query: ceoOperationExportQuerySchema, answer: csvFile },
  'DELETE /api/ceo/operations/:id': { params: idParams, answer: nothing },
} as const satisfies ContractMap;
