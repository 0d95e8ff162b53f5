import { type Day, daysBetween, formatMediumDay, type Instant, mondayWeekOf } from '../calendar/day.ts';
import { allowed, refuse, type Verdict } from '../errors/refusal.ts';
import { dutyMinutes, formatMinutes, isWorking, minutesBetween, minutesOf } from '../shifts/duty.ts';
import { type DatedDuty, flexibleWeekHours } from '../shifts/rules.ts';
import { isFilled, unworkedDays } from './askedDays.ts';
import { closedUntil, hasBegun, judgeAlike, judgeParticipants, type OfferParticipants } from './rules.ts';
import type { Gives } from './taxiRules.ts';

// Swaps across days: the requester's shift of one day for a colleague's equally long one on another day, on which the
// requester would work instead. Who gives a day is free on it. See the decision ‘A day for another day’.

/** What a `giorno` is about beyond what is offered, and what the two calendars hold besides. */
export interface DayTerms {
  /** The days on which the requester would work instead, as published. */
  acceptableDays: readonly Day[];
  /** The requester's entries of all days that the rules look at. */
  requesterEntries: readonly DatedDuty[];
  /** The day of the shift that the colleague gives; null: the only one that fits. */
  givenDay: Day | null;
  /** Part-time vertical: at most 20 hours a week. */
  isRequesterFlexible: boolean;
  isColleagueFlexible: boolean;
}

export interface DayOffer<T extends DatedDuty> extends OfferParticipants {
  terms: DayTerms;
  /** What the requester gives: one shift. */
  offered: readonly T[];
  /** The colleague's entries of all days that the rules look at. */
  own: readonly T[];
}

/** Whether a colleague may pre-accept, and what both would give. Asked again on locked rows when the requester confirms. */
export function judgeDayOffer<T extends DatedDuty>(facts: DayOffer<T>): Verdict<Gives<T>> {
  const { terms, own } = facts;
  const [offered] = facts.offered;
  const side = judgeSides(facts);
  if (!side.ok) return side;
  if (!offered) return refuse('exchange_shift_changed');
  const gives = (given: T): Verdict<Gives<T>> => {
    const verdict = judgeGiven(facts, offered, given);
    return verdict.ok ? { ok: true, requesterGives: [offered], colleagueGives: [given] } : verdict;
  };
  if (terms.givenDay !== null) {
    const given = own.find(({ date }) => date === terms.givenDay);
    return given ? gives(given) : refuse('exchange_no_shift_on_days');
  }
  const candidates = own.filter(({ date }) => isAcceptable(terms, date)).filter(isWorking);
  const verdicts = candidates.map(gives);
  const [fitting, another] = verdicts.filter(({ ok }) => ok);
  if (another) return refuse('exchange_choose_shift');
  const [only, second] = verdicts;
  return fitting ?? (only && !second ? only : refuse('exchange_no_shift_on_days'));
}

/** The own shifts of which a colleague could give one now, by day. */
export function fittingShifts<T extends DatedDuty>(facts: DayOffer<T>): T[] {
  const [offered] = facts.offered;
  const timed = { ...facts, now: closedUntil(facts.now, facts.requester.cutoffHours) };
  if (!offered || !judgeSides(timed).ok) return [];
  return timed.own
    .filter((given) => judgeGiven(timed, offered, given).ok)
    .toSorted((one, other) => (one.date < other.date ? -1 : 1));
}

/** What does not depend on which shift the colleague gives. */
function judgeSides<T extends DatedDuty>(facts: DayOffer<T>): Verdict {
  const { requester, colleague, own, now } = facts;
  const participants = judgeParticipants(facts);
  if (!participants.ok) return participants;
  if (requester.variant !== 'standard') return refuse('exchange_kind_not_offered');
  const [offered] = facts.offered;
  if (!offered) return refuse('exchange_shift_changed');
  if (hasBegun(offered, now)) return refuse('exchange_shift_begun');
  if (facts.wasRefused) return refuse('exchange_offer_refused');
  const alike = judgeAlike(requester, colleague);
  if (!alike.ok) return alike;
  return isFilled(own, offered.date)
    ? refuse('exchange_offered_day_taken', { day: formatMediumDay(offered.date) })
    : allowed;
}

