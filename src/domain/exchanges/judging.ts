import type { Day, Instant } from '../calendar/day.ts';
import { refuse, type Verdict } from '../errors/refusal.ts';
import { isWorking } from '../shifts/duty.ts';
import { judgeNotAwaiting, judgeUnreserved } from './approval.ts';
import { isFilled, namedAtStart } from './askedDays.ts';
import { fittingShifts, judgeDaySwap } from './dayRules.ts';
import { isTaxiKind } from './kinds.ts';
import {
  closedByTime,
  type ExchangeFacts,
  type HeldEntry,
  judgedRange,
  type Offer,
  offerOf,
  reservedOffer,
  type SwapTerms,
  weeksOf,
  workOf,
} from './request.ts';
import {
  type Candidate,
  type Gives,
  hasBegun,
  judgeInTime,
  judgeShiftSwap,
  type SwapFacts,
} from './rules.ts';
import { judgeWeekSwap } from './taxiRules.ts';
import { isInWeek } from './weeks.ts';

// Who can take which request, judged from the worksite's requests, which are the same for everybody, and the viewer's
// own entries. Of other people only their working shifts are known.

export interface Viewer extends Candidate {
  now: Instant;
  /** The duties reserved by swaps awaiting approval. */
  heldIds: ReadonlySet<string>;
}

export const heldIdsOf = (requests: readonly ExchangeFacts[]): Set<string> =>
  new Set(requests.flatMap((request) => reservedOffer(request)?.reservedShiftIds ?? []));

/** The candidate's entries on the days of a request. */
export function ownEntries(request: SwapTerms, { entries }: Candidate): HeldEntry[] {
  const { kind, requestedDay } = request;
  if (kind === 'turno') return entries.filter(({ date }) => date === requestedDay);
  const weeks = weeksOf(request);
  if (weeks)
    return entries.filter(({ date }) => isInWeek(date, weeks.offered) || isInWeek(date, weeks.wanted));
  const { from, to } = judgedRange(request);
  return entries.filter(({ date }) => date >= from && date <= to);
}

/** A person's entries on the days of a request, as far as the viewer may know them. */
export const seenEntries = (request: SwapTerms, userId: string, viewer: Candidate): HeldEntry[] =>
  userId === viewer.person.id ? ownEntries(request, viewer) : workOf(request, userId);

/** The only dispatch by kind. */
function judgeSwap(facts: SwapFacts): Verdict<Gives> {
  const { kind } = facts.request;
  if (isTaxiKind(kind)) return judgeWeekSwap(facts);
  return kind === 'giorno' ? judgeDaySwap(facts) : judgeShiftSwap(facts);
}

/** A request and a candidate's entries, as `judgeSwap` takes them. */
function factsOf(request: SwapTerms, candidate: Candidate, givenDay: Day | null, now: Instant): SwapFacts {
  const { person } = candidate;
  const entries = ownEntries(request, candidate);
  const requesterEntries = workOf(request, request.requesterId);
  const gives = { offered: request.offeredDuties, given: entries, givenDay };
  return { request, colleague: { person, entries }, requesterEntries, ...gives, now };
}

/**
 * Whether a colleague could take a request, and what both would give.
 * @param givenDay `giorno`: the day of the shift they give; null: the only eligible one
 */
export function judgeYes(
  request: SwapTerms,
  candidate: Candidate,
  now: Instant,
  givenDay: Day | null = null,
): Verdict<Gives> {
  const facts = factsOf(request, candidate, givenDay, now);
  return judgeInTime(candidate.person.cutoffHours, now, (moment) => judgeSwap({ ...facts, now: moment }));
}

/** The shifts a colleague could give in a `giorno`, judged by both people's work; only they know whether they are free. */
export const workToGive = (request: SwapTerms, { person, entries }: Candidate, now: Instant): HeldEntry[] =>
  fittingShifts(factsOf(request, { person, entries: entries.filter(isWorking) }, null, now));

