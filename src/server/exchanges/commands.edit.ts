import type { z } from 'zod';
import { type Day, dayInRome, type Instant } from '../../domain/calendar/day.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import { type AskedDays, daysAround } from '../../domain/exchanges/askedDays.ts';
import {
  type ExchangeFacts,
  type RequestPeriod,
  standingOffers,
  timeOf,
} from '../../domain/exchanges/request.ts';
import { textsOf } from '../../domain/exchanges/requestTexts.ts';
import type { changeExchangeSchema } from '../../domain/exchanges/schema.calls.ts';
import type { ExchangeRequest } from '../../domain/exchanges/schema.ts';
import { judgeKind } from '../../domain/worksites/swapPolicy.ts';
import { notify } from '../notifications/commands.ts';
import type { AppContext } from '../platform/context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { RefusalError, requireAllowed, requireFound } from '../platform/errors/refusalError.ts';
import { announce } from '../platform/events/hub.ts';
import { requireOwn, type SignedIn } from '../platform/session/session.ts';
import { listTakers } from './board.ts';
import { announceRequests, closeRequests } from './closing.ts';
import { closeExpired } from './commands.expire.ts';
import { requireAskedDays, requireWantedType } from './commands.publish.ts';
import { reviewRequests } from './commands.review.ts';
import { actOnRequest, requireOpen, requireRequester, withLockedRequest } from './lockedRequest.ts';
import { requireOffering } from './publication.ts';
import { notifyColleagues, notifyMatches, notifyNewlyAsked } from './publicationNotifications.ts';
import { findPerson } from './queries.people.ts';
import { findRequestFacts } from './queries.requests.ts';
import { type NewRequest, updateRequest, type Wish } from './queries.row.ts';
import { deleteAnswers, deleteRequestRow, lapseOffersOf } from './queries.write.ts';

type Change = z.output<typeof changeExchangeSchema>;

/**
 * Changes an open request, even with offers. A new wanted type or message keeps the offers, though the type may create
 * a match; another shift or week ends them, notifies those colleagues, and is announced like a new request.
 * @throws RefusalError not_found, exchange_not_requester, exchange_closed, exchange_already_open,
 *   exchange_kind_switched_off, invalid_data, and every refusal of `judgePublication`
 */
export async function editRequest(
  context: AppContext,
  signedIn: SignedIn,
  requestId: string,
  change: Change,
): Promise<ExchangeRequest> {
  const { user, worksite } = signedIn;
  return actOnRequest(context, signedIn, requestId, async ({ tx, request, swapPolicy, now }) => {
    requireRequester(request, signedIn);
    requireOwn(signedIn, change.requesterId);
    requireOpen(request, now);
    const requester = requireFound(await findPerson(tx, user.id));
    const { kind } = request;
    const { offeredShiftId: shiftId, requestedDate } = change;
    const requestedShiftType = requireWantedType(kind, change.requestedShiftType);
    const kept = keptDays(request, requestedDate, now);
    const asked = requireAskedDays(kind, requestedDate, change, kept, now);
    const isSameDay = requestedDate === request.requestedDay;
    const keptFor = isSameDay ? 'for the same day' : 'for another day';
    const days = { asked, keptDays: asked === kept ? keptFor : null } as const;
    const offering = { requester, kind, shiftId, requestedDate, requestedShiftType, ...days, now };
    const offered = await requireOffering(tx, signedIn, offering, requestId);
    const wish: Wish = { kind, requestedDay: requestedDate, requestedShiftType, asked, ...textsOf(change) };
    const changed: NewRequest = { ...offered, ...wish, requester, now };
    const isOther = isOtherSwap(request, changed);
    // equivalent to a new request
    if (isOther) requireAllowed(judgeKind(kind, swapPolicy, worksite.variant));
    // the colleague's calendar marks reserved shifts
    announce(tx, await updateRequest(tx, requestId, changed), ['shifts']);
    if (isOther) await offerAnew(tx, request, changed);
    else await askAnew(tx, request, changed);
    await announceRequests(tx, worksite.id, [request, periodOf(changed)], [user.id]);
    // the calendar marks other shifts as offered now
    if (changed.weeks) announce(tx, [user.id], ['shifts']);
  });
}

const periodOf = ({ kind, weeks, asked, requestedDay }: NewRequest): RequestPeriod => ({
  kind,
  requestedDay,
  offeredWeek: weeks?.offered.from ?? null,
  wantedWeek: weeks?.wanted.from ?? null,
  acceptableDays: asked?.acceptableDays ?? null,
});

