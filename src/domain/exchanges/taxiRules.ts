import { type Day, type Instant, saturdayWeekOf, type Week } from '../calendar/day.ts';
import { refuse, type Verdict } from '../errors/refusal.ts';
import { isWorking, type ShiftType, taxiShifts } from '../shifts/duty.ts';
import type { DatedDuty } from '../shifts/rules.ts';
import { sameShiftOn } from './handover.ts';
import {
  beginsAt,
  hasBegun,
  judgeExpiring,
  judgeParticipants,
  type OfferParticipants,
  type Participant,
} from './rules.ts';
import type { ExchangeKind } from './schema.ts';
import { isHolidayWeek, isInWeek, type SwapWeeks, weekBeginsAt, worksInWeek } from './weeks.ts';

// Swaps of the taxi worksite: whole Saturday-Friday weeks. In a `settimana` two drivers take each other's named shift on
// the days that are left of one week; in `ferie` work and holiday change hands on each day of two weeks on which one of them works. See the decision ‘In a weekly swap each driver takes the other's named shift’.

export type TaxiKind = Exclude<ExchangeKind, 'turno' | 'giorno'>;

export const isTaxiKind = (kind: ExchangeKind): kind is TaxiKind => kind === 'settimana' || kind === 'ferie';

/** The weeks that a request is about, from a day in each; null for single shifts. */
export function swapWeeksOf(kind: ExchangeKind, offeredDay: Day, requestedDay: Day): SwapWeeks | null {
  if (!isTaxiKind(kind)) return null;
  return { offered: saturdayWeekOf(offeredDay), wanted: saturdayWeekOf(requestedDay) };
}

/** What both people give in a swap, by day. */
export interface Gives<T extends DatedDuty> {
  requesterGives: T[];
  colleagueGives: T[];
}

