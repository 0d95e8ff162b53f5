import type { Day, Instant, Week } from '../calendar/day.ts';
import { refuse, type Verdict } from '../errors/refusal.ts';
import { isWorking } from '../shifts/duty.ts';
import type { Entry } from '../shifts/rules.ts';
import { sameShiftOn } from './handover.ts';
import { type HeldEntry, weeksOf } from './request.ts';
import { type Gives, hasBegun, judgeParticipants, type SwapFacts, wasRefused } from './rules.ts';
import { isHolidayWeek, isInWeek, type SwapWeeks, weekBeginsAt, worksInWeek } from './weeks.ts';

// Swaps of Saturday-Friday weeks. `settimana` exchanges named shifts on a week's remaining days, `ferie` work and
// holiday on days on which one works. See ‘In a weekly swap each driver takes the other's named shift’.

/** Whether a colleague may take a `settimana` or a `ferie`, and what each gives. */
export function judgeWeekSwap(facts: SwapFacts): Verdict<Gives> {
  const { request, colleague } = facts;
  const weeks = weeksOf(request);
  const participants = judgeParticipants(facts);
  if (!participants.ok) return participants;
  if (!weeks || colleague.person.variant !== 'taxi') return refuse('exchange_kind_not_offered');
  return request.kind === 'ferie' ? judgeHolidaySwap(facts, weeks) : judgeNamedShifts(facts, weeks.offered);
}

/**
 * On days on which one of the two works, work and the other's holiday are exchanged. Other entries of a working week
 * stay, and do not affect the verdict, since they are private.
 */
function judgeHolidaySwap(facts: SwapFacts, { offered, wanted }: SwapWeeks): Verdict<Gives> {
  const { given, now } = facts;
  if (weekBeginsAt(offered) <= now || weekBeginsAt(wanted) <= now) return refuse('exchange_week_over');
  if (wasRefused(facts)) return refuse('exchange_offer_refused');
  // once offered, only the offer counts, not entries added since
  if (!isHolidayWeek(given, wanted)) return refuse('exchange_no_holiday_week');
  if (!worksInWeek(given, offered)) return refuse('exchange_no_work_week');
  const isWorked = ({ date }: HeldEntry): boolean =>
    isInWeek(date, offered) ? worksOn(date, given) : isInWeek(date, wanted) && worksOn(date, facts.offered);
  return {
    ok: true,
    requesterGives: facts.offered.filter(isWorked),
    colleagueGives: given.filter(isWorked),
  };
}

/**
 * The days on which two drivers exchange named shifts: each one's remaining working days, whether or not the other
 * works then. Excluded: days on which either shift has begun, and days on which both work but only one gives (already
 * past the cut-off when the other agreed).
 */
function judgeNamedShifts(facts: SwapFacts, week: Week): Verdict<Gives> {
  const { given: own, now } = facts;
  const ones = leftWork(facts.offered, week, now);
  const others = leftWork(own, week, now);
  const [offered] = ones;
  const [taken] = others;
  if (!offered) return refuse('exchange_week_over');
  if (wasRefused(facts)) return refuse('exchange_offer_refused');
  if (!worksInWeek(own, week)) return refuse('exchange_no_own_week');
  if (!taken) return refuse('exchange_week_over');
  if (isMixed(ones) || isMixed(others)) return refuse('exchange_week_mixed');
  if (taken.shiftType === offered.shiftType) return refuse('exchange_same_type_worked');
  const isOneSided = ({ date }: HeldEntry): boolean =>
    worksOn(date, facts.requesterEntries) &&
    worksOn(date, facts.colleague.entries) &&
    ![ones, others].every((given) => given.some((duty) => duty.date === date));
  const given = (duties: readonly HeldEntry[], received: HeldEntry): HeldEntry[] =>
    duties.filter((duty) => !hasBegun(sameShiftOn(received, duty.date), now) && !isOneSided(duty));
  const [requesterGives, colleagueGives] = [given(ones, taken), given(others, offered)];
  const isAnythingLeft = requesterGives.length > 0 && colleagueGives.length > 0;
  return isAnythingLeft ? { ok: true, requesterGives, colleagueGives } : refuse('exchange_week_over');
}

const worksOn = (day: Day, entries: readonly Entry[]): boolean =>
  entries.some((entry) => entry.date === day && isWorking(entry));

/**
 * The working days of a week that have not begun.
 * @param now or the result of `closedUntil`
 */
export const leftWork = <T extends Entry>(entries: readonly T[], week: Week, now: Instant): T[] =>
  entries
    .filter((entry) => isInWeek(entry.date, week) && isWorking(entry) && !hasBegun(entry, now))
    .toSorted(byDay);

/** What a person gives in a swap of holidays: the whole offered week, and their work in the wanted one. */
export const inHolidaySwap = <T extends Entry>(entries: readonly T[], { offered, wanted }: SwapWeeks): T[] =>
  entries
    .filter((entry) => isInWeek(entry.date, offered) || (isInWeek(entry.date, wanted) && isWorking(entry)))
    .toSorted(byDay);

const byDay = (one: Entry, other: Entry): number => one.date.localeCompare(other.date);

/** A swap in a running week can leave two named shifts in it; the remaining days can then no longer be offered. */
export const isMixed = (duties: readonly Entry[]): boolean =>
  new Set(duties.map(({ shiftType }) => shiftType)).size > 1;

/** Match score of taxi worksites: 100 if the colleague's type is the wanted one, otherwise 25 (specification, section 9). */
export const taxiMatchScore = (isWantedType: boolean): number => (isWantedType ? 100 : 25);
