import { addDays, type Day, formatMediumDay, type Week } from '../../../domain/calendar/day.ts';
import { gridSpan, type Month, monthOf } from '../../../domain/calendar/month.ts';
import { type AskedDays, daysAround, withinDaysChoices } from '../../../domain/exchanges/askedDays.ts';
import type { DayChoices } from '../../../domain/exchanges/schema.preview.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';
import { describeDuty } from '../../shifts/marks.ts';
import { capitalised, dayCount } from '../kindTexts.ts';

// The days that can be picked to work instead of another one.

type ChoiceOfDay = DayChoices['days'][number];

/**
 * The days to fetch for a month; without one, the longest range.
 *
 * The span of the offered day's month includes both, in one call.
 */
export function spanAround(offeredDay: Day, month: Month | null): Week {
  const home = gridSpan(monthOf(offeredDay));
  if (month !== null && month !== monthOf(offeredDay)) return gridSpan(month);
  const reach = Math.max(...withinDaysChoices);
  const [from, to] = [addDays(offeredDay, -reach), addDays(offeredDay, reach)];
  return { from: from < home.from ? from : home.from, to: to > home.to ? to : home.to };
}

const choiceOf = (days: readonly ChoiceOfDay[], day: Day): ChoiceOfDay | undefined =>
  days.find(({ date }) => date === day);

/** The requested days: single choices, or the free days of a range. */
export function chosenDays(
  { acceptableDays, withinDays }: AskedDays,
  offeredDay: Day,
  days: readonly ChoiceOfDay[],
  today: Day,
): ReadonlySet<Day> {
  if (withinDays === null) return new Set(acceptableDays);
  const range = daysAround(offeredDay, withinDays, today);
  return new Set(range.filter((day) => choiceOf(days, day)?.isOpen));
}

/** Toggles a day; the other days of a range stay chosen. */
export function toggleDay(chosen: ReadonlySet<Day>, day: Day): AskedDays {
  const changed = new Set(chosen);
  if (!changed.delete(day)) changed.add(day);
  return { acceptableDays: [...changed].toSorted(), withinDays: null };
}

interface DayFacts {
  offeredDay: Day;
  days: readonly ChoiceOfDay[];
  own: Shift | undefined;
  today: Day;
}

/** Why a day cannot be picked; null if it can. */
export function closedDayText(day: Day, { offeredDay, days, own, today }: DayFacts): string | null {
  if (day === offeredDay) return 'è il giorno che vuoi libero';
  if (day < today) return 'è già passato';
  const choice = choiceOf(days, day);
  if (choice?.isOpen) return null;
  if (own && own.workLocation !== 'libero') return `hai già ${describeDuty(own, 'standard')}`;
  return choice ? 'è già occupato nel tuo calendario' : 'è troppo lontano';
}

/** The number of possible colleagues for a day, and its accessible text. */
export function dayNote(days: readonly ChoiceOfDay[], day: Day): { count: number; name: string } {
  const count = choiceOf(days, day)?.colleagueCount ?? 0;
  return { count, name: count === 0 ? 'per ora nessun collega' : upTo(count) };
}

const upTo = (count: number): string => (count === 1 ? 'fino a 1 collega' : `fino a ${count} colleghi`);

interface Tried {
  /** The last pressed day. */
  tried: Day | null;
  /** Why it cannot be picked. */
  closedReason: string | null;
  chosen: ReadonlySet<Day>;
  days: readonly ChoiceOfDay[];
}

/** The text below the month: the last pressed day and the number of chosen days. */
export function colleaguesText({ tried, closedReason, chosen, days }: Tried): string {
  const count = chosen.size;
  const total = count === 0 ? '' : `${count === 1 ? '1 giorno scelto' : `${dayCount(count)} scelti`}.`;
  if (tried === null || (closedReason === null && !chosen.has(tried))) {
    return [total, 'Il numero dice fino a quanti colleghi potrebbero accettare.'].filter(Boolean).join(' ');
  }
  const name = capitalised(formatMediumDay(tried));
  if (closedReason !== null) return `${name}: ${closedReason}. ${total}`.trim();
  const colleagues = choiceOf(days, tried)?.colleagueCount ?? 0;
  const hope =
    colleagues === 0
      ? 'per ora nessun collega può accettare, ma puoi chiederlo'
      : `${upTo(colleagues)} ${colleagues === 1 ? 'potrebbe' : 'potrebbero'} accettare`;
  return `${name}: ${hope}. ${total}`.trim();
}
