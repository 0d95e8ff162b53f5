import { closedUntil, matchScore } from '../../domain/exchanges/rules.ts';
import type { ExchangeRequest, ExchangeTab } from '../../domain/exchanges/schema.ts';
import { judgeTakenOffer } from '../../domain/exchanges/swapRules.ts';
import type { Gives } from '../../domain/exchanges/taxiRules.ts';
import type { DatedDuty } from '../../domain/shifts/rules.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { answeredPart, awaitedPart, closedByTime, permissionFrom, permissionOf } from './cardAnswers.ts';
import type { CardOffer, CardRow } from './cardRow.ts';
import { judgeViewer, ownDutiesOf, requesterOf, viewerOf } from './cardViewer.ts';
import { dayChoices, dayEntriesOf, dayTerms, seenDays } from './dayCards.ts';
import { mirroredPart } from './mirrorCards.ts';
import type { HeldDuty } from './queries.duties.ts';
import { weeksOf } from './requestPeriod.ts';
import type { AgreedSwap } from './swapRest.ts';
import { offerVersionOf, requestVersionOf } from './versions.ts';
import { cardPreview, entriesOf, offeredTypeOf, seenDuties, taxiScore } from './weekCards.ts';

/** A swap to which its card lets the viewer say yes. */
export interface CardSwap extends AgreedSwap {
  /** Whose offer the requester would take; null for a colleague's yes. */
  offererId: string | null;
  otherName: string;
}

export interface JudgedCard {
  card: ExchangeRequest;
  swaps: CardSwap[];
}

/** A stored request as one viewer may see it: what they may do, and why not. */
export function judgeCard(
  stored: CardRow,
  signedIn: SignedIn,
  tab: ExchangeTab | null,
  now: string,
): JudgedCard {
  const row = closedByTime(stored, now);
  const weeks = weeksOf(row);
  const isRequester = row.requesterId === signedIn.user.id;
  const closed = closedUntil(now, signedIn.worksite.swapPolicy.cutoffHours);
  const offeredDuties = seenDuties(row, row.offeredDuties, isRequester ? null : 'requester', closed);
  const isReserved = ({ date }: DatedDuty): boolean => row.reservedDays.includes(date);
  const fitting = isRequester ? [] : dayChoices(row, viewerOf(signedIn), now);
  const choices = fitting.filter((duty) => !isReserved(duty));
  const meant = choices.length > 0 ? choices : fitting;
  const verdict = judgeViewer(row, signedIn, meant, now);
  const ownDuties = isRequester ? [] : ownDutiesOf(row, signedIn, { verdict, choices: meant }, closed);
  const isHeld = isRequester
    ? row.offeredDuties.some(isReserved)
    : verdict.ok && verdict.colleagueGives.some(isReserved);
  const offers = row.offers.map((offer) => offerOf(offer, row, signedIn, isHeld, now));
  const preAccept = permissionOf(row, verdict, isHeld, now);
  const card = {
    ...publishedPart(row, signedIn.worksite.name),
    ...answeredPart(row, isRequester || row.chosenId === signedIn.user.id),
    ...awaitedPart(row, isRequester || row.reservedFor === signedIn.user.id, now),
    nobodyLeft: isRequester && row.status === 'aperta' && row.nobodyLeft,
    offeredShift: firstOf(offeredDuties, weeks?.offered.from),
    offeredDuties,
    weeks,
    preAcceptedBy: offers.map(({ card: offer }) => offer),
    tab,
    matchScore: weeks
      ? taxiScore(row, { isRequester, ownDuties, isAble: verdict.ok })
      : matchScore(requesterOf(row, signedIn), viewerOf(signedIn)),
    ownShift: ownDuties[0] ?? null,
    ownDuties,
    choices: choices.map((duty) => ({ ...duty, isMirror: duty.date === row.mirroredDay })),
    acceptableDays: seenDays(row, viewerOf(signedIn), now),
    preview: isRequester ? null : cardPreview(row, verdict, signedIn.user.id, 'colleague', closed),
    preAccept,
    ...mirroredPart(row, viewerOf(signedIn), { verdict, isHeld }, now),
  };
  const yes = preAccept.isAllowed && verdict.ok ? answersOf(row, signedIn, verdict, choices) : [];
  return { card, swaps: [...yes, ...offers.flatMap(({ swap }) => swap ?? [])] };
}

