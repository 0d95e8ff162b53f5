import { addHours, type Day, type Instant, instantInRome } from '../calendar/day.ts';
import { allowed, refuse, type Verdict } from '../errors/refusal.ts';
import { dutyMinutes, formatMinutes, isSameDuty, isWorking } from '../shifts/duty.ts';
import type { DatedDuty } from '../shifts/rules.ts';
import type { Role } from '../users/schema.ts';
import type { WorksiteVariant } from '../worksites/schema.ts';
import type { ExchangeKind, ExchangeStatus } from './schema.ts';

export interface Participant {
  id: string;
  worksiteId: string;
  variant: WorksiteVariant;
  /** Of the worksite: how many hours before a shift begins its swap can be confirmed at the latest. */
  cutoffHours: number;
  contractHours: number;
  role: Role;
  isActive: boolean;
}

/** The moment a duty begins; from then on it cannot be swapped. A day without work begins at midnight. */
export const beginsAt = (duty: DatedDuty): Instant => instantInRome(duty.date, duty.startTime ?? '00:00');

export const hasBegun = (duty: DatedDuty, now: Instant): boolean => beginsAt(duty) <= now;

/** Up to when shifts begin that cannot be swapped any more. */
export const closedUntil = (now: Instant, cutoffHours: number): Instant =>
  cutoffHours === 0 ? now : addHours(now, cutoffHours);

/** Judges with the worksite's cut-off; where nothing but the cut-off forbids it, the refusal says so. */
export function judgeInTime<
  Facts extends { requester: Pick<Participant, 'cutoffHours'>; now: Instant },
  Yes extends object,
>(facts: Facts, judge: (facts: Facts) => Verdict<Yes>): Verdict<Yes> {
  const { cutoffHours } = facts.requester;
  const verdict = judge({ ...facts, now: closedUntil(facts.now, cutoffHours) });
  if (verdict.ok || cutoffHours === 0) return verdict;
  const withoutCutoff = judge(facts);
  return withoutCutoff.ok ? refuse('exchange_past_cutoff', { hours: cutoffHours }) : withoutCutoff;
}

/** The same of what expires as it begins: at the cut-off before. */
export function judgeExpiring<
  Facts extends { requester: Pick<Participant, 'cutoffHours'>; now: Instant },
  Yes extends { expiresAt: Instant },
>(facts: Facts, judge: (facts: Facts) => Verdict<Yes>): Verdict<Yes> {
  const verdict = judgeInTime(facts, judge);
  if (!verdict.ok) return verdict;
  return { ...verdict, expiresAt: addHours(verdict.expiresAt, -facts.requester.cutoffHours) };
}

/** Whether a shift is as long as the contract: only such shifts are offered, but for people with flexible shifts. */
export const isContractLength = (duty: DatedDuty, contractHours: number): boolean =>
  dutyMinutes(duty) === contractHours * 60;

/** Whether people may still act on a request: nobody has closed it, and its shift has not begun. */
export const isOpen = (request: { status: ExchangeStatus; expiresAt: Instant }, now: Instant): boolean =>
  request.status === 'aperta' && request.expiresAt > now;

export interface Publisher extends Participant {
  /** Part-time vertical: shifts of other lengths than the contract's. */
  enableFlexibleShifts: boolean;
}

export interface Publication {
  kind: ExchangeKind;
  requester: Publisher;
  /** The offered shift, or null if the requester has none with that id. */
  shift: DatedDuty | null;
  requestedDate: Day;
  now: Instant;
}

/**
 * Whether a person may offer a single shift, in a `turno` or a `giorno`. Answers when the request expires: when its
 * shift begins, or at the worksite's cut-off before.
 */
export const judgePublication = (publication: Publication): Verdict<{ expiresAt: Instant }> =>
  judgeExpiring(publication, judgeSinglePublication);

function judgeSinglePublication(publication: Publication): Verdict<{ expiresAt: Instant }> {
  const { kind, requester, shift, requestedDate, now } = publication;
  if (!requester.isActive) return refuse('account_disabled');
  const isSingle = kind === 'turno' || kind === 'giorno';
  if (!isSingle || requester.variant !== 'standard') return refuse('exchange_kind_not_offered');
  if (!shift) return refuse('exchange_not_own_shift');
  if (!isWorking(shift)) return refuse('exchange_shift_not_working');
  if (hasBegun(shift, now)) return refuse('exchange_shift_begun');
  if (requestedDate !== shift.date) return refuse('exchange_other_day');
  if (!requester.enableFlexibleShifts && !isContractLength(shift, requester.contractHours)) {
    return refuse('exchange_wrong_duration', {
      hours: formatMinutes(dutyMinutes(shift)),
      contractHours: requester.contractHours,
    });
  }
  return { ok: true, expiresAt: beginsAt(shift) };
}