export interface WeekPublication<T extends DatedDuty> {
  kind: TaxiKind;
  requester: Participant;
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
export const judgeWeekPublication = <T extends DatedDuty>(
  publication: WeekPublication<T>,
): Verdict<{ gives: T[]; expiresAt: Instant }> => judgeExpiring(publication, judgePublishedWeek);

function judgePublishedWeek<T extends DatedDuty>(
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
  return { ok: true, gives: inHolidaySwap(entries, weeks), expiresAt: weekBeginsAt(earlier) };
}

/** Whether a driver may ask for the holidays of this week, by their own entries in it. */
export function judgeWantedWeek(
  entries: readonly DatedDuty[],
  { offered, wanted }: SwapWeeks,
  now: Instant,
): Verdict {
  if (wanted.from === offered.from) return refuse('exchange_same_week');
  if (weekBeginsAt(wanted) <= now) return refuse('exchange_wanted_week_begun');
  return worksInWeek(entries, wanted) ? { ok: true } : refuse('exchange_wanted_week_free');
}

export interface WeekOffer<T extends DatedDuty> extends OfferParticipants {
  kind: TaxiKind;
  weeks: SwapWeeks;
  /** What the requester gives, as stored. */
  offered: readonly T[];
  /** The colleague's own entries of both weeks; once they have offered, what they offered. */
  own: readonly T[];
  /** Left out where `own` is all there is. */
  calendars?: WeekCalendars | undefined;
}

/** What the two have in the week as it stands, whatever of it was agreed on. */
export type WeekCalendars = Record<'requester' | 'colleague', readonly DatedDuty[]>;

/**
 * Whether a colleague may pre-accept a request of the taxi worksite, and what each would give then. Asked again, on
 * locked rows, when the requester confirms.
 */
export function judgeWeekOffer<T extends DatedDuty>(facts: WeekOffer<T>): Verdict<Gives<T>> {
  const participants = judgeParticipants(facts);
  if (!participants.ok) return participants;
  if (facts.requester.variant !== 'taxi') return refuse('exchange_kind_not_offered');
  return facts.kind === 'ferie' ? judgeHolidayOffer(facts) : judgeNamedShifts(facts);
}

/**
 * On a day on which one of the two works their work and the other's holiday change hands. What else stands in a week of work
 * stays where it is, and nothing depends on it: it is nobody else's to know.
 */
function judgeHolidayOffer<T extends DatedDuty>(facts: WeekOffer<T>): Verdict<Gives<T>> {
  const { weeks, offered, own, now } = facts;
  if (weekBeginsAt(weeks.offered) <= now || weekBeginsAt(weeks.wanted) <= now) {
    return refuse('exchange_week_over');
  }
  if (facts.wasRefused) return refuse('exchange_offer_refused');
  if (!isHolidayWeek(facts.calendars?.colleague ?? own, weeks.wanted)) {
    return refuse('exchange_no_holiday_week');
  }
  if (!worksInWeek(own, weeks.offered)) return refuse('exchange_no_work_week');
  const isWorked = ({ date }: T): boolean =>
    worksOn(date, isInWeek(date, weeks.offered) ? own : offered) &&
    (isInWeek(date, weeks.offered) || isInWeek(date, weeks.wanted));
  return { ok: true, requesterGives: offered.filter(isWorked), colleagueGives: own.filter(isWorked) };
}

/**
 * The days on which two drivers take each other's named shift: of each the own working days that are left of the week,
 * whether or not the other works on them. A day stays as it is where the shift given or the one received has begun; and
 * where both work, unless both give it: it was too late for one of them when they agreed, by the cut-off of then.
 */
function judgeNamedShifts<T extends DatedDuty>(facts: WeekOffer<T>): Verdict<Gives<T>> {
  const { weeks, own, now } = facts;
  const ones = leftWork(facts.offered, weeks.offered, now);
  const others = leftWork(own, weeks.offered, now);
  const [offered] = ones;
  const [taken] = others;
  if (!offered) return refuse('exchange_week_over');
  if (facts.wasRefused) return refuse('exchange_offer_refused');
  if (!worksInWeek(own, weeks.offered)) return refuse('exchange_no_own_week');
  if (!taken) return refuse('exchange_week_over');
  if (isMixed(ones) || isMixed(others)) return refuse('exchange_week_mixed');
  if (taken.shiftType === offered.shiftType) return refuse('exchange_same_type_worked');
  const isOneSided = ({ date }: T): boolean =>
    worksOn(date, facts.calendars?.requester) &&
    worksOn(date, facts.calendars?.colleague) &&
    ![ones, others].every((given) => given.some((duty) => duty.date === date));
  const given = (duties: readonly T[], received: T): T[] =>
    duties.filter((duty) => !hasBegun(sameShiftOn(received, duty.date), now) && !isOneSided(duty));
  const [requesterGives, colleagueGives] = [given(ones, taken), given(others, offered)];
  const isAnythingLeft = requesterGives.length > 0 && colleagueGives.length > 0;
  return isAnythingLeft ? { ok: true, requesterGives, colleagueGives } : refuse('exchange_week_over');
}

const worksOn = (day: Day, entries: readonly DatedDuty[] = []): boolean =>
  entries.some((entry) => entry.date === day && isWorking(entry));

/** The working days of a week that have not begun. */
const leftWork = <T extends DatedDuty>(entries: readonly T[], week: Week, now: Instant): T[] =>
  entries
    .filter((entry) => isInWeek(entry.date, week) && isWorking(entry) && !hasBegun(entry, now))
    .toSorted(byDay);

/** What a requester of holidays stands with: the whole week on offer, and their work in the wanted one. */
const inHolidaySwap = <T extends DatedDuty>(entries: readonly T[], { offered, wanted }: SwapWeeks): T[] =>
  entries
    .filter((entry) => isInWeek(entry.date, offered) || (isInWeek(entry.date, wanted) && isWorking(entry)))
    .toSorted(byDay);

const byDay = (one: DatedDuty, other: DatedDuty): number => one.date.localeCompare(other.date);

/** A swap in a running week can leave two named shifts in it; what is left then is not one thing to offer. */
const isMixed = (duties: readonly DatedDuty[]): boolean =>
  new Set(duties.map(({ shiftType }) => shiftType)).size > 1;

/**
 * What a colleague could give by now: of a week of named shifts the days that have not begun; for holidays their own, and
 * their work in the offered week.
 * @param now or what `closedUntil` makes of it
 */
export const stillGiven = <T extends DatedDuty>(
  kind: TaxiKind,
  entries: readonly T[],
  { offered, wanted }: SwapWeeks,
  now: Instant,
): T[] =>
  kind === 'ferie'
    ? inHolidaySwap(entries, { offered: wanted, wanted: offered })
    : leftWork(entries, offered, now);

/** Match score of the taxi worksite: 100 if the colleague's type is the wanted one, otherwise 25 (specification, section 9). */
export const taxiMatchScore = (isWantedType: boolean): number => (isWantedType ? 100 : 25);
