import { type Day, daysBetween, formatMediumDay, type Instant, mondayWeekOf } from '../calendar/day.ts';
import { allowed, refuse, type Verdict } from '../errors/refusal.ts';
import { dutyMinutes, isWorking, minutesBetween, minutesOf, partsOf } from '../shifts/duty.ts';
import { type Entry, flexibleWeekHours } from '../shifts/rules.ts';
import { isFilled, unworkedDays } from './askedDays.ts';
import { type HeldEntry, type SwapTerms, workOf } from './request.ts';
import { closedUntil, type Gives, hasBegun, judgeLength, judgeSingle, type SwapFacts } from './rules.ts';

// Swaps across days: the requester gives a shift for a colleague's equally long one on a day they asked for, and each
// is then free on the day they gave. See the decision ‘A day for another day’.

/** Whether a colleague may take a `giorno` with a shift of another day, and what both give. */
export function judgeDaySwap(facts: SwapFacts): Verdict<Gives> {
  const { colleague, givenDay } = facts;
  const side = judgeSides(facts);
  if (!side.ok) return side;
  const { offered } = side;
  const gives = (given: HeldEntry): Verdict<Gives> => {
    const verdict = judgeGiven(facts, offered, given);
    return verdict.ok ? { ok: true, requesterGives: [offered], colleagueGives: [given] } : verdict;
  };
  if (givenDay !== null) {
    const given = colleague.entries.find(({ date }) => date === givenDay);
    return given ? gives(given) : refuse('exchange_no_shift_on_days');
  }
  const verdicts = colleague.entries
    .filter((given) => isWorking(given) && isAcceptable(facts, given.date))
    .map(gives);
  const [fitting, another] = verdicts.filter(({ ok }) => ok);
  if (another) return refuse('exchange_choose_shift');
  const [only, second] = verdicts;
  return fitting ?? (only && !second ? only : refuse('exchange_no_shift_on_days'));
}

/** The shifts of a colleague that they could give now, by day. */
export function fittingShifts(facts: SwapFacts): HeldEntry[] {
  const { person, entries } = facts.colleague;
  const timed = { ...facts, now: closedUntil(facts.now, person.cutoffHours) };
  const side = judgeSides(timed);
  if (!side.ok) return [];
  return entries
    .filter((given) => judgeGiven(timed, side.offered, given).ok)
    .toSorted((one, other) => (one.date < other.date ? -1 : 1));
}

/** The checks that do not depend on the shift given. */
function judgeSides(facts: SwapFacts): ReturnType<typeof judgeSingle> {
  const single = judgeSingle(facts);
  return single.ok && isFilled(facts.colleague.entries, single.offered.date)
    ? refuse('exchange_offered_day_taken', { day: formatMediumDay(single.offered.date) })
    : single;
}

/** The requester named the day and does not work on it; whether they are free is checked when they confirm. */
const isAcceptable = ({ request, requesterEntries }: SwapFacts, day: Day): boolean =>
  unworkedDays(request.acceptableDays ?? [], requesterEntries).includes(day);

function judgeGiven(facts: SwapFacts, offered: HeldEntry, given: HeldEntry): Verdict {
  const { request, colleague, requesterEntries } = facts;
  if (!isWorking(given)) return refuse('exchange_own_shift_not_working');
  if (!isAcceptable(facts, given.date)) return refuse('exchange_day_not_accepted');
  if (hasBegun(given, facts.now)) return refuse('exchange_own_shift_begun');
  const length = judgeLength(offered, given);
  if (!length.ok) return length;
  const ofRequester = judgeAfter(requesterEntries, offered, given, request.isRequesterFlexible);
  if (!ofRequester.ok) return ofRequester;
  return judgeAfter(colleague.entries, given, offered, colleague.person.enableFlexibleShifts);
}

/** Whether a person can work `received` instead of `given`, next to their other entries. */
function judgeAfter(entries: readonly Entry[], given: Entry, received: Entry, isFlexible: boolean): Verdict {
  const others = entries.filter(({ date }) => date !== given.date && date !== received.date);
  if (others.some((other) => overlaps(other, received))) return refuse('exchange_duties_overlap');
  const week = mondayWeekOf(received.date);
  // within one week the total hours do not change
  if (!isFlexible || mondayWeekOf(given.date).from === week.from) return allowed;
  const minutes = others
    .filter(({ date }) => date >= week.from && date <= week.to)
    .reduce((sum, duty) => sum + dutyMinutes(duty), dutyMinutes(received));
  return minutes <= flexibleWeekHours * 60 ? allowed : refuse('exchange_flexible_week_full');
}

/** Start and end of each part of a duty, in minutes of local time since midnight of `from`. */
const minutesFrom = (from: Day, duty: Entry): [number, number][] =>
  partsOf(duty).map(([start, end]) => {
    const begin = daysBetween(from, duty.date) * 24 * 60 + minutesOf(start);
    return [begin, begin + minutesBetween(start, end)];
  });

const overlaps = (one: Entry, other: Entry): boolean =>
  minutesFrom(other.date, one).some(([begin, end]) =>
    minutesFrom(other.date, other).some(([start, stop]) => begin < stop && start < end),
  );

/**
 * The shifts a colleague could be asked for: equally long, to come, on an open day, if they do not work on the offered
 * one. Considers working shifts only: notifications, counts and `nobodyLeft` must not reveal why others are free.
 * @param now or the result of `closedUntil`
 */
export function askedShifts<T extends Entry>(
  offered: Entry,
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

/** `askedShifts` for a stored request. */
export function shiftsAskedBy(request: SwapTerms, own: readonly HeldEntry[], now: Instant): HeldEntry[] {
  const [offered] = request.offeredDuties;
  const days = unworkedDays(request.acceptableDays ?? [], workOf(request, request.requesterId));
  return offered ? askedShifts(offered, days, own, now) : [];
}
