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
  received: z.array(datedDutySchema),
});
export type CompletedSwap = z.infer<typeof completedSwapSchema>;

export const completedListSchema = z.object({
  swaps: z.array(completedSwapSchema),
  total: z.int(),
  nextCursor: z.string().nullable(),
});
export type CompletedList = z.infer<typeof completedListSchema>;
