import { isAwaitingApproval } from '../../domain/exchanges/approval.ts';
import { isMirror, mirrorsOf, seenDays } from '../../domain/exchanges/board.ts';
import { type Judged, judgeFor, seenEntries, type Viewer } from '../../domain/exchanges/judging.ts';
import {
  type ExchangeFacts,
  offerOf,
  reservedOffer,
  standingOffers,
  weeksOf,
  withoutRow,
} from '../../domain/exchanges/request.ts';
import { textsOf } from '../../domain/exchanges/requestTexts.ts';
import { closedUntil, matchScore } from '../../domain/exchanges/rules.ts';
import type { ExchangeRequest, ExchangeRow, ExchangeTab } from '../../domain/exchanges/schema.ts';
import { inHolidaySwap, leftWork, taxiMatchScore } from '../../domain/exchanges/taxiRules.ts';
import { weekPreview } from '../../domain/exchanges/weekPreview.ts';
import type { Entry } from '../../domain/shifts/rules.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { cardOffers, type CardSwap, firstOf, permissionBy, rowOffers, seenDuties } from './offerCards.ts';
import { requestVersionOf } from './versions.ts';

/** A request as one viewer may see it, and the swaps it lets them accept. */
export interface Shown<Request extends ExchangeRow> {
  request: Request;
  swaps: CardSwap[];
}

/** The open requests, and their viewer. */
export interface Seen {
  signedIn: SignedIn;
  viewer: Viewer;
  open: readonly ExchangeFacts[];
}

/** The row of a request in a list. */
export function rowOf(stored: ExchangeFacts, tab: ExchangeTab | null, seen: Seen): Shown<ExchangeRow> {
  const judged = judgeFor(stored, seen.viewer);
  const preAcceptedBy = judged.isRequester ? rowOffers(judged.request, seen.viewer) : [];
  return {
    request: { ...commonPart(judged, tab, seen), preAcceptedBy },
    swaps: answersOf(judged, seen.viewer),
  };
}

/** The card of a request: its row with all details. */
export function cardOf(stored: ExchangeFacts, tab: ExchangeTab | null, seen: Seen): Shown<ExchangeRequest> {
  const { viewer } = seen;
  const judged = judgeFor(stored, viewer);
  const { request, isRequester, isHeld } = judged;
  const offers = isRequester ? cardOffers(request, viewer, isHeld) : [];
  const awaited = isAwaitingApproval(request, viewer.now) ? reservedOffer(request) : undefined;
  const isTold = isRequester || awaited?.userId === viewer.person.id;
  const mirrored = seen.open.filter((own) => own.requesterId === viewer.person.id && isMirror(own, request));
  const mirroredDay =
    request.kind === 'giorno' ? mirrored.map((own) => own.requestedDay).toSorted()[0] : undefined;
  const card = {
    ...commonPart(judged, tab, seen),
    offeredDuties: seenDuties(request, request.offeredDuties, closedFor(viewer)),
    closedAt: request.closedAt,
    awaitedAccepterId: (isTold && awaited?.userId) || null,
    approvalUntil: (isTold && awaited?.reservedUntil) || null,
    preAcceptedBy: offers.map((offer) => offer.card),
    choices: judged.choices.map((duty) => ({ ...duty, isMirror: duty.date === mirroredDay })),
    preview: isRequester ? null : previewOf(judged, viewer),
    ...(isRequester ? ownMirror(judged, seen) : { mirrorId: null }),
  };
  return {
    request: card,
    swaps: [...answersOf(judged, viewer), ...offers.flatMap(({ swap }) => swap ?? [])],
  };
}

const closedFor = ({ person, now }: Viewer): string => closedUntil(now, person.cutoffHours);

/** The part that row and card share, except the offers. */
function commonPart(judged: Judged, tab: ExchangeTab | null, seen: Seen): Omit<ExchangeRow, 'preAcceptedBy'> {
  const { signedIn, viewer } = seen;
  const { request, isRequester, yes } = judged;
  const weeks = weeksOf(request);
  const ownDuties = isRequester ? [] : ownDutiesOf(judged, viewer);
  const offeredDuties = seenDuties(request, request.offeredDuties, closedFor(viewer));
  return {
    id: request.id,
    version: requestVersionOf(request),
    kind: request.kind,
    requesterId: request.requesterId,
    requesterName: request.requesterName,
    requesterContractHours: request.requesterContractHours,
    requesterRole: request.requesterRole,
    requesterWorksite: signedIn.worksite.name,
    // only the owner may know whether the entry of a closed request was deleted or became a rest day
    offeredShiftId: isRequester || request.status === 'aperta' ? request.offeredShiftId : null,
    offeredShift: firstOf(offeredDuties, weeks?.offered.from),
    weeks,
    requestedShiftType: request.requestedShiftType,
    requestedDate: request.requestedDay,
    acceptFlexibleDates: request.kind === 'giorno',
    acceptableDays: seenDays(request, viewer),
    withinDays: request.withinDays,
    ...textsOf(request),
    status: request.status,
    closeReason: request.closeReason,
    createdAt: request.createdAt,
    ...answeredPart(judged, viewer, signedIn),
    nobodyLeft: isRequester && request.status === 'aperta' && request.nobodyLeft,
    tab,
    matchScore: weeks ? taxiScore(judged, ownDuties, viewer.person.id) : matchScore(request, viewer.person),
    ownDuties,
    preAccept: permissionBy(yes),
    isMirrored: !isRequester && isMirrorOfOwn(judged, seen),
  };
}

