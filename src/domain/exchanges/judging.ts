import type { Day, Instant } from '../calendar/day.ts';
import { refuse, type Verdict } from '../errors/refusal.ts';
import { isReserved, judgeNotAwaiting, judgeUnreserved } from './approval.ts';
import { type DayTerms, fittingShifts } from './dayRules.ts';
import {
  closedByTime,
  type ExchangeFacts,
  type HeldDuty,
  judgedRange,
  type Offer,
  offerOf,
  reservedOffer,
  type SwapTerms,
  workOf,
} from './request.ts';
import { weeksOf } from './requestPeriod.ts';
import type { Participant, Publisher } from './rules.ts';
import { judgeOffer, judgeTakenOffer } from './swapRules.ts';
import type { Gives } from './taxiRules.ts';
import { isInWeek } from './weeks.ts';

// Who can take which request, answered from facts: the requests of a worksite, the same for everybody, and what the person has who
// looks at them. Of others it knows their working shifts alone.

/** Somebody who might take a request, with all their own entries that it can be about. */
export interface Candidate {
  person: Publisher;
  entries: readonly HeldDuty[];
}

/** Who looks. */
export interface Viewer extends Candidate {
  now: Instant;
  /** The duties that would change hands in swaps which wait for approval: nothing else can have them. */
  heldIds: ReadonlySet<string>;
}

export const heldIdsOf = (requests: readonly ExchangeFacts[]): Set<string> =>
  new Set(requests.flatMap((request) => reservedOffer(request)?.reservedShiftIds ?? []));

/** Their own entries on the days that a request is about. */
export function ownEntries(request: SwapTerms, { entries }: Candidate): HeldDuty[] {
  const { kind, requestedDay } = request;
  if (kind === 'turno') return entries.filter(({ date }) => date === requestedDay);
  const weeks = weeksOf(request);
  if (weeks)
    return entries.filter(({ date }) => isInWeek(date, weeks.offered) || isInWeek(date, weeks.wanted));
  const { from, to } = judgedRange(request);
  return entries.filter(({ date }) => date >= from && date <= to);
}

/** What somebody has on its days, as the one who looks may know it. */
export const seenEntries = (request: SwapTerms, userId: string, viewer: Candidate): HeldDuty[] =>
  userId === viewer.person.id ? ownEntries(request, viewer) : workOf(request, userId);

// requests are read within one worksite: its people share what it settles
export const requesterOf = (
  request: SwapTerms,
  { worksiteId, variant, cutoffHours }: Participant,
): Participant => ({
  id: request.requesterId,
  worksiteId,
  variant,
  cutoffHours,
  contractHours: request.requesterContractHours,
  role: request.requesterRole,
  isActive: request.isRequesterActive,
});

const termsOf = (
  request: SwapTerms,
  requesterEntries: readonly HeldDuty[],
  isColleagueFlexible: boolean,
  givenDay: Day | null,
): DayTerms | null =>
  request.acceptableDays && {
    acceptableDays: request.acceptableDays,
    requesterEntries,
    givenDay,
    isRequesterFlexible: request.isRequesterFlexible,
    isColleagueFlexible,
  };

/**
 * Whether a colleague could take a request, and what both would give.
 * @param givenDay of a `giorno`, the day of the shift they give; null: the only one that fits
 */
export function judgeYes(
  request: SwapTerms,
  candidate: Candidate,
  now: Instant,
  givenDay: Day | null = null,
): Verdict<Gives<HeldDuty>> {
  const { person } = candidate;
  const own = ownEntries(request, candidate);
  const theirs = workOf(request, request.requesterId);
  return judgeOffer({
    kind: request.kind,
    weeks: weeksOf(request),
    status: request.status,
    requester: requesterOf(request, person),
    offered: request.offeredDuties,
    colleague: person,
    terms: termsOf(request, theirs, person.enableFlexibleShifts, givenDay),
    calendars: { requester: theirs, colleague: own },
    own,
    wasRefused: offerOf(request, person.id)?.status === 'rifiutata',
    now,
  });
}

/** Of an open `giorno`, the own shifts of which a colleague can give one now, by day. */
function choicesOf(request: SwapTerms, candidate: Candidate, now: Instant): HeldDuty[] {
  const { person } = candidate;
  const theirs = workOf(request, request.requesterId);
  const terms = termsOf(request, theirs, person.enableFlexibleShifts, null);
  if (!terms || request.status !== 'aperta') return [];
  return fittingShifts({
    terms,
    status: request.status,
    requester: requesterOf(request, person),
    offered: request.offeredDuties,
    colleague: person,
    own: ownEntries(request, candidate),
    wasRefused: offerOf(request, person.id)?.status === 'rifiutata',
    now,
  });
}

