import { type ContractMap, cursorQuerySchema, idParams, listOf, nothing } from '../contractParts.ts';
import { restAnswerSchema } from '../rest/breaches.ts';
import {
  approvalAnswerSchema,
  approvalListSchema,
  approveSchema,
  refuseApprovalSchema,
  swapApprovalSchema,
} from './schema.approval.ts';
import {
  cancelPreAcceptSchema,
  changeExchangeSchema,
  createExchangeSchema,
  exchangeListQuerySchema,
  finalConfirmSchema,
  preAcceptSchema,
  restQuerySchema,
} from './schema.calls.ts';
import { completedListSchema, completedSwapSchema, swapReceiptSchema } from './schema.completed.ts';
import {
  dayChoicesQuerySchema,
  dayChoicesSchema,
  holidayWeeksQuerySchema,
  holidayWeeksSchema,
  previewQuerySchema,
  previewSchema,
} from './schema.preview.ts';
import {
  confirmationAnswerSchema,
  exchangeAnswerSchema,
  exchangeCountsSchema,
  exchangeListSchema,
  exchangeRequestSchema,
  exchangeRowSchema,
  publicationAnswerSchema,
  waitingListSchema,
} from './schema.ts';

const ofRequest = { params: idParams, answer: exchangeAnswerSchema };

export const exchangeContract = {
  /** Of all five tabs: own ones first, then colleagues'. */
  'GET /api/exchange-requests': listOf(exchangeRowSchema),
  'GET /api/exchange-requests/page': { query: exchangeListQuerySchema, answer: exchangeListSchema },
  'GET /api/exchange-requests/counts': { answer: exchangeCountsSchema },
  'GET /api/exchange-requests/waiting': { answer: waitingListSchema },
  'GET /api/exchange-requests/:id/rest': {
    params: idParams,
    query: restQuerySchema,
    answer: restAnswerSchema,
  },
  'GET /api/exchange-requests/preview': { query: previewQuerySchema, answer: previewSchema },
  'GET /api/exchange-requests/days': { query: dayChoicesQuerySchema, answer: dayChoicesSchema },
  'GET /api/exchange-requests/holiday-weeks': { query: holidayWeeksQuerySchema, answer: holidayWeeksSchema },
  'GET /api/exchange-requests/:id': { params: idParams, answer: exchangeRequestSchema },
  'POST /api/exchange-requests': {
    body: createExchangeSchema,
    answer: publicationAnswerSchema,
    status: 201,
  },
  'PUT /api/exchange-requests/:id': { ...ofRequest, body: changeExchangeSchema },
  'DELETE /api/exchange-requests/:id': { params: idParams, answer: nothing },
  'POST /api/exchange-requests/:id/pre-accept': { ...ofRequest, body: preAcceptSchema.nullish() },
  'DELETE /api/exchange-requests/:id/cancel-pre-accept': {
    ...ofRequest,
    body: cancelPreAcceptSchema.nullish(),
  },
  'POST /api/exchange-requests/:id/reject': ofRequest,
  'POST /api/exchange-requests/:id/final-confirm': {
    params: idParams,
    body: finalConfirmSchema.nullish(),
    answer: confirmationAnswerSchema,
  },
  'GET /api/exchange-requests/approvals': { answer: approvalListSchema },
  'GET /api/exchange-requests/:id/approval': { params: idParams, answer: swapApprovalSchema },
  'POST /api/exchange-requests/:id/approve': {
    params: idParams,
    body: approveSchema.nullish(),
    answer: approvalAnswerSchema,
  },
  'POST /api/exchange-requests/:id/refuse-approval': {
    params: idParams,
    body: refuseApprovalSchema,
    answer: approvalAnswerSchema,
  },
  'GET /api/exchanges/completed': listOf(completedSwapSchema),
  'GET /api/exchanges/completed/page': { query: cursorQuerySchema, answer: completedListSchema },
  'GET /api/exchanges/completed/:id': { params: idParams, answer: swapReceiptSchema },
} as const satisfies ContractMap;
