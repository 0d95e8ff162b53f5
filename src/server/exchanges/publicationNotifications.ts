import type { Day, Instant } from '../../domain/calendar/day.ts';
import { hasAnswered, isMirror } from '../../domain/exchanges/board.ts';
import { judgeYes } from '../../domain/exchanges/judging.ts';
import { daysOfPeriod, type ExchangeFacts, timeOf, weeksOf, workOf } from '../../domain/exchanges/request.ts';
import type { Taker } from '../../domain/exchanges/takers.ts';
import type { NotificationFacts } from '../../domain/notifications/types.ts';
import { notify } from '../notifications/commands.ts';
import type { NewNotification } from '../notifications/queries.ts';
import type { Transaction } from '../platform/database/database.ts';
import { requireFound } from '../platform/errors/refusalError.ts';
import { announce } from '../platform/events/hub.ts';
import type { Side } from './agreedSwap.ts';
import { type Colleague, listTakers } from './board.ts';
import { announceRequests } from './closing.ts';
import { listOpenRequests } from './queries.requests.ts';

/** Notifies the colleagues who could take a request now, and both sides of a match, in the caller's transaction. */
export async function notifyColleagues(tx: Transaction, request: ExchangeFacts, now: Instant): Promise<void> {
  const takers = await listTakers(tx, request, now);
  await notify(tx, publicationNews(request, takers), now);
  await notifyMatches(tx, request, takers, null, now);
  await announceRequests(tx, request.worksiteId, [request], [request.requesterId]);
  announce(tx, [request.requesterId], ['shifts']);
}

/**
 * Notifies colleagues who can take a `giorno` only because its days changed.
 * @param formerDays the days named before
 */
export async function notifyNewlyAsked(
  tx: Transaction,
  request: ExchangeFacts,
  formerDays: Day[],
  now: Instant,
): Promise<void> {
  const asked = await listTakers(tx, request, now);
  const former = await listTakers(tx, { ...request, acceptableDays: formerDays }, now);
  const known = new Set(former.map(({ colleague }) => colleague.person.id));
  const isNew = ({ colleague }: Taker<Colleague>): boolean => !known.has(colleague.person.id);
  await notify(tx, publicationNews(request, asked.filter(isNew)), now);
}

const publicationNews = (request: ExchangeFacts, takers: readonly Taker<Colleague>[]): NewNotification[] =>
  takers.map((taker) => ({
    userId: taker.colleague.person.id,
    personId: request.requesterId,
    facts: factsFor(request, taker),
    requestId: request.id,
  }));

function factsFor(request: ExchangeFacts, { gives }: Taker<Colleague>): NotificationFacts {
  const { kind, requestedShiftType: wanted } = request;
  const offered = requireFound(request.offeredDuties[0] ?? null);
  const weeks = weeksOf(request);
  if (kind === 'giorno') return { fact: 'day_published', offered, wanted };
  if (!weeks) return { fact: 'request_published', offered, wanted, own: gives[0] ?? null };
  if (kind === 'ferie') return { fact: 'holidays_published', weeks };
  return { fact: 'week_published', week: weeks.offered, offered, wanted };
}

/**
 * Tells both sides of each open request that offers what this one wants and wants what this one offers.
 * @param toldDays matches on these days are already known
 */
export async function notifyMatches(
  tx: Transaction,
  request: ExchangeFacts,
  takers: readonly Taker<Colleague>[],
  toldDays: readonly Day[] | null,
  now: Instant,
): Promise<void> {
  const { requesterId } = request;
  const fact = 'requests_match';
  const open = await listOpenRequests(tx, request.worksiteId, daysOfPeriod(request));
  const mirrors = open.filter((other) => other.expiresAt > now && isMirror(other, request));
  const notifications = mirrors.flatMap((other): NewNotification[] => {
    const partner = takers.find(({ colleague }) => colleague.person.id === other.requesterId)?.colleague;
    if (!partner || toldDays?.includes(other.requestedDay) || !canSwapDays(request, other, partner, now))
      return [];
    const partnerId = partner.person.id;
    const toPartner = { userId: partnerId, personId: requesterId, requestId: request.id };
    const toRequester = { userId: requesterId, personId: partnerId, requestId: other.id };
    return [
      ...(hasAnswered(other, requesterId)
        ? []
        : [{ ...toRequester, facts: { fact, time: timeOf(request) } as const }]),
      { ...toPartner, facts: { fact, time: timeOf(other) } },
    ];
  });
  await notify(tx, notifications, now);
}

/**
 * Whether both calendars allow the colleague to give the shift their own request offers; always true except for
 * `giorno`. Their request already says that they would work on the offered day.
 */
function canSwapDays(
  request: ExchangeFacts,
  other: ExchangeFacts,
  { person }: Colleague,
  now: Instant,
): boolean {
  if (request.kind !== 'giorno') return true;
  const entries = workOf(other, person.id);
  return judgeYes({ ...request, offers: [] }, { person, entries }, now, other.requestedDay).ok;
}

export async function tellParties(
  tx: Transaction,
  {
    request,
    requester,
    accepter,
    now,
  }: { request: ExchangeFacts; requester: Side; accepter: Side; now: Instant },
): Promise<void> {
  const toRequester = { userId: requester.person.id, personId: accepter.person.id, requestId: request.id };
  const toAccepter = { userId: accepter.person.id, personId: requester.person.id, requestId: request.id };
  const notifications: NewNotification[] = [
    { ...toAccepter, facts: { fact: 'offer_accepted', time: timeOf(request) } },
    { ...toAccepter, facts: completionFacts(request, requester, accepter, 'accepter') },
    { ...toRequester, facts: completionFacts(request, accepter, requester, 'requester') },
  ];
  await notify(tx, notifications, now);
}

/** For one participant, about what the other gave: a named shift is theirs on their own days. */
function completionFacts(
  request: ExchangeFacts,
  partner: Side,
  own: Side,
  to: 'requester' | 'accepter',
): NotificationFacts {
  const first = requireFound(partner.gives[0] ?? null);
  const weeks = weeksOf(request);
  if (request.kind === 'giorno') {
    const free = requireFound(own.gives[0] ?? null).date;
    return { fact: 'day_swapped', received: first, free };
  }
  if (!weeks) return { fact: 'shift_swapped', received: first };
  const { offered, wanted } = weeks;
  if (request.kind === 'settimana') {
    return { fact: 'week_swapped', week: offered, shift: first, days: own.gives.length };
  }
  return to === 'requester'
    ? { fact: 'holidays_swapped', free: wanted, work: offered }
    : { fact: 'holidays_swapped', free: offered, work: wanted };
}
