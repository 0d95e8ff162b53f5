import { z } from 'zod';

export const upkeepSchema = z.object({
  clock: z.object({ status: z.enum(['steady', 'resumed', 'suspected']), now: z.string() }),
  /** Accounts idle for 24 months that await a CEO's consent before being anonymised; null if none. */
  idleAccounts: z.object({ count: z.int(), of: z.int() }).nullable(),
});
export type UpkeepAnswer = z.infer<typeof upkeepSchema>;

/** The count the CEO saw: if there are more by now, the call is refused. */
export const agreeIdleSchema = z.object({ count: z.int().min(1) });
