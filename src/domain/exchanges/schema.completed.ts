import { z } from 'zod';
import { datedDutySchema } from '../shifts/schema.ts';
import { idSchema } from '../text.ts';
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
  gave: z.array(datedDutySchema),
  /** By day; of a `settimana` on the days of `gave`. */
  received: z.array(datedDutySchema),
  /** The same as `received`, but for a `settimana`: the partner's own working days. */
  partnerGave: z.array(datedDutySchema),
});
export type CompletedSwap = z.infer<typeof completedSwapSchema>;

export const completedListSchema = z.object({
  swaps: z.array(completedSwapSchema),
  total: z.int(),
  nextCursor: z.string().nullable(),
});
export type CompletedList = z.infer<typeof completedListSchema>;
