import type { z } from 'zod';
import { judgeOwnOffer } from '../../domain/exchanges/judging.ts';
import { type ExchangeFacts, judgedDays, standingOffers } from '../../domain/exchanges/request.ts';
import { type Gives, isOpen } from '../../domain/exchanges/rules.ts';
import type { restQuerySchema } from '../../domain/exchanges/schema.calls.ts';
import type { RestAnswer } from '../../domain/rest/breaches.ts';
import type { AppContext } from '../platform/context.ts';
import { requireFound } from '../platform/errors/refusalError.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { judgeAnswer } from './commands.preAccept.ts';
import { findPerson, listEntries, participantOf } from './queries.people.ts';
import { findRequestFacts } from './queries.requests.ts';
import { type AgreedSwap, findSwapRest, type RestReader, restTexts } from './swapRest.ts';

type Query = z.output<typeof restQuerySchema>;

/** A swap as it would be carried out now, and its viewer. */
interface SeenSwap extends RestReader {
  swap: AgreedSwap;
}

/**
 * The effect of a swap on rest before anybody agrees to it: for a colleague, of pre-accepting; for the requester, of
 * taking an offer. Empty if no swap is possible.
 * @throws RefusalError not_found, and as `judgeAnswer`
 */
export async function readSwapRest(
  context: AppContext,
  signedIn: SignedIn,
  requestId: string,
  query: Query,
): Promise<RestAnswer> {
  const { database, clock } = context;
  const { user, worksite } = signedIn;
  const request = requireFound(await findRequestFacts(database, worksite.id, requestId));
  const isSeen = isOpen(request, clock.now());
  const seen = !isSeen
    ? null
    : request.requesterId === user.id
      ? await ownSwap(context, signedIn, request, query)
      : await answeredSwap(context, signedIn, request, query);
  if (!seen) return { own: [], other: [], isBlocked: false, emptyDays: [] };
  const { restRules: rules } = signedIn;
  const rest = await findSwapRest(database, rules, seen.swap);
  const texts = restTexts(rest, seen);
  const isBroken = texts.own.length + texts.other.length > 0;
  return {
    ...texts,
    isBlocked: rules.mode === 'blocco' && isBroken,
    emptyDays: rest[seen.side].emptyDays,
  };
}

/** The swap with a standing offer on the viewer's request; null if none is given or it cannot be taken. */
async function ownSwap(
  { database, clock }: AppContext,
  { user, worksite }: SignedIn,
  request: ExchangeFacts,
  { accepterUserId }: Query,
): Promise<SeenSwap | null> {
  const offers = standingOffers(request);
  const offer = accepterUserId ? offers.find(({ userId }) => userId === accepterUserId) : offers[0];
  if (!offer || (!accepterUserId && offers.length > 1)) return null;
  const person = participantOf(requireFound(await findPerson(database, user.id)), worksite.variant);
  const entries = await listEntries(database, user.id, judgedDays(request));
  const verdict = judgeOwnOffer(request, offer, { person, entries, now: clock.now(), heldIds: new Set() });
  if (!verdict.ok) return null;
  const accepter = { accepterId: offer.userId, otherName: offer.firstName };
  return seenSwap('requester', request, accepter, verdict);
}

/** The swap with what a colleague would give; null if they cannot. */
async function answeredSwap(
  { database, clock }: AppContext,
  { user, worksite }: SignedIn,
  request: ExchangeFacts,
  { shiftId }: Query,
): Promise<SeenSwap | null> {
  const person = participantOf(requireFound(await findPerson(database, user.id)), worksite.variant);
  const { verdict } = await judgeAnswer(database, request, person, shiftId ?? null, clock.now());
  if (!verdict.ok) return null;
  const accepter = { accepterId: user.id, otherName: request.requesterFirstName };
  return seenSwap('accepter', request, accepter, verdict);
}

const seenSwap = (
  side: SeenSwap['side'],
  { kind, requesterId }: ExchangeFacts,
  { accepterId, otherName }: { accepterId: string; otherName: string },
  { requesterGives, colleagueGives: accepterGives }: Gives,
): SeenSwap => ({
  side,
  otherName,
  swap: { kind, requesterId, accepterId, requesterGives, accepterGives },
});
