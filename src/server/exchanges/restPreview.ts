import type { z } from 'zod';
import { weeksOf } from '../../domain/exchanges/requestPeriod.ts';
import { isOpen } from '../../domain/exchanges/rules.ts';
import type { restQuerySchema } from '../../domain/exchanges/schema.calls.ts';
import { judgeTakenOffer } from '../../domain/exchanges/swapRules.ts';
import type { RestAnswer } from '../../domain/rest/breaches.ts';
import type { AppContext } from '../platform/context.ts';
import { requireFound } from '../platform/errors/refusalError.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { judgeAnswer } from './commands.preAccept.ts';
import { judgedDays, termsOf } from './openDays.ts';
import { listEntries } from './queries.duties.ts';
import { findPeople, participantOf } from './queries.people.ts';
import { findRequest, listOffers, type RequestRow } from './queries.ts';
import { type AgreedSwap, findSwapRest, type RestReader, restTexts } from './swapRest.ts';

type Query = z.output<typeof restQuerySchema>;

/** A swap as it would be carried out now, and who looks at it. */
interface SeenSwap extends RestReader {
  swap: AgreedSwap;
}

/**
 * What a swap would do to rest, before anybody agrees to it: for a colleague what their pre-acceptance would bring, for the
 * requester what an offer would. Nothing where no swap is possible.
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
  const request = requireFound(await findRequest(database, worksite.id, requestId));
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

/** With one of the offers that stand on an own request; null where none is meant, or it cannot be taken. */
async function ownSwap(
  { database, clock }: AppContext,
  { worksite }: SignedIn,
  request: RequestRow,
  { accepterUserId }: Query,
): Promise<SeenSwap | null> {
  const offers = (await listOffers(database, request.id)).filter(({ status }) => status === 'offerta');
  const offer = accepterUserId ? offers.find(({ userId }) => userId === accepterUserId) : offers[0];
  if (!offer || (!accepterUserId && offers.length > 1)) return null;
  const people = await findPeople(database, [request.requesterId, offer.userId]);
  const requester = requireFound(people.get(request.requesterId) ?? null);
  const accepter = requireFound(people.get(offer.userId) ?? null);
  const days = judgedDays(request, [requester, accepter]);
  const own = await listEntries(database, requester.id, days);
  const theirs = await listEntries(database, accepter.id, days);
  const verdict = judgeTakenOffer({
    kind: request.kind,
    weeks: weeksOf(request),
    status: request.status,
    requester: participantOf(requester, worksite.variant),
    offered: request.offeredDuties,
    colleague: participantOf(accepter, worksite.variant),
    calendars: { requester: own, colleague: theirs },
    terms: termsOf(request, { ...requester, entries: own }, accepter, offer.offeredDuties[0]?.date ?? null),
    own: request.kind === 'giorno' ? theirs : offer.offeredDuties,
    wasRefused: false,
    now: clock.now(),
  });
  if (!verdict.ok) return null;
  return {
    side: 'requester',
    otherName: accepter.firstName,
    swap: {
      kind: request.kind,
      requesterId: requester.id,
      accepterId: accepter.id,
      requesterGives: verdict.requesterGives,
      accepterGives: verdict.colleagueGives,
    },
  };
}

/** With what a colleague would give; null where they cannot. */
async function answeredSwap(
  { database, clock }: AppContext,
  { user, worksite }: SignedIn,
  request: RequestRow,
  { shiftId }: Query,
): Promise<SeenSwap | null> {
  const people = await findPeople(database, [user.id, request.requesterId]);
  const colleague = requireFound(people.get(user.id) ?? null);
  const requester = requireFound(people.get(request.requesterId) ?? null);
  const answering = { request, requester, colleague, variant: worksite.variant, now: clock.now() };
  const { verdict } = await judgeAnswer(database, answering, shiftId ?? null);
  if (!verdict.ok) return null;
  return {
    side: 'accepter',
    otherName: requester.firstName,
    swap: {
      kind: request.kind,
      requesterId: requester.id,
      accepterId: user.id,
      requesterGives: verdict.requesterGives,
      accepterGives: verdict.colleagueGives,
    },
  };
}