/** Whether the request now offers something else. A week is the same through any of its shifts. */
function isOtherSwap(request: ExchangeFacts, { offered, weeks }: NewRequest): boolean {
  if (!weeks) return offered.shiftId !== request.offeredShiftId;
  return weeks.offered.from !== request.offeredWeek || weeks.wanted.from !== request.wantedWeek;
}

/** The days requested so far, if any, relative to the day on offer now. */
function keptDays(request: ExchangeFacts, offeredDay: Day, now: Instant): AskedDays | null {
  const { acceptableDays, withinDays, requestedDay } = request;
  if (!acceptableDays) return null;
  const isSameDay = offeredDay === requestedDay;
  if (isSameDay || withinDays === null) {
    const left = acceptableDays.filter((day) => day !== offeredDay);
    return left.length > 0 ? { acceptableDays: left, withinDays } : null;
  }
  return { acceptableDays: daysAround(offeredDay, withinDays, dayInRome(now)), withinDays };
}

/** The offer is the same, but the wanted type, days or message changed: answers stand, and there may be new matches. */
async function askAnew(tx: Transaction, request: ExchangeFacts, changed: NewRequest): Promise<void> {
  const { now } = changed;
  const days = changed.asked?.acceptableDays ?? null;
  const areOtherDays = days?.join() !== request.acceptableDays?.join();
  if (areOtherDays) await dropOffersOutside(tx, request, days ?? [], now);
  await reviewRequests(tx, [request.id], now);
  const isSameType = changed.requestedShiftType === request.requestedShiftType;
  if (isSameType && !areOtherDays) return;
  const asked = await readAgain(tx, request);
  if (areOtherDays) await notifyNewlyAsked(tx, asked, request.acceptableDays ?? [], now);
  const takers = await listTakers(tx, asked, now);
  // with the same type, colleagues offering a day named before have been notified
  await notifyMatches(tx, asked, takers, isSameType ? request.acceptableDays : null, now);
}

/** Reads the request as stored now. */
async function readAgain(tx: Transaction, { id, worksiteId }: ExchangeFacts): Promise<ExchangeFacts> {
  return requireFound(await findRequestFacts(tx, worksiteId, id));
}

/** Lapses offers of shifts on days no longer requested, and tells those colleagues. */
async function dropOffersOutside(
  tx: Transaction,
  request: ExchangeFacts,
  days: readonly Day[],
  now: Instant,
): Promise<void> {
  const lapsed = standingOffers(request).filter(({ duties }) => !days.includes(duties[0]?.date ?? ''));
  const offers = lapsed.map(({ userId }) => ({ id: request.id, offererId: userId }));
  await lapseOffersOf(tx, offers, now);
  const facts = { fact: 'request_changed', time: timeOf(request) } as const;
  const { id: requestId, requesterId: personId } = request;
  const people = lapsed.map(({ userId }) => userId);
  const news = people.map((userId) => ({ userId, personId, facts, requestId }));
  await notify(tx, news, now);
  announce(tx, people, ['exchange-requests']);
}

/** Another duty is on offer: discards colleagues' answers to the old one. */
async function offerAnew(tx: Transaction, request: ExchangeFacts, { now }: NewRequest): Promise<void> {
  await closeRequests(tx, [request], 'changed', now);
  await deleteAnswers(tx, request.id, now);
  await notifyColleagues(tx, await readAgain(tx, request), now);
}

/**
 * The requester withdraws a request, or clears a closed one; colleagues who had pre-accepted are notified. Completed
 * swaps stay on record.
 * @throws RefusalError not_found, exchange_not_requester, exchange_closed (completed)
 */
export async function deleteRequest(
  context: AppContext,
  signedIn: SignedIn,
  requestId: string,
): Promise<void> {
  const { worksite } = signedIn;
  await withLockedRequest(context, signedIn, requestId, async ({ tx, request, now }) => {
    requireRequester(request, signedIn);
    if (request.status === 'completata') throw new RefusalError(refuse('exchange_closed'));
    // people are notified first of requests that have expired
    await closeExpired(tx, worksite.id, now);
    const people = await closeRequests(tx, [request], 'withdrawn', now);
    await announceRequests(tx, worksite.id, [request], people);
    await deleteRequestRow(tx, requestId);
  });
}
