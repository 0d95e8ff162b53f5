import { z } from 'zod';
import { type Day, type Instant, instantInRome, type Week } from '../calendar/day.ts';
import { isWorking, shiftTypes, workLocations } from '../shifts/duty.ts';
import type { Entry } from '../shifts/rules.ts';
import { dutySchema } from '../shifts/schema.ts';

/** The two Saturday-Friday weeks of a taxi swap; equal in a swap of named shifts. */
export interface SwapWeeks {
  offered: Week;
  wanted: Week;
}

export const weekSchema = z.object({ from: z.string(), to: z.string() });
export const swapWeeksSchema = z.object({ offered: weekSchema, wanted: weekSchema });

/**
 * An entry as one person may see it in a preview. `assente`: the other person does not work that day, for a private
 * reason; it has no times, like every day without work.
 */
const seenEntrySchema = dutySchema
  .pick({ startTime: true, endTime: true, shiftType: true })
  .extend({ workLocation: z.enum([...workLocations, 'assente']) });
export type SeenEntry = z.infer<typeof seenEntrySchema>;

/** `null`: an empty day. */
const changeSchema = z.object({ before: seenEntrySchema.nullable(), after: seenEntrySchema.nullable() });

/** One week of a taxi swap, day by day, for both people, before and after. */
export const weekPreviewSchema = z.object({
  from: z.string(),
  to: z.string(),
  days: z.array(
    z.object({
      date: z.string(),
      /** False: the day is over or has begun for one of the two, and does not change. */
      isOpen: z.boolean(),
      isSwapped: z.boolean(),
      /** The named shift driven on this day, if the swap changes it because only one of the two drives. */
      cover: z.object({ before: z.enum(shiftTypes), after: z.enum(shiftTypes) }).nullable(),
      requester: changeSchema,
      colleague: changeSchema,
    }),
  ),
});
export type WeekPreview = z.infer<typeof weekPreviewSchema>;

export const isInWeek = (day: Day, { from, to }: Week): boolean => day >= from && day <= to;

/** The start of a Saturday-Friday week: midnight in Rome, regardless of the first day's shift. */
export const weekBeginsAt = (week: Week): Instant => instantInRome(week.from, '00:00');

/**
 * Whether a week can be offered in 'Scambia Ferie': only holidays and rest days, at least one holiday. Days without an
 * entry do not count.
 */
export function isHolidayWeek(entries: readonly Entry[], week: Week): boolean {
  const own = entries.filter(({ date }) => isInWeek(date, week));
  return (
    own.some(({ workLocation }) => workLocation === 'ferie') &&
    own.every(({ workLocation }) => workLocation === 'ferie' || workLocation === 'libero')
  );
}

export const worksInWeek = (entries: readonly Entry[], week: Week): boolean =>
  entries.some((entry) => isInWeek(entry.date, week) && isWorking(entry));
