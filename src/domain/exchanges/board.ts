import { type Day, dayInRome } from '../calendar/day.ts';
import { isWorking, type ShiftType, type WorkLocation } from '../shifts/duty.ts';
import type { Role } from '../users/schema.ts';
import { openDays, unworkedDays } from './askedDays.ts';
import { shiftsAskedBy } from './dayRules.ts';
import { type Judged, ownEntries, type Viewer } from './judging.ts';
import {
  closedByTime,
  type ExchangeFacts,
  offerOf,
  type RequestPeriod,
  standingOffers,
  weeksOf,
  workOf,
} from './request.ts';
import { closedUntil, hasBegun, judgeAlike } from './rules.ts';
import type { ExchangeTab } from './schema.ts';
import { isInWeek } from './weeks.ts';

// How a worksite's open requests appear to a viewer: their tab, their order, and which ones mirror each other.

/** A worksite's open requests at one of its revisions; the same for every viewer. */
export interface Board {
  revision: number;
  open: ReadonlyMap<string, ExchangeFacts>;
  /** The duties reserved by swaps awaiting approval. */
  heldIds: ReadonlySet<string>;
  /** The first and last day that the requests concern. */
  range: { from: Day; to: Day };
}

/** Whether the user has offered, declined or been refused. */
export function hasAnswered(request: ExchangeFacts, userId: string): boolean {
  const status = offerOf(request, userId)?.status;
  return status === 'offerta' || status === 'rifiutata' || request.rejecterIds.includes(userId);
}

/**
 * Whether a colleague's open request concerns the viewer: a day on which they work, a week in which they do or, for
 * holidays, are away; for `giorno` see `askedShifts`. The viewer must not have answered it yet.
 */
function isAvailable(request: ExchangeFacts, viewer: Viewer): boolean {
  const { person, now } = viewer;
  if (hasAnswered(request, person.id)) return false;
  const own = ownEntries(request, viewer);
  const closed = closedUntil(now, person.cutoffHours);
  const weeks = weeksOf(request);
  if (weeks) {
    const ofWeek = own.filter(({ date }) => isInWeek(date, weeks.wanted));
    return request.kind === 'ferie'
      ? ofWeek.some(({ workLocation }) => workLocation === 'ferie')
      : ofWeek.some((entry) => isWorking(entry) && !hasBegun(entry, closed));
  }
  if (request.requesterContractHours !== person.contractHours) return false;
  if (request.kind === 'turno') return own.some(isWorking);
  return shiftsAskedBy(request, own, closed).length > 0;
}

/** The viewer's tab for a request, or null (specification, section 4, 'Tab membership'). */
export function tabOf(stored: ExchangeFacts, viewer: Viewer): ExchangeTab | null {
  const request = closedByTime(stored, viewer.now);
  const { id } = viewer.person;
  const isOpen = request.status === 'aperta';
  if (request.requesterId === id) {
    if (request.status === 'completata') return 'completati';
    if (!isOpen) return 'rifiutati';
    return standingOffers(request).length > 0 ? 'pre-accettati' : 'mie';
  }
  const own = offerOf(request, id)?.status;
  if (own === 'scelta') return 'completati';
  if (own === 'offerta') return 'pre-accettati';
  if (own === 'rifiutata' || request.rejecterIds.includes(id)) return 'rifiutati';
  if (!isOpen) return own === 'decaduta' ? 'rifiutati' : null;
  return isAvailable(request, viewer) ? 'disponibili' : null;
}

/** Whether a request that the viewer can take wants exactly what they would give. */
export function asksForOwn({ request, verdict, yes }: Judged): boolean {
  const { kind, requestedShiftType } = request;
  const given = verdict.ok ? verdict.colleagueGives.at(-1)?.shiftType : undefined;
  return yes.ok && (kind === 'ferie' || (kind !== 'giorno' && given === requestedShiftType));
}

/**
 * Sort key: requests that want exactly the viewer's shift, then those they can take, then the rest, each by day: '1
 * 2026-11-24', '2 2026-11-24', '3 2026-11-24'.
 */
export const rankOf = (judged: Judged): string =>
  `${asksForOwn(judged) ? 1 : judged.yes.ok ? 2 : 3} ${judged.request.requestedDay}`;

/** The fields of a request that `isMirror` compares. */
export interface MirrorTerms extends RequestPeriod {
  requesterId: string;
  requesterContractHours: number;
  requesterRole: Role;
  offeredDuties: { shiftType: ShiftType | null }[];
  requestedShiftType: ShiftType | null;
  /** `giorno`: at least the requester's working shifts on the days they named. */
  work: { userId: string; date: Day; workLocation: WorkLocation }[];
}

const givenType = ({ kind, offeredDuties }: MirrorTerms) =>
  kind === 'ferie' ? null : (offeredDuties[0]?.shiftType ?? null);

/** Whether `one` offers a shift of the type `other` wants, on a day its requester named and does not work yet. */
const offersWhatIsAsked = (one: MirrorTerms, other: MirrorTerms): boolean =>
  unworkedDays(other.acceptableDays ?? [], workOf(other, other.requesterId)).includes(one.requestedDay) &&
  (other.requestedShiftType ?? givenType(one)) === givenType(one);

/** Whether two open requests of different people each offer what the other wants. */
export function isMirror(one: MirrorTerms, other: MirrorTerms): boolean {
  if (one.kind !== other.kind || one.requesterId === other.requesterId) return false;
  const isAlike =
    one.requesterContractHours === other.requesterContractHours && one.requesterRole === other.requesterRole;
  if (one.kind === 'giorno') return isAlike && offersWhatIsAsked(one, other) && offersWhatIsAsked(other, one);
  const isSameTime =
    one.kind === 'turno'
      ? isAlike && one.requestedDay === other.requestedDay
      : one.offeredWeek === other.wantedWeek && one.wantedWeek === other.offeredWeek;
  return (
    isSameTime && one.requestedShiftType === givenType(other) && other.requestedShiftType === givenType(one)
  );
}

/** The open mirror images of a request, oldest first, except those whose requester has refused this requester. */
export const mirrorsOf = (request: ExchangeFacts, open: readonly ExchangeFacts[]): ExchangeFacts[] =>
  open
    .filter(
      (other) => isMirror(other, request) && offerOf(other, request.requesterId)?.status !== 'rifiutata',
    )
    .toSorted((one, other) => (one.createdAt + one.id < other.createdAt + other.id ? -1 : 1));

/**
 * The days of an open `giorno` that a viewer may see. The requester: those still free. Others: those the requester does
 * not work on; if given as a distance, only the days of the viewer's own eligible shifts.
 */
export function seenDays(request: ExchangeFacts, viewer: Viewer): Day[] {
  const { person, now } = viewer;
  const { acceptableDays, requesterId, withinDays } = request;
  if (!acceptableDays) return [];
  const isRequester = requesterId === person.id;
  if (request.status !== 'aperta') return isRequester ? acceptableDays : [];
  const days = acceptableDays.filter((day) => day >= dayInRome(now));
  if (isRequester) return openDays(days, ownEntries(request, viewer));
  if (withinDays === null) return unworkedDays(days, workOf(request, requesterId));
  if (!judgeAlike(request, person).ok) return [];
  return shiftsAskedBy(request, ownEntries(request, viewer), closedUntil(now, person.cutoffHours))
    .map(({ date }) => date)
    .toSorted();
}
