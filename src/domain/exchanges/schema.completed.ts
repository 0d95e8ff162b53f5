import { z } from 'zod';
import { entrySchema } from '../shifts/schema.ts';
import { idSchema } from '../text.ts';
import { roles } from '../users/schema.ts';
import { exchangeKinds } from './schema.ts';

export const completedSwapSchema = z.object({
  id: idSchema,
  kind: z.enum(exchangeKinds),
  requestId: idSchema.nullable(),
  partnerName: z.string(),
  partnerLicenseNumber: z.string().nullable(),
  partnerPhone: z.string().nullable(),
  exchangeDate: z.string(),
  completedAt: z.string(),
  gave: z.array(entrySchema),
  /** By day; for a `settimana` on the days of `gave`. */
  received: z.array(entrySchema),
  /** Equal to `received`, except for a `settimana`: the partner's own working days. */
  partnerGave: z.array(entrySchema),
});
export type CompletedSwap = z.infer<typeof completedSwapSchema>;

export const completedListSchema = z.object({
  swaps: z.array(completedSwapSchema),
  total: z.int(),
  nextCursor: z.string().nullable(),
});
export type CompletedList = z.infer<typeof completedListSchema>;

/** One of the two people: their current name, everything else as of the swap. */
const receiptPartySchema = z.object({
  name: z.string(),
  role: z.enum(roles),
  contractHours: z.int(),
  /** Taxi worksite only. */
  taxiLicense: z.string().nullable(),
  gave: z.array(entrySchema),
});
export type ReceiptParticipant = z.infer<typeof receiptPartySchema>;

/** Answer of `GET /api/exchanges/completed/{id}`: a completed swap, in a form both people can show to others. */
export const swapReceiptSchema = z.object({
  id: idSchema,
  kind: z.enum(exchangeKinds),
  worksiteName: z.string(),
  exchangeDate: z.string(),
  requestedAt: z.string(),
  offeredAt: z.string(),
  completedAt: z.string(),
  requester: receiptPartySchema,
  accepter: receiptPartySchema,
  /** The rest warnings shown before they agreed: the reader's own in full, for the other person only the verdict. */
  restTexts: z.array(z.string()),
});
export type SwapReceipt = z.infer<typeof swapReceiptSchema>;
