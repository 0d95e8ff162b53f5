import { z } from 'zod';

const span = { from: z.string(), to: z.string() };
const hours = z.int();

/** A working-time limit that a swap would break, or break further. `limit` is in hours, for `days_in_row` in days. */
const restBreachSchema = z.discriminatedUnion('rule', [
  /** Minutes of rest before the work of `date`, in elapsed time. */
  z.object({
    rule: z.literal('daily_rest'),
    limit: hours,
    date: z.string(),
    time: z.string(),
    endedOn: z.string(),
    endedAt: z.string(),
    minutes: z.int(),
  }),
  /** The number of rests that begin in these 14 days. */
  z.object({ rule: z.literal('weekly_rest'), limit: hours, ...span, rests: z.int() }),
  /** Minutes per week, rounded up. */
  z.object({ rule: z.literal('average_week'), limit: hours, ...span, minutes: z.int() }),
  /** Minutes of the shift, in elapsed time. */
  z.object({ rule: z.literal('night_work'), limit: hours, date: z.string(), minutes: z.int() }),
  z.object({ rule: z.literal('days_in_row'), limit: z.int(), ...span, days: z.int() }),
]);
export type RestBreach = z.infer<typeof restBreachSchema>;

export interface SwapRest {
  requester: RestBreach[];
  accepter: RestBreach[];
}

/** Answer of `GET /api/exchange-requests/{id}/rest`: the rest limits the swap would break, as Italian sentences. */
export const restAnswerSchema = z.object({
  /** For the viewer, with days and times. */
  own: z.array(z.string()),
  /** For the other person, without them. */
  other: z.array(z.string()),
  /** The swap is refused because of them. */
  isBlocked: z.boolean(),
  /** Empty days next to the viewer's new work, which count as free. */
  emptyDays: z.array(z.string()),
});
export type RestAnswer = z.infer<typeof restAnswerSchema>;