/** The requester named the day and does not work on it: whether they are free is theirs to know, when they confirm. */
const isAcceptable = ({ acceptableDays, requesterEntries }: DayTerms, day: Day): boolean =>
  unworkedDays(acceptableDays, requesterEntries).includes(day);

function judgeGiven<T extends DatedDuty>(facts: DayOffer<T>, offered: T, given: T): Verdict {
  const { terms, own, now } = facts;
  if (!isWorking(given)) return refuse('exchange_own_shift_not_working');
  if (!isAcceptable(terms, given.date)) return refuse('exchange_day_not_accepted');
  if (hasBegun(given, now)) return refuse('exchange_own_shift_begun');
  if (dutyMinutes(given) !== dutyMinutes(offered)) {
    return refuse('exchange_other_length', {
      ownHours: formatMinutes(dutyMinutes(given)),
      offeredHours: formatMinutes(dutyMinutes(offered)),
    });
  }
  const { requesterEntries, isRequesterFlexible, isColleagueFlexible } = terms;
  const ofRequester = judgeAfter(requesterEntries, offered, given, isRequesterFlexible);
  return ofRequester.ok ? judgeAfter(own, given, offered, isColleagueFlexible) : ofRequester;
}

/** Whether a person can work `received` instead of `given`, beside their other entries. */
function judgeAfter(
  entries: readonly DatedDuty[],
  given: DatedDuty,
  received: DatedDuty,
  isFlexible: boolean,
): Verdict {
  const others = entries.filter(({ date }) => date !== given.date && date !== received.date);
  if (others.some((other) => overlaps(other, received))) return refuse('exchange_duties_overlap');
  const week = mondayWeekOf(received.date);
  // within one week the hours stay the same
  if (!isFlexible || mondayWeekOf(given.date).from === week.from) return allowed;
  const minutes = others
    .filter(({ date }) => date >= week.from && date <= week.to)
    .reduce((sum, duty) => sum + dutyMinutes(duty), dutyMinutes(received));
  return minutes <= flexibleWeekHours * 60 ? allowed : refuse('exchange_flexible_week_full');
}

/** Begin and end of each part of a duty, in minutes from midnight of `from`, by the clock on the wall. */
function partsOf(duty: DatedDuty, from: Day): [number, number][] {
  const midnight = daysBetween(from, duty.date) * 24 * 60;
  const times = [
    [duty.startTime, duty.endTime],
    [duty.secondStartTime, duty.secondEndTime],
  ] as const;
  return times.flatMap(([start, end]): [number, number][] => {
    if (start === null || end === null) return [];
    const begin = midnight + minutesOf(start);
    return [[begin, begin + minutesBetween(start, end)]];
  });
}

const overlaps = (one: DatedDuty, other: DatedDuty): boolean =>
  partsOf(one, other.date).some(([begin, end]) =>
    partsOf(other, other.date).some(([start, stop]) => begin < stop && start < end),
  );

/**
 * The shifts for which a colleague is asked: equally long, still to come, on an open day, by who does not work on the offered one. Only what
 * somebody works counts: who is told, how many there are and whether anybody is left must not say why others are free.
 * @param now or what `closedUntil` makes of it
 */
export function askedShifts<T extends DatedDuty>(
  offered: DatedDuty,
  days: readonly Day[],
  own: readonly T[],
  now: Instant,
): T[] {
  const work = own.filter(isWorking);
  if (work.some(({ date }) => date === offered.date)) return [];
  return work.filter(
    (shift) =>
      days.includes(shift.date) && !hasBegun(shift, now) && dutyMinutes(shift) === dutyMinutes(offered),
  );
}
