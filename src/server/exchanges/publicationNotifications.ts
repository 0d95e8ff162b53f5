import type { Day } from '../../domain/calendar/day.ts';
import { type RequestPeriod, timeOf } from '../../domain/exchanges/requestPeriod.ts';
import { judgeOffer } from '../../domain/exchanges/swapRules.ts';
import type { NotificationFacts } from '../../domain/notifications/types.ts';
import { isWorking } from '../../domain/shifts/duty.ts';
import { notify } from '../notifications/commands.ts';
import type { NewNotification } from '../notifications/queries.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { announce } from '../platform/events/hub.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { announceRequests } from './closing.ts';
import { type AbleColleague, listAbleColleagues, type Proposal } from './colleagues.ts';
import { judgedDays, termsOf } from './openDays.ts';
import { listDayMirrors } from './queries.days.ts';
import { listEntries } from './queries.duties.ts';
import { type Colleague, participantOf } from './queries.people.ts';
import {
  listMirroredHolidays,
  listOffers,
  listRejecters,
  listRequestsWanting,
  listRequestsWantingWeek,
  type OpenRequestRow,
} from './queries.ts';
import type { NewRequest } from './queries.write.ts';

/** What of a request says who mirrors it; a `giorno` is looked for by its row. */
type Wish = Proposal & Pick<NewRequest, 'requestedShiftType' | 'now'> & { requestId: string | null };

/** Tells the colleagues who could take a request now, and both sides of a match, in the caller's transaction. */
export async function notifyColleagues(
  tx: Transaction,
  { worksite }: SignedIn,
  request: NewRequest,
  requestId: string,
): Promise<void> {
  const { requester, now } = request;
  const colleagues = await listAbleColleagues(tx, request, worksite.variant, now);
  await notify(tx, publicationNews(request, requestId, colleagues), now);
  await notifyMatches(tx, request, requestId, colleagues);
  await announceRequests(tx, requester.worksiteId, [periodOf(request)], [requester.id]);
  announce(tx, [requester.id], ['shifts']);
}

/**
 * A `giorno` names other days now: who could not have taken it with the former ones hears of it.
 * @param formerDays the days that were named before, as far as its requester does not work on them
 */
export async function notifyNewlyAsked(
  tx: Transaction,
  { worksite }: SignedIn,
  changed: NewRequest,
  { requestId, formerDays }: { requestId: string; formerDays: readonly Day[] },
): Promise<void> {
  const { now } = changed;
  const asked = await listAbleColleagues(tx, changed, worksite.variant, now);
  const known = await listAbleColleagues(tx, { ...changed, days: formerDays }, worksite.variant, now);
  const isNew = ({ id }: AbleColleague): boolean => known.every((colleague) => colleague.id !== id);
  await notify(tx, publicationNews(changed, requestId, asked.filter(isNew)), now);
}

const publicationNews = (
  request: NewRequest,
  requestId: string,
  colleagues: readonly AbleColleague[],
): NewNotification[] =>
  colleagues.map((colleague) => ({
    userId: colleague.id,
    personId: request.requester.id,
    facts: factsOf(request, colleague),
    requestId,
  }));

function factsOf(request: NewRequest, colleague: AbleColleague): NotificationFacts {
  const { kind, offered, gives, weeks, requestedShiftType: wanted } = request;
  if (kind === 'giorno') {
    const days = colleague.gives.map(({ date }) => date).toSorted();
    return { fact: 'day_published', offered, wanted, days };
  }
  if (!weeks) return { fact: 'request_published', offered, wanted };
  if (kind === 'ferie') return { fact: 'holidays_published', weeks };
  return { fact: 'week_published', week: weeks.offered, offered: gives[0] ?? offered, wanted };
}

/**
 * Tells both sides of each open request that offers what this one wants and wants what this one offers.
 * @param toldDays requests that offer a day of these are known as matches
 */
export async function notifyMatches(
  tx: Transaction,
  request: NewRequest,
  requestId: string,
  colleagues: readonly Colleague[],
  toldDays: readonly Day[] | null = null,
): Promise<void> {
  const { requester, now } = request;
  const fact = 'requests_match';
  const time = timeOf(periodOf(request));
  const notifications: NewNotification[] = [];
  for (const other of await listMirrors(tx, { ...request, requestId })) {
    const partner = colleagues.find((colleague) => colleague.id === other.requesterId);
    if (!partner || toldDays?.includes(other.requestedDay)) continue;
    if (!(await canSwapDays(tx, request, partner, other.requestedDay))) continue;
    const own = {
      userId: requester.id,
      personId: partner.id,
      facts: { fact, time } as const,
      requestId: other.id,
    };
    if (!(await hasAnswered(tx, other.id, requester.id))) notifications.push(own);
    notifications.push({
      userId: partner.id,
      personId: requester.id,
      facts: { fact, time: timeOf(other) },
      requestId,
    });
  }
  await notify(tx, notifications, now);
}

/** Whether a person has said no to a request, or has offered for it and not lost that offer by what others did. */
async function hasAnswered(tx: Transaction, requestId: string, userId: string): Promise<boolean> {
  const offers = await listOffers(tx, requestId);
  return (
    offers.some((offer) => offer.userId === userId && offer.status !== 'decaduta') ||
    (await listRejecters(tx, requestId)).includes(userId)
  );
}

/**
 * Whether a colleague could give their shift of that day, by what both work; of other kinds than `giorno` it is known. That
 * they would work on the offered one their own request says.
 */
async function canSwapDays(
  tx: Transaction,
  request: NewRequest,
  partner: Colleague,
  givenDay: Day,
): Promise<boolean> {
  const { requester, kind, weeks, gives: offered, now } = request;
  if (kind !== 'giorno') return true;
  const period = periodOf(request);
  const days = judgedDays(period, [requester, partner]);
  const entries = await listEntries(tx, requester.id, days);
  return judgeOffer({
    kind,
    weeks,
    terms: termsOf(period, { ...requester, entries }, partner, givenDay),
    status: 'aperta',
    requester: participantOf(requester, 'standard'),
    offered,
    colleague: participantOf(partner, 'standard'),
    own: (await listEntries(tx, partner.id, days)).filter(isWorking),
    wasRefused: false,
    now,
  }).ok;
}

/** Open requests of other people that are the mirror image of this one, whether or not the two can swap. */
export async function listMirrors(database: Queryable, wish: Wish): Promise<OpenRequestRow[]> {
  const { requester, kind, gives, weeks, requestedShiftType, requestId, now } = wish;
  const [first] = gives;
  if (kind === 'giorno') return requestId === null ? [] : listDayMirrors(database, requestId, now);
  if (kind === 'ferie') return weeks ? listMirroredHolidays(database, requester, weeks, now) : [];
  if (!first?.shiftType) return [];
  const { date, shiftType } = first;
  const wanting = weeks
    ? await listRequestsWantingWeek(database, requester, [{ date: weeks.wanted.from, shiftType }], now)
    : await listRequestsWanting(database, requester, [{ date, shiftType }], now);
  return wanting.filter((other) => other.offeredDuties[0]?.shiftType === requestedShiftType);
}

export const periodOf = ({ kind, weeks, asked, requestedDay }: NewRequest): RequestPeriod => ({
  kind,
  requestedDay,
  offeredWeek: weeks?.offered.from ?? null,
  wantedWeek: weeks?.wanted.from ?? null,
  acceptableDays: asked?.acceptableDays ?? null,
});
