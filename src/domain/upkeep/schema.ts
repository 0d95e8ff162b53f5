import { z } from 'zod';

export const upkeepSchema = z.object({
  clock: z.object({ status: z.enum(['steady', 'resumed', 'suspected']), now: z.string() }),
  /** Accounts without activity for 24 months that are not anonymised before a CEO agrees; null: none waits. */
  idleAccounts: z.object({ count: z.int(), of: z.int() }).nullable(),
});
export type UpkeepAnswer = z.infer<typeof upkeepSchema>;

/** The number the CEO read: with more of them since, nothing is agreed. */
export const agreeIdleSchema = z.object({ count: z.int().min(1) });
