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
  /** The worksite's cut-off: hours before a shift begins from which its swap can no longer be confirmed. */
  cutoffHours: number;
  contractHours: number;
  role: Role;
  isActive: boolean;
  /** Part-time vertical: shifts may differ from the contract's length, at most 20 hours a week. */
  enableFlexibleShifts: boolean;
}

/** A person who might take a request, with their relevant entries as far as known. */
export interface Candidate {
  person: Participant;
  entries: readonly HeldEntry[];
}

/** The input of the rules for one swap. */
export interface SwapFacts {
  request: SwapTerms;
  colleague: Candidate;
  /** The requester's entries, as for the colleague. */
  requesterEntries: readonly HeldEntry[];
  /** The entries each may give from; after both have agreed, exactly those. */
  offered: readonly HeldEntry[];
  given: readonly HeldEntry[];
  /** `giorno`: the day of the colleague's shift; null: the only eligible one. */
  givenDay: Day | null;
  now: Instant;
}

/** What each person gives in a swap, by day. */
export interface Gives {
  requesterGives: HeldEntry[];
  colleagueGives: HeldEntry[];
}

/** The start of a duty, from which on it cannot be swapped. A day without work begins at midnight. */
export const beginsAt = (duty: Entry): Instant => instantInRome(duty.date, duty.startTime ?? '00:00');

export const hasBegun = (duty: Entry, now: Instant): boolean => beginsAt(duty) <= now;

/** Shifts that begin at or before this instant can no longer be swapped. */
export const closedUntil = (now: Instant, cutoffHours: number): Instant =>
  cutoffHours === 0 ? now : addHours(now, cutoffHours);

/** Judges with the worksite's cut-off; if only the cut-off forbids it, the refusal says so. */
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

/** Whether a shift is as long as the contract; only people with flexible shifts may offer others. */
export const isContractLength = (duty: Entry, contractHours: number): boolean =>
  dutyMinutes(duty) === contractHours * 60;

/** Whether a request is still open: not closed, and its shift not begun. */
export const isOpen = (request: { status: ExchangeStatus; expiresAt: Instant }, now: Instant): boolean =>
  request.status === 'aperta' && request.expiresAt > now;

/** Whether these two may swap at all, regardless of their shifts. */
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

/** Whether a colleague may swap with the requester of a single shift, regardless of what they give. */
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

/** Whether a colleague may take a `turno` with their shift of that day, and what both give. */
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

/** Both shifts must be equally long. */
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
