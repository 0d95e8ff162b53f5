import type { Instant } from '../../domain/calendar/day.ts';
import type { HeldDuty } from '../../domain/exchanges/request.ts';
import { weeksOf } from '../../domain/exchanges/requestPeriod.ts';
import { closedUntil, matchScore } from '../../domain/exchanges/rules.ts';
import type { ExchangeRequest, ExchangeRow, ExchangeTab } from '../../domain/exchanges/schema.ts';
import type { Gives } from '../../domain/exchanges/taxiRules.ts';
import type { DatedDuty } from '../../domain/shifts/rules.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { answeredPart, awaitedPart, closedByTime, permissionOf } from './cardAnswers.ts';
import type { CardRow, RowFacts } from './cardRow.ts';
import { judgeViewer, ownDutiesOf, requesterOf, viewerOf } from './cardViewer.ts';
import { dayChoices, seenDays } from './dayCards.ts';
import { isMirrorOfOwn, ownMirror } from './mirrorCards.ts';
import { type CardSwap, cardOfferOf, firstOf, rowOfferOf } from './offerCards.ts';
import { requestVersionOf } from './versions.ts';
import { cardPreview, seenDuties, taxiScore } from './weekCards.ts';

/** A request as one viewer may see it, and the swaps that it lets them say yes to. */
export interface Judged<Request extends ExchangeRow> {
  request: Request;
  swaps: CardSwap[];
}

/** A stored request as one viewer may see it: what they may do, and why not. */
function judge<Facts extends RowFacts>(stored: Facts, signedIn: SignedIn, now: Instant) {
  const row = closedByTime(stored, now);
  const isRequester = row.requesterId === signedIn.user.id;
  const closed = closedUntil(now, signedIn.worksite.swapPolicy.cutoffHours);
  const isReserved = ({ date }: DatedDuty): boolean => row.reservedDays.includes(date);
  const fitting = isRequester ? [] : dayChoices(row, viewerOf(signedIn), now);
  const choices = fitting.filter((duty) => !isReserved(duty));
  const meant = choices.length > 0 ? choices : fitting;
  const verdict = judgeViewer(row, signedIn, meant, now);
  const isHeld = isRequester
    ? row.offeredDuties.some(isReserved)
    : verdict.ok && verdict.colleagueGives.some(isReserved);
  const preAccept = permissionOf(row, verdict, isHeld, now);
  return {
    row,
    isRequester,
    closed,
    offeredDuties: seenDuties(row, row.offeredDuties, closed),
    ownDuties: isRequester ? [] : ownDutiesOf(row, signedIn, { verdict, choices: meant }, closed),
    choices,
    verdict,
    isHeld,
    preAccept,
    yes: preAccept.isAllowed && verdict.ok ? answersOf(row, signedIn, verdict, choices) : [],
  };
}

type Judgement<Facts extends RowFacts> = ReturnType<typeof judge<Facts>>;

/** A stored request as its row in a list of the viewer's. */
export function judgeRow(
  stored: RowFacts,
  signedIn: SignedIn,
  tab: ExchangeTab | null,
  now: Instant,
): Judged<ExchangeRow> {
  const judged = judge(stored, signedIn, now);
  const { row, closed } = judged;
  const preAcceptedBy = row.offers.map((offer) => rowOfferOf(offer, row, closed));
  return { request: { ...rowPart(judged, signedIn, tab, now), preAcceptedBy }, swaps: judged.yes };
}

/** The same with everything that its card shows. */
export function judgeCard(
  stored: CardRow,
  signedIn: SignedIn,
  tab: ExchangeTab | null,
  now: Instant,
): Judged<ExchangeRequest> {
  const judged = judge(stored, signedIn, now);
  const { row, isRequester, closed, offeredDuties, choices, verdict, isHeld } = judged;
  const offers = row.offers.map((offer) => cardOfferOf(offer, row, signedIn, isHeld, now));
  const request = {
    ...rowPart(judged, signedIn, tab, now),
    offeredDuties,
    closedAt: row.closedAt,
    ...awaitedPart(row, isRequester || row.reservedFor === signedIn.user.id, now),
    preAcceptedBy: offers.map(({ card }) => card),
    choices: choices.map((duty) => ({ ...duty, isMirror: duty.date === row.mirroredDay })),
    preview: isRequester ? null : cardPreview(row, verdict, signedIn.user.id, 'colleague', closed),
    ...(isRequester ? ownMirror(row, viewerOf(signedIn), isHeld, now) : { mirrorId: null }),
  };
  return { request, swaps: [...judged.yes, ...offers.flatMap(({ swap }) => swap ?? [])] };
}

/** What row and card say alike, but for the offers. */
function rowPart(
  { row, isRequester, offeredDuties, ownDuties, verdict, isHeld, preAccept }: Judgement<RowFacts>,
  signedIn: SignedIn,
  tab: ExchangeTab | null,
  now: Instant,
): Omit<ExchangeRow, 'preAcceptedBy'> {
  const weeks = weeksOf(row);
  const viewer = viewerOf(signedIn);
  return {
    id: row.id,
    version: requestVersionOf(row),
    kind: row.kind,
    requesterId: row.requesterId,
    requesterName: row.requesterName,
    requesterContractHours: row.requesterContractHours,
    requesterRole: row.requesterRole,
    requesterWorksite: signedIn.worksite.name,
    // whether the entry of a closed one was deleted or became rest is its owner's
    offeredShiftId: isRequester || row.status === 'aperta' ? row.offeredShiftId : null,
    offeredShift: firstOf(offeredDuties, weeks?.offered.from),
    weeks,
    requestedShiftType: row.requestedShiftType,
    requestedDate: row.requestedDay,
    acceptFlexibleDates: row.kind === 'giorno',
    acceptableDays: seenDays(row, viewer, now),
    withinDays: row.withinDays,
    message: row.message,
    createdAt: row.createdAt,
    ...answeredPart(row, signedIn, now),
    nobodyLeft: isRequester && row.status === 'aperta' && row.nobodyLeft,
    tab,
    matchScore: weeks
      ? taxiScore(row, { isRequester, ownDuties, isAble: verdict.ok })
      : matchScore(requesterOf(row, signedIn), viewer),
    ownDuties,
    preAccept,
    isMirrored: !isRequester && isMirrorOfOwn(row, verdict, isHeld),
  };
}

/** What a colleague's yes would bring, for each own shift that can be given. */
function answersOf(
  row: RowFacts,
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
