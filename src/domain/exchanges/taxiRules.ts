import {
  type Day,
  dayInRome,
  type Instant,
  formatMediumDay,
  saturdayWeekOf,
  type Week,
} from '../calendar/day.ts';
import { refuse, type Verdict } from '../errors/refusal.ts';
import { isWorking, type ShiftType, taxiShifts } from '../shifts/duty.ts';
import type { DatedDuty } from '../shifts/rules.ts';
import { beginsAt, hasBegun, judgeParties, type OfferParties, type Party } from './rules.ts';
import type { ExchangeKind } from './schema.ts';
import { isHolidayWeek, isInWeek, type SwapWeeks, weekBeginsAt, worksInWeek } from './weeks.ts';

// Swaps of the taxi worksite: whole Saturday-Friday weeks. `settimana` exchanges the named shifts of two drivers on the
// days that are left of one week; `ferie` exchanges everything of two weeks. See docs/decisions/0014.

export type TaxiKind = Exclude<ExchangeKind, 'turno'>;

/** The weeks that a request is about, from a day in each; null for single shifts. */
export function swapWeeksOf(kind: ExchangeKind, offeredDay: Day, requestedDay: Day): SwapWeeks | null {
  if (kind === 'turno') return null;
  return { offered: saturdayWeekOf(offeredDay), wanted: saturdayWeekOf(requestedDay) };
}

/** What both people give in a swap, by day. */
export interface Gives<T extends DatedDuty> {
  requesterGives: T[];
  colleagueGives: T[];
}

export interface WeekPublication<T extends DatedDuty> {
  kind: TaxiKind;
  requester: Party;
  /** The entry through which the week is offered, or null if the requester has none with that id. */
  shift: DatedDuty | null;
  requestedDate: Day;
  /** Null while none is chosen, and for `ferie`. */
  requestedShiftType: ShiftType | null;
  /** The requester's own entries of both weeks; others are passed over. */
  entries: readonly T[];
  now: Instant;
}

/** Whether a driver may publish (or change) a request; answers what they would give, and until when it stands. */
export function judgeWeekPublication<T extends DatedDuty>(
  publication: WeekPublication<T>,
): Verdict<{ gives: T[]; expiresAt: Instant }> {
  const { kind, requester, shift, requestedDate, entries, now } = publication;
  if (!requester.isActive) return refuse('account_disabled');
  if (requester.variant !== 'taxi') return refuse('exchange_kind_not_offered');
  if (!shift) return refuse('exchange_not_own_shift');
  const offered = saturdayWeekOf(shift.date);
  const wanted = saturdayWeekOf(requestedDate);
  if (kind === 'ferie') return judgeHolidays(entries, { offered, wanted }, now);
  if (!isWorking(shift)) return refuse('exchange_shift_not_working');
  if (wanted.from !== offered.from) return refuse('exchange_other_week');
  const gives = leftWork(entries, offered, now);
  const last = gives.at(-1);
  if (!last) return refuse('exchange_week_over');
  if (isMixed(gives)) return refuse('exchange_week_mixed');
  const type = publication.requestedShiftType;
  if (type !== null && !taxiShifts.some(({ shiftType }) => shiftType === type)) {
    return refuse('exchange_not_taxi_type');
  }
  if (type === last.shiftType) return refuse('exchange_same_type_wanted');
  return { ok: true, gives, expiresAt: beginsAt(last) };
}

function judgeHolidays<T extends DatedDuty>(
  entries: readonly T[],
  weeks: SwapWeeks,
  now: Instant,
): Verdict<{ gives: T[]; expiresAt: Instant }> {
  const { offered, wanted } = weeks;
  if (!isHolidayWeek(entries, offered)) return refuse('exchange_not_holiday_week');
  if (weekBeginsAt(offered) <= now) return refuse('exchange_holidays_begun');
  const verdict = judgeWantedWeek(entries, weeks, now);
  if (!verdict.ok) return verdict;
  const earlier = offered.from < wanted.from ? offered : wanted;
  return { ok: true, gives: inBothWeeks(entries, weeks), expiresAt: weekBeginsAt(earlier) };
}

/** Whether a driver may ask for the holidays of this week, by their own entries in it. */
export function judgeWantedWeek(
  entries: readonly DatedDuty[],
  { offered, wanted }: SwapWeeks,
  now: Instant,
): Verdict {
  if (wanted.from === offered.from) return refuse('exchange_same_week');
  if (weekBeginsAt(wanted) <= now) return refuse('exchange_wanted_week_begun');
  if (!worksInWeek(entries, wanted)) return refuse('exchange_wanted_week_free');
  return isSickIn(entries, wanted) ? refuse('exchange_own_week_sick') : { ok: true };
}

export interface WeekOffer<T extends DatedDuty> extends OfferParties {
  kind: TaxiKind;
  weeks: SwapWeeks;
  /** What the requester gives, as stored. */
  offered: readonly T[];
  /** The colleague's own entries of both weeks. */
  own: readonly T[];
}

/**
 * Whether a colleague may pre-accept a request of the taxi worksite, and what each would give then. Asked again, on
 * locked rows, when the requester confirms.
 */
