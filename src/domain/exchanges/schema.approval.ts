import { z } from 'zod';
import { entrySchema } from '../shifts/schema.ts';
import { idSchema, typedText } from '../text.ts';
import { seenVersionSchema } from './schema.calls.ts';
import { exchangeKinds, exchangeRequestSchema } from './schema.ts';
import { swapWeeksSchema } from './weeks.ts';

/** Body of `POST …/{id}/approve`, which may be left out: `version` is that of the approval. */
export const approveSchema = z.object({ version: seenVersionSchema });

const reasonMissing = 'Scrivi il motivo';

/** Body of `POST …/{id}/refuse-approval`: both people read the reason. */
export const refuseApprovalSchema = approveSchema.extend({
  reason: typedText(500, reasonMissing).min(1, reasonMissing),
});

const approvalSideSchema = z.object({
  name: z.string(),
  /** What changes hands, by day. */
  gives: z.array(entrySchema),
  /** What the swap would do to their rest, in Italian sentences without days and times, as the other one reads it. */
  rest: z.array(z.string()),
});

/** A swap that waits for approval, as an approver sees it: neither the message nor anything else of the two calendars. */
export const swapApprovalSchema = z.object({
  /** Of the request. */
  id: idSchema,
  /** Fingerprint of everything that an approver decides on. */
  version: z.string(),
  kind: z.enum(exchangeKinds),
  worksiteName: z.string(),
  /** Taxi kinds: both weeks, as in the request. */
  weeks: swapWeeksSchema.nullable(),
  requester: approvalSideSchema,
  accepter: approvalSideSchema,
  /** The worksite refuses such a swap for what it breaks by now. */
  isBlocked: z.boolean(),
  /** When the requester confirmed. */
  since: z.string(),
  /** When the wait ends without a swap. */
  until: z.string(),
});
export type SwapApproval = z.infer<typeof swapApprovalSchema>;

/** How many swaps `GET /api/exchange-requests/approvals` answers at most. */
export const mostApprovals = 20;

/** The swaps on which the viewer can decide, by when their wait ends. */
export const approvalListSchema = z.object({
  approvals: z.array(swapApprovalSchema),
  /** With those beyond the ones that are listed. */
  total: z.int(),
});
export type ApprovalList = z.infer<typeof approvalListSchema>;

export const approvalAnswerSchema = z.object({
  request: exchangeRequestSchema.pick({ id: true, status: true, isAwaitingApproval: true }),
});
export type ApprovalAnswer = z.infer<typeof approvalAnswerSchema>;