/** The two of a swap, as far as what they have may be known, and what each gives, as far as it is settled. */
export interface TakenSides<T extends HeldDuty> {
  requester: Candidate;
  colleague: Candidate;
  offered: readonly T[];
  given: readonly T[];
}

/** Whether the requester can take an offer, and what both give then. */
export function judgeTaken<T extends HeldDuty>(
  request: SwapTerms,
  { requester, colleague, offered, given }: TakenSides<T>,
  givenDay: Day | null,
  now: Instant,
): Verdict<Gives<T>> {
  const own = ownEntries(request, requester);
  return judgeTakenOffer({
    kind: request.kind,
    weeks: weeksOf(request),
    status: request.status,
    requester: requesterOf(request, requester.person),
    offered,
    colleague: colleague.person,
    terms: termsOf(request, own, colleague.person.enableFlexibleShifts, givenDay),
    // of holidays what was offered is what counts
    calendars: request.kind === 'settimana' ? { requester: own, colleague: colleague.entries } : undefined,
    own: given,
    wasRefused: false,
    now,
  });
}

/** The same as far as the requester may know now: of the colleague's calendar their working shifts. */
export function judgeOwnOffer(request: SwapTerms, offer: Offer, viewer: Viewer): Verdict<Gives<HeldDuty>> {
  const { userId: id, contractHours, role, isActive, enableFlexibleShifts, duties } = offer;
  const entries = workOf(request, id);
  const person = { ...viewer.person, id, contractHours, role, isActive, enableFlexibleShifts };
  const given = request.kind === 'giorno' && request.status === 'aperta' ? entries : duties;
  const sides = { requester: viewer, colleague: { person, entries }, offered: request.offeredDuties, given };
  return judgeTaken(request, sides, duties[0]?.date ?? null, viewer.now);
}

/** What a request lets the person do who looks at it. */
export interface Judged {
  /** As time has left it. */
  request: ExchangeFacts;
  isRequester: boolean;
  /** A colleague's yes. */
  verdict: Verdict<Gives<HeldDuty>>;
  /** Whether they can say it now. */
  yes: Verdict;
  /** Of an open `giorno` the own shifts of which one can be given now, and those that could be, were they not reserved. */
  choices: HeldDuty[];
  fitting: HeldDuty[];
  /** A duty of it is reserved for a swap that waits for approval. */
  isHeld: boolean;
}

/** Whether nothing but what is said keeps somebody from an answer: no swap of it, or of one of its duties, waits for approval. */
export function judgeFree(request: SwapTerms, judged: Verdict, isHeld: boolean, now: Instant): Verdict {
  if (!judged.ok) return judged;
  const free = judgeNotAwaiting(isAwaitingApproval(request, now));
  return free.ok ? judgeUnreserved(isHeld) : free;
}

export const isAwaitingApproval = (request: SwapTerms, now: Instant): boolean =>
  request.status === 'aperta' && isReserved(reservedOffer(request)?.reservedUntil ?? null, now);

export function judgeFor(stored: ExchangeFacts, viewer: Viewer): Judged {
  const { person, now, heldIds } = viewer;
  const request = closedByTime(stored, now);
  const isRequester = request.requesterId === person.id;
  const isFree = ({ shiftId }: HeldDuty): boolean => !heldIds.has(shiftId);
  const fitting = isRequester ? [] : choicesOf(request, viewer, now);
  const choices = fitting.filter(isFree);
  // whichever is chosen of several
  const [meant] = choices.length > 0 ? choices : fitting;
  const verdict = judgeYes(request, viewer, now, meant?.date ?? null);
  const given = isRequester ? request.offeredDuties : verdict.ok ? verdict.colleagueGives : [];
  const isHeld = request.status === 'aperta' && !given.every(isFree);
  const isStanding = offerOf(request, person.id)?.status === 'offerta';
  const yes = isStanding ? refuse('exchange_already_offered') : judgeFree(request, verdict, isHeld, now);
  return {
    request,
    isRequester,
    verdict,
    yes,
    choices,
    fitting: choices.length > 0 ? choices : fitting,
    isHeld,
  };
}