export interface OfferParticipants {
  status: ExchangeStatus;
  requester: Participant;
  colleague: Participant;
  /** The requester has already refused this colleague's offer. */
  wasRefused: boolean;
  now: Instant;
}

export interface PreAcceptance extends OfferParticipants {
  /** The duty on offer as it stands now. */
  offered: DatedDuty;
  /** The colleague's own entry of that day, or null. */
  ownShift: DatedDuty | null;
}

/** Whether these two may swap at all, whatever is on offer. */
export function judgeParticipants({ status, requester, colleague }: OfferParticipants): Verdict {
  if (colleague.id === requester.id) return refuse('exchange_own_request');
  if (colleague.worksiteId !== requester.worksiteId) return refuse('exchange_other_worksite');
  if (status !== 'aperta') return refuse('exchange_closed');
  if (!requester.isActive || !colleague.isActive) return refuse('exchange_person_inactive');
  return allowed;
}

/**
 * Whether a colleague may pre-accept a request of kind `turno`: the server asks before writing, the card asks to
 * explain. Asked again, on locked rows, when the requester confirms.
 */
export function judgePreAcceptance(facts: PreAcceptance): Verdict {
  const { requester, offered, colleague, ownShift, now } = facts;
  const participants = judgeParticipants(facts);
  if (!participants.ok) return participants;
  if (hasBegun(offered, now)) return refuse('exchange_shift_begun');
  if (facts.wasRefused) return refuse('exchange_offer_refused');
  const alike = judgeAlike(requester, colleague);
  return alike.ok ? judgeCounterpart(offered, ownShift, now) : alike;
}

/** Single shifts are swapped between people of the same contract hours and role. */
export function judgeAlike(requester: Participant, colleague: Participant): Verdict {
  if (colleague.contractHours !== requester.contractHours) return refuse('exchange_other_hours');
  return colleague.role === requester.role ? allowed : refuse('exchange_other_role');
}

/**
 * Whether the requester may take a colleague's offer: `judgePreAcceptance` again, in words that fit the requester. The
 * server asks on locked rows before the swap, the card asks to explain.
 * @param facts `ownShift` is the duty the colleague offered
 */
export function judgeConfirmation(facts: PreAcceptance): Verdict {
  // the offered shift may still be to come while the colleague's, earlier that day, is not
  if (facts.ownShift && hasBegun(facts.ownShift, facts.now)) return refuse('exchange_shift_begun');
  return judgePreAcceptance(facts);
}

function judgeCounterpart(offered: DatedDuty, ownShift: DatedDuty | null, now: Instant): Verdict {
  if (!ownShift || ownShift.date !== offered.date) return refuse('exchange_no_own_shift');
  if (!isWorking(ownShift)) return refuse('exchange_own_shift_not_working');
  if (hasBegun(ownShift, now)) return refuse('exchange_own_shift_begun');
  if (dutyMinutes(ownShift) !== dutyMinutes(offered)) {
    return refuse('exchange_other_length', {
      ownHours: formatMinutes(dutyMinutes(ownShift)),
      offeredHours: formatMinutes(dutyMinutes(offered)),
    });
  }
  return isSameDuty(ownShift, offered) ? refuse('exchange_same_duty') : allowed;
}

/**
 * Match score of a standard worksite, 0 to 100: 33 for the same contract hours, 33 for the same role, 34 for the
 * same worksite (specification, section 9).
 */
export const matchScore = (one: MatchFacts, other: MatchFacts): number =>
  (one.contractHours === other.contractHours ? 33 : 0) +
  (one.role === other.role ? 33 : 0) +
  (one.worksiteId === other.worksiteId ? 34 : 0);

type MatchFacts = Pick<Participant, 'contractHours' | 'role' | 'worksiteId'>;

/** Green at 75 or above, yellow at 50 or above, otherwise blue. */
export function scoreColour(score: number): 'green' | 'yellow' | 'blue' {
  if (score >= 75) return 'green';
  return score >= 50 ? 'yellow' : 'blue';
}