/** The answers so far. Only the two parties learn whom it was swapped with. */
function answeredPart({ request, isRequester }: Judged, { person, now }: Viewer, { user }: SignedIn) {
  const own = offerOf(request, person.id)?.status;
  const chosen = request.offers.find(({ status }) => status === 'scelta');
  const told = isRequester || own === 'scelta' ? chosen : undefined;
  return {
    responderId: told?.userId ?? null,
    responderName: told ? (told.userId === user.id ? `${user.firstName} ${user.lastName}` : told.name) : null,
    userHasPreAccepted: own === 'offerta' || own === 'scelta',
    userHasRejected: request.rejecterIds.includes(person.id),
    isLapsed: own === 'decaduta',
    isAwaitingApproval: isAwaitingApproval(request, now),
    preAcceptanceCount: standingOffers(request).length,
  };
}

/** Everything the viewer gives or would give, by day. */
function ownDutiesOf({ request, verdict, fitting }: Judged, viewer: Viewer): Entry[] {
  const { kind, status } = request;
  const offer = offerOf(request, viewer.person.id);
  const isGiven = offer?.status === 'offerta' || offer?.status === 'scelta' || status !== 'aperta';
  const weeks = weeksOf(request);
  if (kind === 'settimana' || kind === 'ferie') {
    if (verdict.ok) return verdict.colleagueGives.map(withoutRow);
    if (offer && isGiven) return seenDuties(request, offer.duties, closedFor(viewer));
    const own = seenEntries(request, viewer.person.id, viewer);
    if (!weeks) return [];
    const left =
      kind === 'ferie'
        ? inHolidaySwap(own, { offered: weeks.wanted, wanted: weeks.offered })
        : leftWork(own, weeks.offered, closedFor(viewer));
    return left.map(withoutRow);
  }
  if (kind === 'giorno') return (isGiven ? (offer?.duties ?? []) : fitting).map(withoutRow);
  return (offer?.duties ?? seenEntries(request, viewer.person.id, viewer)).map(withoutRow);
}

/** 100 or 25: for a colleague, whether they have the wanted type; for the requester, whether somebody offered it. */
function taxiScore(
  { request, isRequester, verdict }: Judged,
  ownDuties: readonly Entry[],
  viewerId: string,
): number {
  const isWanted = (duties: readonly Entry[]): boolean =>
    request.kind === 'ferie' || duties[0]?.shiftType === request.requestedShiftType;
  const taken = request.offers.filter(({ status }) => status === 'offerta' || status === 'scelta');
  if (isRequester) return taxiMatchScore(taken.some(({ duties }) => isWanted(duties)));
  if (request.kind !== 'ferie') return taxiMatchScore(isWanted(ownDuties));
  return taxiMatchScore(verdict.ok || taken.some(({ userId }) => userId === viewerId));
}

/** The affected weeks of both people after a swap that is possible now; null if none is. */
function previewOf({ request, verdict }: Judged, viewer: Viewer): ExchangeRequest['preview'] {
  const weeks = weeksOf(request);
  if (!weeks || !verdict.ok) return null;
  return weekPreview({
    kind: request.kind,
    weeks,
    requester: {
      entries: [...seenEntries(request, request.requesterId, viewer), ...request.offeredDuties],
      gives: verdict.requesterGives,
    },
    colleague: { entries: seenEntries(request, viewer.person.id, viewer), gives: verdict.colleagueGives },
    viewer: 'colleague',
    now: closedFor(viewer),
  });
}

/** Whether a colleague's open request mirrors one of the viewer's, and the two can swap or are about to. */
function isMirrorOfOwn({ request, verdict, isHeld }: Judged, { viewer, open }: Seen): boolean {
  const { person } = viewer;
  const canSwap = (verdict.ok && !isHeld) || offerOf(request, person.id)?.status === 'offerta';
  if (!canSwap || request.status !== 'aperta') return false;
  return open.some((own) => own.requesterId === person.id && isMirror(own, request));
}

/** Whether the viewer's open request has mirror images, and which of them to pre-accept. */
function ownMirror(
  { request, isHeld }: Judged,
  { viewer, open }: Seen,
): Pick<ExchangeRequest, 'isMirrored' | 'mirrorId'> {
  if (isHeld || request.status !== 'aperta') return { isMirrored: false, mirrorId: null };
  const mirrors = mirrorsOf(request, open).filter((mirror) => judgeFor(mirror, viewer).verdict.ok);
  // skip colleagues who already offered: those only need confirming
  const offering = mirrors.find(({ requesterId }) => offerOf(request, requesterId)?.status !== 'offerta');
  return { isMirrored: mirrors.length > 0, mirrorId: offering?.id ?? null };
}

/** The swaps a colleague could accept, one per shift they can give. */
function answersOf({ request, verdict, yes, choices }: Judged, { person }: Viewer): CardSwap[] {
  if (!yes.ok || !verdict.ok) return [];
  const given = request.kind === 'giorno' ? choices.map((duty) => [duty]) : [verdict.colleagueGives];
  return given.map((accepterGives) => ({
    kind: request.kind,
    requesterId: request.requesterId,
    accepterId: person.id,
    requesterGives: verdict.requesterGives,
    accepterGives,
    offererId: null,
    otherName: request.requesterFirstName,
  }));
}