export function judgeWeekOffer<T extends DatedDuty>(facts: WeekOffer<T>): Verdict<Gives<T>> {
  const parties = judgeParties(facts);
  if (!parties.ok) return parties;
  if (facts.requester.variant !== 'taxi') return refuse('exchange_kind_not_offered');
  return facts.kind === 'ferie' ? judgeHolidayOffer(facts) : judgeNamedShifts(facts);
}

function judgeHolidayOffer<T extends DatedDuty>(facts: WeekOffer<T>): Verdict<Gives<T>> {
  const { weeks, offered, own, now } = facts;
  if (weekBeginsAt(weeks.offered) <= now || weekBeginsAt(weeks.wanted) <= now) {
    return refuse('exchange_week_over');
  }
  if (facts.wasRefused) return refuse('exchange_offer_refused');
  if (!isHolidayWeek(own, weeks.wanted)) return refuse('exchange_no_holiday_week');
  if (!worksInWeek(own, weeks.offered)) return refuse('exchange_no_work_week');
  if (isSickIn(own, weeks.offered)) return refuse('exchange_own_week_sick');
  return { ok: true, requesterGives: [...offered], colleagueGives: inBothWeeks(own, weeks) };
}

/**
 * The days on which two drivers exchange their named shifts: all that are left of the week for both. They must be the
 * same for the two of them, or a day would end with another set of duties than it began with. Today counts only where
 * both still have to begin: a day off has begun at midnight.
 */
function judgeNamedShifts<T extends DatedDuty>(facts: WeekOffer<T>): Verdict<Gives<T>> {
  const { weeks, now } = facts;
  const ones = leftWork(facts.offered, weeks.offered, now);
  const others = leftWork(facts.own, weeks.offered, now);
  if (ones.length === 0) return refuse('exchange_week_over');
  if (facts.wasRefused) return refuse('exchange_offer_refused');
  if (!worksInWeek(facts.own, weeks.offered)) return refuse('exchange_no_own_week');
  const today = dayInRome(now);
  const isTodayLeft = hasDay(ones, today) && hasDay(others, today);
  const requesterGives = ones.filter(({ date }) => date !== today || isTodayLeft);
  const colleagueGives = others.filter(({ date }) => date !== today || isTodayLeft);
  const [offered] = requesterGives;
  const [own] = colleagueGives;
  if (!offered) return refuse('exchange_week_over');
  if (!own) return refuse('exchange_no_own_week');
  if (isMixed(requesterGives) || isMixed(colleagueGives)) return refuse('exchange_week_mixed');
  if (own.shiftType === offered.shiftType) return refuse('exchange_same_type_worked');
  const days = differingDays(requesterGives, colleagueGives);
  if (days.length > 0) {
    return refuse('exchange_week_days_differ', { days: days.map(formatMediumDay).join(', ') });
  }
  return { ok: true, requesterGives, colleagueGives };
}

const hasDay = (duties: readonly DatedDuty[], day: Day): boolean => duties.some(({ date }) => date === day);

function differingDays(one: readonly DatedDuty[], other: readonly DatedDuty[]): Day[] {
  const days = new Set([...one, ...other].map(({ date }) => date));
  return [...days].filter((day) => hasDay(one, day) !== hasDay(other, day)).toSorted();
}

/** The working days of a week that have not begun. */
const leftWork = <T extends DatedDuty>(entries: readonly T[], week: Week, now: Instant): T[] =>
  entries
    .filter((entry) => isInWeek(entry.date, week) && isWorking(entry) && !hasBegun(entry, now))
    .toSorted(byDay);

const inBothWeeks = <T extends DatedDuty>(entries: readonly T[], { offered, wanted }: SwapWeeks): T[] =>
  entries.filter(({ date }) => isInWeek(date, offered) || isInWeek(date, wanted)).toSorted(byDay);

const byDay = (one: DatedDuty, other: DatedDuty): number => one.date.localeCompare(other.date);

/** A swap in a running week can leave two named shifts in it; what is left then is not one thing to offer. */
const isMixed = (duties: readonly DatedDuty[]): boolean =>
  new Set(duties.map(({ shiftType }) => shiftType)).size > 1;

/** Illness belongs to a person: a week that holds it cannot change hands. */
const isSickIn = (entries: readonly DatedDuty[], week: Week): boolean =>
  entries.some(({ date, workLocation }) => workLocation === 'malattia' && isInWeek(date, week));

/**
 * What stands of an agreement by now: of a week of named shifts the days that have not begun; of holidays everything.
 * The calendar must still hold exactly this.
 */
export function stillGiven<T extends DatedDuty>(
  kind: TaxiKind,
  entries: readonly T[],
  weeks: SwapWeeks,
  now: Instant,
): T[] {
  return kind === 'ferie' ? inBothWeeks(entries, weeks) : leftWork(entries, weeks.offered, now);
}

/** Match score of the taxi worksite: 100 if the colleague's type is the wanted one, otherwise 25 (specification, section 9). */
export const taxiMatchScore = (isWantedType: boolean): number => (isWantedType ? 100 : 25);
