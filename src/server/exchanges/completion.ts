import { randomUUID } from 'node:crypto';
import type { Instant } from '../../domain/calendar/day.ts';
import { receivedFor, restDaysAfter } from '../../domain/exchanges/handover.ts';
import { isTaxiKind } from '../../domain/exchanges/taxiRules.ts';
import type { SwapRest } from '../../domain/rest/breaches.ts';
import type { DatedDuty } from '../../domain/shifts/rules.ts';
import { queueSwapMails } from '../mail/commands.ts';
import { insertAudit } from '../platform/audit.ts';
import type { Transaction } from '../platform/database/database.ts';
import { announce } from '../platform/events/hub.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { settleProposals } from '../rosters/commands.answer.ts';
import { deleteShifts, insertShifts, type NewShift } from '../shifts/queries.ts';
import { announceRequests, closeRequests, endSwaps } from './closing.ts';
import { closeExpired } from './commands.expire.ts';
import { reviewRequests } from './commands.review.ts';
import { announceOpenDays, endOffersNeeding } from './openDays.ts';
import { insertCompletedSwap, storeGivenDuties } from './queries.completion.ts';
import type { FilledDay } from './queries.days.ts';
import { type EndingSwaps, listSwapsWith } from './queries.ending.ts';
import type { OfferRow, RequestRow } from './queries.ts';
import { setOfferStatus } from './queries.write.ts';
import { type Side, tellParties } from './swapNotifications.ts';

/** A swap that has been judged and can be carried out. */
export interface Swap {
  request: RequestRow;
  offer: OfferRow;
  requester: Side;
  accepter: Side;
  /** What it breaks, as both were told. */
  rest: SwapRest;
  now: Instant;
}

/** Writes a swap: everything it changes, everybody it concerns, its mails. The caller holds all locks. */
export async function swapDuties(
  tx: Transaction,
  signedIn: SignedIn,
  swap: Swap,
  worksiteEmail: string,
): Promise<void> {
  const { request, offer, requester, accepter, now } = swap;
  await closeExpired(tx, request.worksiteId, now);
  const swapId = randomUUID();
  const participants = [requester.person.id, accepter.person.id];
  const given = [...requester.gives, ...accepter.gives].map(({ shiftId }) => shiftId);
  const completed = {
    id: swapId,
    requestId: request.id,
    kind: request.kind,
    requester: requester.person,
    accepter: accepter.person,
    requesterGave: requester.gives,
    accepterGave: accepter.gives,
    requestedAt: request.createdAt,
    offeredAt: offer.createdAt,
    rest: swap.rest,
    now,
  };
  // first: the chosen offer is none of those that lapse, the completed request none that ends
  await setOfferStatus(tx, request.id, offer.userId, 'scelta', now);
  const losers = await closeRequests(tx, [request], 'completed', now);
  const ending = await listSwapsWith(tx, participants, given);
  await insertCompletedSwap(tx, completed);
  await tellParties(tx, { request, requester, accepter, now });
  const others = await endOthers(tx, swap, participants, ending);
  if (request.kind === 'settimana') await storeGivenDuties(tx, completed);
  await deleteShifts(tx, [...given, ...requester.restIds, ...accepter.restIds]);
  await insertShifts(tx, [
    ...shiftsAfter(swap, 'requester', swapId),
    ...shiftsAfter(swap, 'accepter', swapId),
  ]);
  await queueSwapMails(tx, {
    id: swapId,
    requesterId: requester.person.id,
    accepterId: accepter.person.id,
    worksiteEmail,
    now,
  });
  await auditSwap(tx, signedIn, swap);
  await announceRequests(tx, request.worksiteId, [request], [...participants, ...losers, ...others.people]);
  await reviewRequests(tx, others.lostOffer, now);
  await settleRosters(tx, swap);
  if (request.kind === 'giorno') await announceOpenDays(tx, request.worksiteId, daysOfSwap(swap));
  announce(tx, participants, ['shifts', 'completed']);
}

/** What a roster proposes may be what the swap has brought. */
const settleRosters = (tx: Transaction, { request, requester, accepter, now }: Swap): Promise<void> =>
  // whole weeks are swapped in taxi worksites only
  settleProposals(
    tx,
    [requester.person.id, accepter.person.id],
    isTaxiKind(request.kind) ? 'taxi' : 'standard',
    now,
  );

/** Ends everything else that used one of the duties, or needs a day that is taken now. */
async function endOthers(
  tx: Transaction,
  swap: Swap,
  participants: readonly string[],
  ending: EndingSwaps,
): Promise<{ people: string[]; lostOffer: string[] }> {
  const { now } = swap;
  const people = await endSwaps(tx, ending, 'swapped_elsewhere', now, participants);
  const needy = await endOffersNeeding(tx, filledDays(swap), 'swapped_elsewhere', now, participants);
  return {
    people: [...people, ...needy.people],
    lostOffer: [...ending.offers, ...needy.offers].map(({ id }) => id),
  };
}

/** In a swap of days each works on a day on which they were free. */
function filledDays({ request, requester, accepter }: Swap): FilledDay[] {
  if (request.kind !== 'giorno') return [];
  return [
    ...accepter.gives.map(({ date }) => ({ userId: requester.person.id, day: date })),
    ...requester.gives.map(({ date }) => ({ userId: accepter.person.id, day: date })),
  ];
}

/** The days on which the calendars of the two change. */
const daysOfSwap = ({ requester, accepter }: Swap): FilledDay[] =>
  [requester, accepter].flatMap(({ person }) =>
    [...requester.gives, ...accepter.gives].map(({ date }) => ({ userId: person.id, day: date })),
  );

/** What one of the two gets, by day. */
function receivedBy({ request, requester, accepter }: Swap, role: 'requester' | 'accepter'): DatedDuty[] {
  const [side, other] = role === 'requester' ? [requester, accepter] : [accepter, requester];
  return receivedFor(request.kind, side.gives, other.gives);
}

/** Each duty gets a new row, marked with the swap; notes stay with their writer, on their day. */
function shiftsAfter(swap: Swap, role: 'requester' | 'accepter', swapId: string): NewShift[] {
  const { person, notes, gives } = swap[role];
  const received = receivedBy(swap, role);
  const entryOf = ({ date, ...duty }: DatedDuty, fromSwapId: string | null): NewShift => ({
    worksiteId: person.worksiteId,
    userId: person.id,
    date,
    duty,
    notes: notes.get(date) ?? null,
    fromSwapId,
    now: swap.now,
  });
  return [
    ...received.map((duty) => entryOf(duty, swapId)),
    ...restDaysAfter(swap.request.kind, gives, received, notes).map((rest) => entryOf(rest, null)),
  ];
}

/** Single shifts are recorded as one duty a side, weeks as lists. */
function auditSwap(tx: Transaction, signedIn: SignedIn, swap: Swap): Promise<void> {
  const { request, requester, accepter, now } = swap;
  const recorded = (duties: readonly DatedDuty[]) => (isTaxiKind(request.kind) ? duties : duties[0]);
  return insertAudit(tx, {
    at: now,
    signedIn,
    worksiteId: request.worksiteId,
    action: 'swap_completed',
    targetType: 'exchange_request',
    targetId: request.id,
    before: { requester: recorded(requester.gives), accepter: recorded(accepter.gives) },
    after: {
      requester: recorded(receivedBy(swap, 'requester')),
      accepter: recorded(receivedBy(swap, 'accepter')),
    },
  });
}
