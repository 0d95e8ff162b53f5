import { z } from 'zod';

const span = { from: z.string(), to: z.string() };
const hours = z.int();

/** A limit of working time that a swap would break, or break by more than before. `limit` is in hours, of `days_in_row` in days. */
const restBreachSchema = z.discriminatedUnion('rule', [
  /** Minutes of rest before the work of `date`, as the clock in Rome passes. */
  z.object({
    rule: z.literal('daily_rest'),
    limit: hours,
    date: z.string(),
    time: z.string(),
    endedOn: z.string(),
    endedAt: z.string(),
    minutes: z.int(),
  }),
  /** How many rests begin in these 14 days. */
  z.object({ rule: z.literal('weekly_rest'), limit: hours, ...span, rests: z.int() }),
  /** Minutes a week, rounded up. */
  z.object({ rule: z.literal('average_week'), limit: hours, ...span, minutes: z.int() }),
  /** Minutes of the shift, as the clock in Rome passes. */
  z.object({ rule: z.literal('night_work'), limit: hours, date: z.string(), minutes: z.int() }),
  z.object({ rule: z.literal('days_in_row'), limit: z.int(), ...span, days: z.int() }),
]);
export type RestBreach = z.infer<typeof restBreachSchema>;

export interface SwapRest {
  requester: RestBreach[];
  accepter: RestBreach[];
}

/** Answer of `GET /api/exchange-requests/{id}/rest`: what the swap would do to rest, in Italian sentences. */
export const restAnswerSchema = z.object({
  /** Of the viewer, with days and times. */
  own: z.array(z.string()),
  /** Of the other person, without them. */
  other: z.array(z.string()),
  /** The swap is refused for it. */
  isBlocked: z.boolean(),
  /** Days next to the viewer's new work that are empty in their calendar, which count as free. */
  emptyDays: z.array(z.string()),
});
export type RestAnswer = z.infer<typeof restAnswerSchema>;