/** What a colleague's yes would bring, for each own shift that can be given. */
function answersOf(
  row: CardRow,
  { user }: SignedIn,
  { requesterGives, colleagueGives }: Gives<DatedDuty>,
  choices: readonly HeldDuty[],
): CardSwap[] {
  const given = row.kind === 'giorno' ? choices.map((duty) => [duty]) : [colleagueGives];
  return given.map((accepterGives) => ({
    kind: row.kind,
    requesterId: row.requesterId,
    accepterId: user.id,
    requesterGives,
    accepterGives,
    offererId: null,
    otherName: row.requesterFirstName,
  }));
}

const publishedPart = (row: CardRow, worksiteName: string) => ({
  id: row.id,
  version: requestVersionOf(row),
  kind: row.kind,
  requesterId: row.requesterId,
  requesterName: row.requesterName,
  requesterContractHours: row.requesterContractHours,
  requesterRole: row.requesterRole,
  requesterWorksite: worksiteName,
  offeredShiftId: row.offeredShiftId,
  offeredType: offeredTypeOf(row),
  requestedShiftType: row.requestedShiftType,
  requestedDate: row.requestedDay,
  acceptFlexibleDates: row.kind === 'giorno',
  withinDays: row.withinDays,
  message: row.message,
  createdAt: row.createdAt,
});

/**
 * A colleague's offer as the requester sees it, and the swap if they can take it.
 * @param isHeld an own duty would change hands in another swap, which waits for approval
 */
function offerOf(
  { duties, isActive, enableFlexibleShifts, firstName, isReserved, ...offer }: CardOffer,
  row: CardRow,
  signedIn: SignedIn,
  isHeld: boolean,
  now: string,
): { card: ExchangeRequest['preAcceptedBy'][number]; swap: CardSwap | null } {
  const requester = requesterOf(row, signedIn);
  const { userId: id, contractHours, role } = offer;
  const closed = closedUntil(now, requester.cutoffHours);
  const offeredDuties = seenDuties(row, duties, 'colleague', closed);
  const verdict = judgeTakenOffer({
    kind: row.kind,
    weeks: weeksOf(row),
    status: row.status,
    requester,
    offered: row.offeredDuties,
    colleague: { ...requester, id, contractHours, role, isActive },
    terms: dayTerms(row, { enableFlexibleShifts }, duties[0]?.date ?? null),
    calendars: { requester: entriesOf(row, row.requesterId), colleague: entriesOf(row, id) },
    own: row.kind === 'giorno' && row.status === 'aperta' ? dayEntriesOf(row, id) : duties,
    wasRefused: false,
    now,
  });
  const confirm = permissionFrom(row, verdict, isHeld || isReserved, now);
  const swap = confirm.isAllowed && verdict.ok ? takenSwap(row, verdict, id, firstName) : null;
  const card = {
    ...offer,
    version: offerVersionOf(duties, offer.createdAt),
    offeredShift: firstOf(offeredDuties),
    offeredDuties,
    preview: cardPreview(row, verdict, id, 'requester', closed),
    confirm,
  };
  return { card, swap };
}

const takenSwap = (
  { kind, requesterId }: CardRow,
  { requesterGives, colleagueGives: accepterGives }: Gives<DatedDuty>,
  accepterId: string,
  otherName: string,
): CardSwap => ({
  kind,
  requesterId,
  accepterId,
  requesterGives,
  accepterGives,
  offererId: accepterId,
  otherName,
});

function firstOf(duties: readonly DatedDuty[], from = ''): DatedDuty {
  const first = duties.find(({ date }) => date >= from) ?? duties[0];
  if (!first) throw new Error('a request without duties');
  return first;
}
