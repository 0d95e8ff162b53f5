import { type ContractMap, cursorQuerySchema, idParams, listOf, nothing } from '../contractParts.ts';
import { restAnswerSchema } from '../rest/breaches.ts';
import * as approval from './schema.approval.ts';
import * as calls from './schema.calls.ts';
import * as completed from './schema.completed.ts';
import * as preview from './schema.preview.ts';
import * as shown from './schema.ts';

const ofRequest = { params: idParams, answer: shown.exchangeAnswerSchema };

export const exchangeContract = {
  /** The requests of all five tabs, the caller's own first. */
  'GET /api/exchange-requests': listOf(shown.exchangeRowSchema),
  'GET /api/exchange-requests/page': {
    query: calls.exchangeListQuerySchema,
    answer: shown.exchangeListSchema,
  },
  'GET /api/exchange-requests/counts': { answer: shown.exchangeCountsSchema },
  'GET /api/exchange-requests/waiting': { answer: shown.waitingListSchema },
  'GET /api/exchange-requests/:id/rest': {
    params: idParams,
    query: calls.restQuerySchema,
    answer: restAnswerSchema,
  },
  'GET /api/exchange-requests/preview': { query: preview.previewQuerySchema, answer: preview.previewSchema },
  'GET /api/exchange-requests/days': {
    query: preview.dayChoicesQuerySchema,
    answer: preview.dayChoicesSchema,
  },
  'GET /api/exchange-requests/holiday-weeks': {
    query: preview.holidayWeeksQuerySchema,
    answer: preview.holidayWeeksSchema,
  },
  'GET /api/exchange-requests/:id': { params: idParams, answer: shown.exchangeRequestSchema },
  'POST /api/exchange-requests': {
    body: calls.createExchangeSchema,
    answer: shown.publicationAnswerSchema,
    status: 201,
  },
  'PUT /api/exchange-requests/:id': { ...ofRequest, body: calls.changeExchangeSchema },
  'DELETE /api/exchange-requests/:id': { params: idParams, answer: nothing },
  'POST /api/exchange-requests/:id/pre-accept': { ...ofRequest, body: calls.preAcceptSchema.nullish() },
  'DELETE /api/exchange-requests/:id/cancel-pre-accept': {
    ...ofRequest,
    body: calls.cancelPreAcceptSchema.nullish(),
  },
  'POST /api/exchange-requests/:id/reject': ofRequest,
  'POST /api/exchange-requests/:id/final-confirm': {
    params: idParams,
    body: calls.finalConfirmSchema.nullish(),
    answer: shown.confirmationAnswerSchema,
  },
  'GET /api/exchange-requests/approvals': { answer: approval.approvalListSchema },
  'GET /api/exchange-requests/:id/approval': { params: idParams, answer: approval.swapApprovalSchema },
  'POST /api/exchange-requests/:id/approve': {
    params: idParams,
    body: approval.approveSchema.nullish(),
    answer: approval.approvalAnswerSchema,
  },
  'POST /api/exchange-requests/:id/refuse-approval': {
    params: idParams,
    body: approval.refuseApprovalSchema,
    answer: approval.approvalAnswerSchema,
  },
  'GET /api/exchanges/completed': listOf(completed.completedSwapSchema),
  'GET /api/exchanges/completed/page': { query: cursorQuerySchema, answer: completed.completedListSchema },
  'GET /api/exchanges/completed/:id': { params: idParams, answer: completed.swapReceiptSchema },
} as const satisfies ContractMap;