/** Whether the requester can take an offer, refused in words for the requester, and what both give. */
export function judgeTaken(facts: SwapFacts): Verdict<Gives> {
  const { request, requesterEntries, colleague } = facts;
  const verdict = judgeInTime(colleague.person.cutoffHours, facts.now, (now) =>
    isOwnBegun(facts, now) ? refuse('exchange_shift_begun') : judgeSwap({ ...facts, now }),
  );
  if (!verdict.ok && verdict.code === 'exchange_own_shift_begun') return refuse('exchange_shift_begun');
  // hides what is wrong in the colleague's calendar
  if (!verdict.ok) return personalCodes.has(verdict.code) ? refuse('exchange_offer_gone') : verdict;
  if (request.kind !== 'giorno') return verdict;
  const taken = verdict.colleagueGives.find(({ date }) => isFilled(requesterEntries, date));
  return taken ? refuse('exchange_asked_day_taken', { day: namedAtStart(taken.date) }) : verdict;
}

/** Checked first: the offered shift may be still to come when the colleague's, earlier that day, has begun. */
const isOwnBegun = ({ request, given }: SwapFacts, now: Instant): boolean =>
  request.kind === 'turno' && given.some((own) => own.date === request.requestedDay && hasBegun(own, now));

const personalCodes: ReadonlySet<string> = new Set([
  'exchange_no_own_week',
  'exchange_no_holiday_week',
  'exchange_no_work_week',
  'exchange_offered_day_taken',
  'exchange_no_shift_on_days',
  'exchange_own_shift_not_working',
  'exchange_day_not_accepted',
]);

/** `judgeTaken` as far as the requester may know: with the colleague's working shifts only. */
export function judgeOwnOffer(request: SwapTerms, offer: Offer, viewer: Viewer): Verdict<Gives> {
  const { userId: id, contractHours, role, isActive, enableFlexibleShifts, duties } = offer;
  return judgeTaken({
    request,
    colleague: {
      person: { ...viewer.person, id, contractHours, role, isActive, enableFlexibleShifts },
      entries: workOf(request, id),
    },
    requesterEntries: ownEntries(request, viewer),
    offered: request.offeredDuties,
    given: duties,
    givenDay: duties[0]?.date ?? null,
    now: viewer.now,
  });
}

/** What the viewer may do with a request. */
export interface Judged {
  /** Closed if it has expired. */
  request: ExchangeFacts;
  isRequester: boolean;
  /** Whether the viewer could take it. */
  verdict: Verdict<Gives>;
  /** Whether they can do so now. */
  yes: Verdict;
  /** Open `giorno`: the viewer's shifts that can be given now, and those eligible if none were reserved. */
  choices: HeldEntry[];
  fitting: HeldEntry[];
  /** One of its duties is reserved by a swap awaiting approval. */
  isHeld: boolean;
}

/** Adds to a verdict that neither the request nor one of its duties awaits approval. */
export function judgeFree(request: SwapTerms, judged: Verdict, isHeld: boolean, now: Instant): Verdict {
  if (!judged.ok) return judged;
  const free = judgeNotAwaiting(request, now);
  return free.ok ? judgeUnreserved(isHeld) : free;
}

export function judgeFor(stored: ExchangeFacts, viewer: Viewer): Judged {
  const { person, now, heldIds } = viewer;
  const request = closedByTime(stored, now);
  const isRequester = request.requesterId === person.id;
  const isFree = ({ shiftId }: HeldEntry): boolean => !heldIds.has(shiftId);
  const isForDay = request.kind === 'giorno' && request.status === 'aperta';
  const able = isForDay && !isRequester ? fittingShifts(factsOf(request, viewer, null, now)) : [];
  const choices = able.filter(isFree);
  const fitting = choices.length > 0 ? choices : able;
  // any of several gives the same verdict
  const verdict = judgeYes(request, viewer, now, fitting[0]?.date ?? null);
  const given = isRequester ? request.offeredDuties : verdict.ok ? verdict.colleagueGives : [];
  const isHeld = request.status === 'aperta' && !given.every(isFree);
  const isStanding = offerOf(request, person.id)?.status === 'offerta';
  const yes = isStanding ? refuse('exchange_already_offered') : judgeFree(request, verdict, isHeld, now);
  return { request, isRequester, verdict, yes, choices, fitting, isHeld };
}
