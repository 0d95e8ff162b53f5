import { z } from 'zod';

// Working-time limits of D.Lgs. 66/2003 that swaps are checked against. The CEO sets them per worksite, since a
// collective agreement (CCNL) may differ. An aid for the two people, not legal advice.

/** `off`: not checked; `avviso`: both people are warned before they agree; `blocco`: the swap is refused. */
export const restModes = ['off', 'avviso', 'blocco'] as const;
export type RestMode = (typeof restModes)[number];

export interface RestLimits {
  /** Hours between a day's last end and the next start (art. 7). */
  dailyRestHours: number;
  /** Hours without work, twice in every 14 days (art. 9: 24 h a week, together with the daily rest, averaged over 14 days). */
  weeklyRestHours: number;
  /** Hours a week, averaged over 17 Monday-Sunday weeks without the days of ferie and malattia (art. 4 and 6: four months). */
  averageWeekHours: number;
  /** Hours of a shift with three between 00:00 and 05:00 (art. 1 and 13). */
  nightHours: number;
  /** Consecutive days with work; not a legal limit itself, but the effect of a weekly rest. */
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

/** Limits that are switched off have the value of their range that nothing can break. */
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
