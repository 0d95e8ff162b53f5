import { addHours, type Day, type Instant, instantInRome } from '../calendar/day.ts';
import { allowed, refuse, type Verdict } from '../errors/refusal.ts';
import { dutyMinutes, formatMinutes, isSameDuty, isWorking } from '../shifts/duty.ts';
import type { Entry } from '../shifts/rules.ts';
import type { Role } from '../users/schema.ts';
import type { WorksiteVariant } from '../worksites/schema.ts';
import { type HeldEntry, offerOf, type SwapTerms } from './request.ts';
import type { ExchangeStatus } from './schema.ts';

export interface Participant {
  id: string;
  worksiteId: string;
  variant: WorksiteVariant;
  /** Of the worksite: how many hours before a shift begins its swap can be confirmed at the latest. */
  cutoffHours: number;
  contractHours: number;
  role: Role;
  isActive: boolean;
  /** Part-time vertical: shifts of other lengths than the contract's, at most 20 hours a week. */
  enableFlexibleShifts: boolean;
}

/** Somebody who might take a request, with their entries that it can be about, as far as they may be known. */
export interface Candidate {
  person: Participant;
  entries: readonly HeldEntry[];
}

/** What a swap is judged by. */
export interface SwapFacts {
  request: SwapTerms;
  colleague: Candidate;
  /** The requester's, as the colleague's. */
  requesterEntries: readonly HeldEntry[];
  /** Of which each gives: once both have agreed, nothing else. */
  offered: readonly HeldEntry[];
  given: readonly HeldEntry[];
  /** Of a `giorno`, the day of the shift that the colleague gives; null: the only one that fits. */
  givenDay: Day | null;
  now: Instant;
}

/** What both people give in a swap, by day. */
export interface Gives {
  requesterGives: HeldEntry[];
  colleagueGives: HeldEntry[];
}

/** The moment a duty begins; from then on it cannot be swapped. A day without work begins at midnight. */
export const beginsAt = (duty: Entry): Instant => instantInRome(duty.date, duty.startTime ?? '00:00');

export const hasBegun = (duty: Entry, now: Instant): boolean => beginsAt(duty) <= now;

/** Up to when shifts begin that cannot be swapped any more. */
export const closedUntil = (now: Instant, cutoffHours: number): Instant =>
  cutoffHours === 0 ? now : addHours(now, cutoffHours);

/** Judges with the worksite's cut-off; where nothing but the cut-off forbids it, the refusal says so. */
export function judgeInTime<Yes extends object>(
  cutoffHours: number,
  now: Instant,
  judge: (now: Instant) => Verdict<Yes>,
): Verdict<Yes> {
  const verdict = judge(closedUntil(now, cutoffHours));
  if (verdict.ok || cutoffHours === 0) return verdict;
  const withoutCutoff = judge(now);
  return withoutCutoff.ok ? refuse('exchange_past_cutoff', { hours: cutoffHours }) : withoutCutoff;
}

/** Whether a shift is as long as the contract: only such shifts are offered, but for people with flexible shifts. */
export const isContractLength = (duty: Entry, contractHours: number): boolean =>
  dutyMinutes(duty) === contractHours * 60;

/** Whether people may still act on a request: nobody has closed it, and its shift has not begun. */
export const isOpen = (request: { status: ExchangeStatus; expiresAt: Instant }, now: Instant): boolean =>
  request.status === 'aperta' && request.expiresAt > now;

/** Whether these two may swap at all, whatever is on offer. */
export function judgeParticipants({ request, colleague: { person } }: SwapFacts): Verdict {
  if (person.id === request.requesterId) return refuse('exchange_own_request');
  if (person.worksiteId !== request.worksiteId) return refuse('exchange_other_worksite');
  if (request.status !== 'aperta') return refuse('exchange_closed');
  return request.isRequesterActive && person.isActive ? allowed : refuse('exchange_person_inactive');
}

/** Whether the requester has already refused this colleague's offer. */
export const wasRefused = ({ request, colleague }: SwapFacts): boolean =>
  offerOf(request, colleague.person.id)?.status === 'rifiutata';

/** Single shifts are swapped between people of the same contract hours and role. */
export function judgeAlike(request: SwapTerms, person: Participant): Verdict {
  if (person.contractHours !== request.requesterContractHours) return refuse('exchange_other_hours');
  return person.role === request.requesterRole ? allowed : refuse('exchange_other_role');
}

/** Whether a colleague may swap with who offers a single shift, whatever they give for it. */
export function judgeSingle(facts: SwapFacts): Verdict<{ offered: HeldEntry }> {
  const { person } = facts.colleague;
  const [offered] = facts.offered;
  const participants = judgeParticipants(facts);
  if (!participants.ok) return participants;
  if (person.variant !== 'standard') return refuse('exchange_kind_not_offered');
  if (!offered) return refuse('exchange_shift_changed');
  if (hasBegun(offered, facts.now)) return refuse('exchange_shift_begun');
  if (wasRefused(facts)) return refuse('exchange_offer_refused');
  const alike = judgeAlike(facts.request, person);
  return alike.ok ? { ok: true, offered } : alike;
}

/** Whether a colleague may give their own shift of the day for that of a `turno`, and what both give then. */
export function judgeShiftSwap(facts: SwapFacts): Verdict<Gives> {
  const single = judgeSingle(facts);
  if (!single.ok) return single;
  const own = facts.given.find(({ date }) => date === single.offered.date);
  return own ? judgeCounterpart(single.offered, own, facts.now) : refuse('exchange_no_own_shift');
}

function judgeCounterpart(offered: HeldEntry, own: HeldEntry, now: Instant): Verdict<Gives> {
  if (!isWorking(own)) return refuse('exchange_own_shift_not_working');
  if (hasBegun(own, now)) return refuse('exchange_own_shift_begun');
  const length = judgeLength(offered, own);
  if (!length.ok) return length;
  if (isSameDuty(own, offered)) return refuse('exchange_same_duty');
  return { ok: true, requesterGives: [offered], colleagueGives: [own] };
}

/** What is given for a shift must be as long. */
export const judgeLength = (offered: Entry, own: Entry): Verdict =>
  dutyMinutes(own) === dutyMinutes(offered)
    ? allowed
    : refuse('exchange_other_length', {
        ownHours: formatMinutes(dutyMinutes(own)),
        offeredHours: formatMinutes(dutyMinutes(offered)),
      });

/**
 * Match score of a standard worksite, 0 to 100: 33 for the same contract hours, 33 for the same role, 34 for the
 * same worksite (specification, section 9).
 */
export const matchScore = (request: SwapTerms, person: Participant): number =>
  (request.requesterContractHours === person.contractHours ? 33 : 0) +
  (request.requesterRole === person.role ? 33 : 0) +
  (request.worksiteId === person.worksiteId ? 34 : 0);
