import { z } from 'zod';
import { entrySchema } from '../shifts/schema.ts';
import { idSchema, typedText } from '../text.ts';
import { seenVersionSchema } from './schema.calls.ts';
import { exchangeKinds, exchangeRequestSchema } from './schema.ts';
import { swapWeeksSchema } from './weeks.ts';

/** Optional body of `POST …/{id}/approve`; `version` is the approval's. */
export const approveSchema = z.object({ version: seenVersionSchema });

const reasonMissing = 'Scrivi il motivo';

/** Body of `POST …/{id}/refuse-approval`: both people read the reason. */
export const refuseApprovalSchema = approveSchema.extend({
  reason: typedText(500, reasonMissing).min(1, reasonMissing),
});

const approvalSideSchema = z.object({
  name: z.string(),
  /** What the person gives, by day. */
  gives: z.array(entrySchema),
  /** The rest rules it would break for them: Italian sentences without days and times, as the other person sees them. */
  rest: z.array(z.string()),
});

/** A swap awaiting approval, as an approver sees it: without the message or other entries of the two calendars. */
export const swapApprovalSchema = z.object({
  /** The request's id. */
  id: idSchema,
  /** Fingerprint of everything an approver decides on. */
  version: z.string(),
  kind: z.enum(exchangeKinds),
  worksiteName: z.string(),
  /** Taxi kinds: both weeks, as in the request. */
  weeks: swapWeeksSchema.nullable(),
  requester: approvalSideSchema,
  accepter: approvalSideSchema,
  /** The worksite's rest rules now forbid this swap. */
  isBlocked: z.boolean(),
  /** When the requester confirmed. */
  since: z.string(),
  /** When the wait ends without a swap. */
  until: z.string(),
});
export type SwapApproval = z.infer<typeof swapApprovalSchema>;

/** The most swaps that `GET /api/exchange-requests/approvals` returns. */
export const mostApprovals = 20;

/** The swaps the viewer can decide on, by the end of their wait. */
export const approvalListSchema = z.object({
  approvals: z.array(swapApprovalSchema),
  /** Including those not listed. */
  total: z.int(),
});
export type ApprovalList = z.infer<typeof approvalListSchema>;

export const approvalAnswerSchema = z.object({
  request: exchangeRequestSchema.pick({ id: true, status: true, isAwaitingApproval: true }),
});
export type ApprovalAnswer = z.infer<typeof approvalAnswerSchema>;
