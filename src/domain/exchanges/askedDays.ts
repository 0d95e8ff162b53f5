import { addDays, type Day, daysOf, formatMediumDay, formatShortDay } from '../calendar/day.ts';
import { allowed, refuse, type Verdict } from '../errors/refusal.ts';
import { isWorking } from '../shifts/duty.ts';
import { type Entry, lastDayAhead } from '../shifts/rules.ts';

// The days on which the requester of a `giorno` would work instead of the day they want free.

export const mostDays = 31;
export const withinDaysChoices = [7, 14] as const;
export type WithinDays = (typeof withinDaysChoices)[number];

/** As stored: the chosen days, or all days within a distance of the offered one. */
export interface AskedDays {
  acceptableDays: Day[];
  withinDays: WithinDays | null;
}

/** The days within `withinDays` of the offered one, from `today` on. */
export const daysAround = (offeredDay: Day, withinDays: WithinDays, today: Day): Day[] =>
  daysOf({ from: addDays(offeredDay, -withinDays), to: addDays(offeredDay, withinDays) }).filter(
    (day) => day !== offeredDay && day >= today,
  );

/** Whether the day has an entry other than rest; only its owner may know. */
export const isFilled = (entries: readonly Entry[], day: Day): boolean =>
  entries.some(({ date, workLocation }) => date === day && workLocation !== 'libero');

/** The days on which their owner could still work; only the owner may know. */
export const openDays = (days: readonly Day[], entries: readonly Entry[]): Day[] =>
  days.filter((day) => !isFilled(entries, day));

/** The days on which their owner does not work: all that others may know, since absences are private. */
export const unworkedDays = (
  days: readonly Day[],
  entries: readonly Pick<Entry, 'date' | 'workLocation'>[],
): Day[] => days.filter((day) => !entries.some((entry) => entry.date === day && isWorking(entry)));

/** Whether a requester may ask for these days in return for the offered one. */
export function judgeAskedDays(
  { acceptableDays, withinDays }: AskedDays,
  offeredDay: Day,
  entries: readonly Entry[],
  today: Day,
): Verdict {
  if (withinDays !== null) return judgeKeptDays({ acceptableDays, withinDays }, entries, today);
  if (acceptableDays.length === 0) return refuse('exchange_days_required');
  for (const day of acceptableDays.toSorted()) {
    const named = { day: namedAtStart(day) };
    if (day < today) return refuse('exchange_day_over', named);
    if (day === offeredDay) return refuse('exchange_day_is_offered', named);
    if (day > lastDayAhead(today)) {
      return refuse('exchange_day_too_far_ahead', { lastDay: formatShortDay(lastDayAhead(today)) });
    }
    if (isFilled(entries, day)) return refuse('exchange_day_taken', named);
  }
  return allowed;
}

/** Whether the current days can stay when another day is offered: at least one must still be free. */
export function judgeKeptDays(
  { acceptableDays, withinDays }: AskedDays,
  entries: readonly Entry[],
  today: Day,
): Verdict {
  if (openDays(acceptableDays, entries).some((day) => day >= today)) return allowed;
  return withinDays === null
    ? refuse('exchange_days_required')
    : refuse('exchange_no_free_day', { days: withinDays });
}

/** 'Sab 28 nov' */
export function namedAtStart(day: Day): string {
  const text = formatMediumDay(day);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
