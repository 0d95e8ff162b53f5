import { z } from 'zod';

// Working time as D.Lgs. 66/2003 limits it: what a swap is compared with, for each worksite as its CEO sets it, since a
// collective agreement (CCNL) may say otherwise. A help for the two people, no legal advice.

/** `off`: not asked; `avviso`: both people are told before they agree; `blocco`: such a swap is refused. */
export const restModes = ['off', 'avviso', 'blocco'] as const;
export type RestMode = (typeof restModes)[number];

export interface RestLimits {
  /** Hours between a day's last end and the next begin (art. 7). */
  dailyRestHours: number;
  /** Hours without work, twice in every 14 days (art. 9: 24 h a week, together with the daily rest, averaged over 14 days). */
  weeklyRestHours: number;
  /** Hours a week, averaged over 17 Monday-Sunday weeks without the days of ferie and malattia (art. 4 and 6: four months). */
  averageWeekHours: number;
  /** Hours of a shift of which three lie between 00:00 and 05:00 (art. 1 and 13). */
  nightHours: number;
  /** Days with work, one after the other; no limit of the law but what a rest every week amounts to. */
  daysInRow: number;
}

export const defaultRestLimits: RestLimits = {
  dailyRestHours: 11,
  weeklyRestHours: 35,
  averageWeekHours: 48,
  nightHours: 8,
  daysInRow: 6,
};

function wholeFrom(least: number, most: number): z.ZodInt {
  const error = `Scrivi un numero intero da ${least} a ${most}`;
  return z.int(error).min(least, error).max(most, error);
}

/** A limit that is switched off is at the end of its range that nothing exceeds. */
export const restLimitsSchema = z.object(
  {
    dailyRestHours: wholeFrom(0, 16),
    weeklyRestHours: wholeFrom(0, 72),
    averageWeekHours: wholeFrom(20, 168),
    nightHours: wholeFrom(4, 24),
    daysInRow: wholeFrom(3, 31),
  },
  'Indica tutti i limiti',
) satisfies z.ZodType<RestLimits>;

export const restRulesSchema = z.object(
  { mode: z.enum(restModes, 'Scegli se avvisare, bloccare o non controllare'), limits: restLimitsSchema },
  'Indica le regole sul riposo',
);
export type RestRules = z.infer<typeof restRulesSchema>;

export const weeksOfAverage = 17;
export const daysOfWeeklyRests = 14;
export const weeklyRests = 2;
