import type { Day, Instant } from '../../domain/calendar/day.ts';
import { messageOf } from '../../domain/errors/messages.it.ts';
import type { Verdict } from '../../domain/errors/refusal.ts';
import { judgeFree, judgeOwnOffer, seenEntries, type Viewer } from '../../domain/exchanges/judging.ts';
import {
  type ExchangeFacts,
  type HeldEntry,
  type Offer,
  type RequestPeriod,
  weeksOf,
  withoutRow,
  workOf,
} from '../../domain/exchanges/request.ts';
import { closedUntil } from '../../domain/exchanges/rules.ts';
import type { ExchangeRequest, ExchangeRow } from '../../domain/exchanges/schema.ts';
import { leftWork } from '../../domain/exchanges/taxiRules.ts';
import { weekPreview } from '../../domain/exchanges/weekPreview.ts';
import type { Entry } from '../../domain/shifts/rules.ts';
import type { AgreedSwap } from './swapRest.ts';
import { offerVersionOf } from './versions.ts';

// Colleagues' offers as the requester sees them.

/** A swap that its card lets the viewer accept. */
export interface CardSwap extends AgreedSwap {
  /** The colleague whose offer the requester would take; null for a colleague's own acceptance. */
  offererId: string | null;
  otherName: string;
}

/**
 * A person's duties in a request, as shown: for an open request for named shifts, the rest of the week. Unworked days
 * are included only in a week of holidays that the person offers.
 * @param closed see `closedUntil`
 */
export function seenDuties(
  request: RequestPeriod & Pick<ExchangeFacts, 'status'>,
  duties: readonly HeldEntry[],
  closed: Instant,
): Entry[] {
  const weeks = weeksOf(request);
  const isLeft = request.kind === 'settimana' && request.status === 'aperta' && weeks !== null;
  const left = isLeft ? leftWork(duties, weeks.offered, closed) : duties;
  return (left.length > 0 ? left : duties).map(withoutRow);
}

/** The first of these duties from a day on, or of all. */
export function firstOf(duties: readonly Entry[], from: Day = ''): Entry {
  const first = duties.find(({ date }) => date >= from) ?? duties[0];
  if (!first) throw new Error('a request without duties');
  return first;
}

/** The standing and the chosen offers. */
const shownOffers = ({ offers }: ExchangeFacts): Offer[] =>
  offers.filter(({ status }) => status === 'offerta' || status === 'scelta');

/** An offer in a list; for holidays, the first duty that the requester would work. */
function rowOffer(
  request: ExchangeFacts,
  offer: Offer,
  closed: Instant,
): ExchangeRow['preAcceptedBy'][number] {
  const { userId, name, contractHours, role, duties } = offer;
  const offeredShift = firstOf(seenDuties(request, duties, closed), weeksOf(request)?.offered.from);
  return { userId, name, contractHours, role, offeredShift };
}

const closedFor = ({ person, now }: Viewer): Instant => closedUntil(now, person.cutoffHours);

export const rowOffers = (request: ExchangeFacts, viewer: Viewer): ExchangeRow['preAcceptedBy'] =>
  shownOffers(request).map((offer) => rowOffer(request, offer, closedFor(viewer)));

interface OfferCard {
  card: ExchangeRequest['preAcceptedBy'][number];
  /** Null if the requester cannot take it. */
  swap: CardSwap | null;
}

/** @param isHeld one of the viewer's duties is reserved for another swap that waits for approval */
export const cardOffers = (request: ExchangeFacts, viewer: Viewer, isHeld: boolean): OfferCard[] =>
  shownOffers(request).map((offer) => cardOffer(request, offer, viewer, isHeld));

function cardOffer(request: ExchangeFacts, offer: Offer, viewer: Viewer, isHeld: boolean): OfferCard {
  const { duties, createdAt, userId, firstName } = offer;
  const closed = closedFor(viewer);
  const verdict = judgeOwnOffer(request, offer, viewer);
  const isReserved =
    offer.reservedUntil === null && duties.some(({ shiftId }) => viewer.heldIds.has(shiftId));
  const confirm = permissionBy(judgeFree(request, verdict, isHeld || isReserved, viewer.now));
  const weeks = weeksOf(request);
  const preview =
    weeks && verdict.ok
      ? weekPreview({
          kind: request.kind,
          weeks,
          requester: {
            entries: seenEntries(request, request.requesterId, viewer),
            gives: verdict.requesterGives,
          },
          colleague: { entries: [...workOf(request, userId), ...duties], gives: verdict.colleagueGives },
          viewer: 'requester',
          now: closed,
        })
      : null;
  const card = {
    ...rowOffer(request, offer, closed),
    createdAt,
    version: offerVersionOf(duties, createdAt),
    offeredDuties: seenDuties(request, duties, closed),
    preview,
    confirm,
  };
  const { kind, requesterId } = request;
  if (!confirm.isAllowed || !verdict.ok) return { card, swap: null };
  const { requesterGives, colleagueGives: accepterGives } = verdict;
  const parties = { requesterId, accepterId: userId, offererId: userId, otherName: firstName };
  return { card, swap: { kind, ...parties, requesterGives, accepterGives } };
}

/** The permission for a verdict, with the reason for a refusal. */
export const permissionBy = (verdict: Verdict): ExchangeRequest['preAccept'] =>
  verdict.ok ? { isAllowed: true, reason: null } : { isAllowed: false, reason: messageOf(verdict) };
