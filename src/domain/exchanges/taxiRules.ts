import type { Day, Instant, Week } from '../calendar/day.ts';
import { refuse, type Verdict } from '../errors/refusal.ts';
import { isWorking } from '../shifts/duty.ts';
import type { Entry } from '../shifts/rules.ts';
import { sameShiftOn } from './handover.ts';
import { type HeldEntry, weeksOf } from './request.ts';
import { type Gives, hasBegun, judgeParticipants, type SwapFacts, wasRefused } from './rules.ts';
import { isHolidayWeek, isInWeek, type SwapWeeks, weekBeginsAt, worksInWeek } from './weeks.ts';

// Swaps of the taxi worksite: whole Saturday-Friday weeks. In a `settimana` two drivers take each other's named shift on
// the days that are left of one week; in `ferie` work and holiday change hands on each day of two weeks on which one of them works. See the decision ‘In a weekly swap each driver takes the other's named shift’.

/** Whether a colleague may swap weeks with the requester of a `settimana` or a `ferie`, and what each gives then. */
export function judgeWeekSwap(facts: SwapFacts): Verdict<Gives> {
  const { request, colleague } = facts;
  const weeks = weeksOf(request);
  const participants = judgeParticipants(facts);
  if (!participants.ok) return participants;
  if (!weeks || colleague.person.variant !== 'taxi') return refuse('exchange_kind_not_offered');
  return request.kind === 'ferie' ? judgeHolidaySwap(facts, weeks) : judgeNamedShifts(facts, weeks.offered);
}

/**
 * On a day on which one of the two works their work and the other's holiday change hands. What else stands in a week of work
 * stays where it is, and nothing depends on it: it is nobody else's to know.
 */
function judgeHolidaySwap(facts: SwapFacts, { offered, wanted }: SwapWeeks): Verdict<Gives> {
  const { given, now } = facts;
  if (weekBeginsAt(offered) <= now || weekBeginsAt(wanted) <= now) return refuse('exchange_week_over');
  if (wasRefused(facts)) return refuse('exchange_offer_refused');
  // once it is offered the offer counts, not what has come to stand beside it
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
 * The days on which two drivers take each other's named shift: of each the own working days that are left of the week,
 * whether or not the other works on them. A day stays as it is where the shift given or the one received has begun; and
 * where both work, unless both give it: it was too late for one of them when they agreed, by the cut-off of then.
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
 * @param now or what `closedUntil` makes of it
 */
export const leftWork = <T extends Entry>(entries: readonly T[], week: Week, now: Instant): T[] =>
  entries
    .filter((entry) => isInWeek(entry.date, week) && isWorking(entry) && !hasBegun(entry, now))
    .toSorted(byDay);

/** What somebody gives for holidays: the whole week on offer, and their work in the wanted one. */
export const inHolidaySwap = <T extends Entry>(entries: readonly T[], { offered, wanted }: SwapWeeks): T[] =>
  entries
    .filter((entry) => isInWeek(entry.date, offered) || (isInWeek(entry.date, wanted) && isWorking(entry)))
    .toSorted(byDay);

const byDay = (one: Entry, other: Entry): number => one.date.localeCompare(other.date);

/** A swap in a running week can leave two named shifts in it; what is left then is not one thing to offer. */
export const isMixed = (duties: readonly Entry[]): boolean =>
  new Set(duties.map(({ shiftType }) => shiftType)).size > 1;

/** Match score of the taxi worksite: 100 if the colleague's type is the wanted one, otherwise 25 (specification, section 9). */
export const taxiMatchScore = (isWantedType: boolean): number => (isWantedType ? 100 : 25);
