import type { Instant, Week } from '../calendar/day.ts';
import type { ShiftType } from '../shifts/duty.ts';
import type { Entry } from '../shifts/rules.ts';
import { judgeYes, workToGive } from './judging.ts';
import { type ExchangeFacts, type HeldEntry, offerOf, type SwapTerms, weeksOf } from './request.ts';
import { type Candidate, hasBegun } from './rules.ts';
import { isInWeek } from './weeks.ts';

// Who could take an open request, and whose recorded shift makes that possible.

/** A colleague who could take a request, with what they would give, by day; for `giorno` one of these. */
export interface Taker<Colleague extends Candidate> {
  colleague: Colleague;
  gives: HeldEntry[];
}

/**
 * The colleagues who could take a request now, regardless of earlier answers. For `giorno`, those with an eligible
 * working shift, since whether they are free on the offered day is private.
 */
export function takersOf<Colleague extends Candidate>(
  request: SwapTerms,
  colleagues: readonly Colleague[],
  now: Instant,
): Taker<Colleague>[] {
  const unanswered = { ...request, offers: [] };
  return colleagues.flatMap((colleague) => {
    if (colleague.person.id === request.requesterId) return [];
    if (request.kind === 'giorno') {
      const gives = workToGive(unanswered, colleague, now);
      return gives.length > 0 ? [{ colleague, gives }] : [];
    }
    const verdict = judgeYes(unanswered, colleague, now);
    return verdict.ok ? [{ colleague, gives: verdict.colleagueGives }] : [];
  });
}

/** The users who declined or were refused. */
export const outOf = ({ rejecterIds, offers }: ExchangeFacts): Set<string> =>
  new Set([
    ...rejecterIds,
    ...offers.filter(({ status }) => status === 'rifiutata').map(({ userId }) => userId),
  ]);

/** A recorded shift that a request can want. */
export type TypedDuty = Entry & { shiftType: ShiftType };

/** The coming shifts that requests can want, by day. */
export const typedDuties = (entries: readonly Entry[], now: Instant): TypedDuty[] =>
  entries
    .filter((duty): duty is TypedDuty => duty.shiftType !== null && !hasBegun(duty, now))
    .toSorted((one, other) => (one.date < other.date ? -1 : 1));

/** A request that a newly recorded shift makes possible. */
export interface Helped {
  request: ExchangeFacts;
  duty: TypedDuty;
  /** Week swaps only. */
  week: Week | null;
}

/**
 * The requests that want exactly what a person has recorded and that they could not take without it. A week counts
 * once, with the entries that make it fit. Never holidays: a colleague's absence is theirs to publish.
 */
export const helpedBy = (
  open: readonly ExchangeFacts[],
  person: Candidate,
  recorded: readonly TypedDuty[],
  now: Instant,
): Helped[] =>
  open.flatMap((request) => {
    const isOthers = request.requesterId !== person.person.id && request.expiresAt > now;
    if (!isOthers || request.kind === 'ferie' || offerOf(request, person.person.id)?.status === 'rifiutata')
      return [];
    if (request.kind === 'giorno') {
      const duty = firstAsked(request, person, recorded, now);
      return duty ? [{ request, duty, week: null }] : [];
    }
    const week = weeksOf(request)?.wanted ?? null;
    const meant = recorded.filter(({ date }) =>
      week ? isInWeek(date, week) : date === request.requestedDay,
    );
    const [duty] = meant;
    if (!duty || meant.every(({ shiftType }) => shiftType !== request.requestedShiftType)) return [];
    const isNew = ({ date }: HeldEntry): boolean => meant.some((one) => one.date === date);
    const former = { ...person, entries: person.entries.filter((entry) => !isNew(entry)) };
    const isMadePossible = judgeYes(request, person, now).ok && !judgeYes(request, former, now).ok;
    return isMadePossible ? [{ request, duty, week }] : [];
  });

/** The person's first recorded shift that the request asks for; null if it asks for another one, or for none. */
function firstAsked(
  request: ExchangeFacts,
  person: Candidate,
  recorded: readonly TypedDuty[],
  now: Instant,
): TypedDuty | null {
  const { requestedShiftType } = request;
  const asked = workToGive(request, person, now).filter(
    ({ shiftType }) => requestedShiftType === null || shiftType === requestedShiftType,
  );
  const found = asked.map(({ date }) => recorded.find((duty) => duty.date === date));
  return found.every((duty) => duty !== undefined) ? (found[0] ?? null) : null;
}
