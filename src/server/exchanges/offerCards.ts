import type { Day, Instant } from '../../domain/calendar/day.ts';
import { weeksOf } from '../../domain/exchanges/requestPeriod.ts';
import { closedUntil } from '../../domain/exchanges/rules.ts';
import type { ExchangeRequest, ExchangeRow } from '../../domain/exchanges/schema.ts';
import { judgeTakenOffer } from '../../domain/exchanges/swapRules.ts';
import type { Gives } from '../../domain/exchanges/taxiRules.ts';
import type { DatedDuty } from '../../domain/shifts/rules.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { permissionFrom } from './cardAnswers.ts';
import type { CardOffer, CardRow, RowFacts } from './cardRow.ts';
import { requesterOf } from './cardViewer.ts';
import { dayEntriesOf, dayTerms } from './dayCards.ts';
import type { AgreedSwap } from './swapRest.ts';
import { offerVersionOf } from './versions.ts';
import { cardPreview, entriesOf, seenDuties } from './weekCards.ts';

// Colleagues' offers as the requester sees them.

/** A swap to which its card lets the viewer say yes. */
export interface CardSwap extends AgreedSwap {
  /** Whose offer the requester would take; null for a colleague's yes. */
  offererId: string | null;
  otherName: string;
}

/** What an offer brings: of holidays the first duty of the week that the requester would work. */
const tellingDuty = (duties: readonly DatedDuty[], row: RowFacts): DatedDuty =>
  firstOf(duties, weeksOf(row)?.offered.from);

/** A colleague's offer as the requester sees it in a list. */
export const rowOfferOf = (
  { userId, name, contractHours, role, duties }: CardOffer,
  row: RowFacts,
  closed: Instant,
): ExchangeRow['preAcceptedBy'][number] => ({
  userId,
  name,
  contractHours,
  role,
  offeredShift: tellingDuty(seenDuties(row, duties, closed), row),
});

/**
 * A colleague's offer as the requester sees it, and the swap if they can take it.
 * @param isHeld an own duty would change hands in another swap, which waits for approval
 */
export function cardOfferOf(
  { duties, isActive, enableFlexibleShifts, firstName, isReserved, ...offer }: CardOffer,
  row: CardRow,
  signedIn: SignedIn,
  isHeld: boolean,
  now: Instant,
): { card: ExchangeRequest['preAcceptedBy'][number]; swap: CardSwap | null } {
  const requester = requesterOf(row, signedIn);
  const { userId: id, contractHours, role } = offer;
  const closed = closedUntil(now, requester.cutoffHours);
  const offeredDuties = seenDuties(row, duties, closed);
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
    offeredShift: tellingDuty(offeredDuties, row),
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

/** The first of some duties from a day on, or of all. */
export function firstOf(duties: readonly DatedDuty[], from: Day = ''): DatedDuty {
  const first = duties.find(({ date }) => date >= from) ?? duties[0];
  if (!first) throw new Error('a request without duties');
  return first;
}
