import type { Day, Instant } from '../../domain/calendar/day.ts';
import { addDays, daysOf, mondayWeekOf } from '../../domain/calendar/day.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import { namedAtStart, unworkedDays } from '../../domain/exchanges/askedDays.ts';
import type { DayTerms } from '../../domain/exchanges/dayRules.ts';
import { daysOfPeriod, type RequestPeriod } from '../../domain/exchanges/requestPeriod.ts';
import type { DatedDuty } from '../../domain/shifts/rules.ts';
import type { NewNotification } from '../notifications/queries.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { RefusalError } from '../platform/errors/refusalError.ts';
import { announceRequests, type EndReason, endSwaps, notifyAllBut } from './closing.ts';
import {
  type FilledDay,
  listOffersNeeding,
  listOpenRequestsNaming,
  type NeedyOffer,
} from './queries.days.ts';
import { listEntries } from './queries.duties.ts';
import type { PersonRow } from './queries.people.ts';
import { lapseOffersOf } from './queries.write.ts';

// Swaps of a day for another day stand on days on which their people do not work: the offered one in the colleague's
// calendar, the colleague's in the requester's. Work that comes to stand there ends them. Of an absence nobody else hears:
// it ends nothing, and who has agreed to work on a day withdraws before recording one.

type Flexible = Pick<PersonRow, 'enableFlexibleShifts'>;

/** All days that the rules look at: those of the request, and for swaps of days what lies around them. */
export function judgedDays(period: RequestPeriod, people: readonly Flexible[]): Day[] {
  const days = daysOfPeriod(period);
  if (period.kind !== 'giorno') return days;
  const isFlexible = people.some(({ enableFlexibleShifts }) => enableFlexibleShifts);
  const near = days.flatMap((day) => [
    addDays(day, -1),
    day,
    addDays(day, 1),
    ...(isFlexible ? daysOf(mondayWeekOf(day)) : []),
  ]);
  return [...new Set(near)].toSorted();
}

/** What the rules need to know of a swap of days; null for other kinds. */
export const termsOf = (
  { acceptableDays }: Pick<RequestPeriod, 'acceptableDays'>,
  requester: Flexible & { entries: readonly DatedDuty[] },
  colleague: Flexible,
  givenDay: Day | null,
): DayTerms | null =>
  acceptableDays && {
    acceptableDays,
    requesterEntries: requester.entries,
    givenDay,
    isRequesterFlexible: requester.enableFlexibleShifts,
    isColleagueFlexible: colleague.enableFlexibleShifts,
  };

/** The days of a request on which its requester does not work yet; null for other kinds. */
export async function findUnworkedDays(
  database: Queryable,
  { requesterId, acceptableDays }: Pick<RequestPeriod, 'acceptableDays'> & { requesterId: string },
): Promise<Day[] | null> {
  if (!acceptableDays) return null;
  return unworkedDays(acceptableDays, await listEntries(database, requesterId, acceptableDays));
}

/** @throws RefusalError exchange_day_promised, where a person has agreed to work on one of these days of absence */
export async function requireUnpromised(
  tx: Transaction,
  absences: readonly FilledDay[],
  now: Instant,
): Promise<void> {
  if (absences.length === 0) return;
  const offers = await listOffersNeeding(tx, absences);
  const promised = offers.find(
    ({ isOnOwnRequest, isReserved, expiresAt }) => expiresAt > now && (!isOnOwnRequest || isReserved),
  );
  if (!promised) return;
  const day = promised.isOnOwnRequest ? promised.duty.date : promised.requestedDay;
  throw new RefusalError(refuse('exchange_day_promised', { day: namedAtStart(day) }));
}

/**
 * Offers that need a day on which one of these people works now lapse; the other side is told. The requests
 * stay open. Who could still take them is to be reviewed once the calendars are written.
 * @returns the offers, and everybody whose lists changed
 */
export async function endOffersNeeding(
  tx: Transaction,
  filled: readonly FilledDay[],
  reason: EndReason,
  now: Instant,
  excluded: readonly string[] = [],
): Promise<{ offers: NeedyOffer[]; people: string[] }> {
  if (filled.length === 0) return { offers: [], people: [] };
  const offers = await listOffersNeeding(tx, filled);
  if (offers.length === 0) return { offers, people: [] };
  const made = offers.filter(({ isOnOwnRequest }) => !isOnOwnRequest);
  const received = offers.filter(({ isOnOwnRequest }) => isOnOwnRequest);
  const people = await endSwaps(tx, { requests: [], offers: made }, reason, now, excluded);
  await lapseOffersOf(tx, received, now);
  const notifications = received.map((offer): NewNotification => {
    const { id: requestId, requesterId: personId, offererId: userId, duty } = offer;
    return { userId, personId, facts: { fact: 'offer_day_gone', duty }, requestId };
  });
  await notifyAllBut(tx, excluded, notifications, now);
  return { offers, people: [...people, ...offers.flatMap((offer) => [offer.requesterId, offer.offererId])] };
}

/** Work has come or gone on days that own open requests name: who looks at those sees other days. */
export async function announceOpenDays(
  tx: Transaction,
  worksiteId: string,
  changed: readonly FilledDay[],
): Promise<void> {
  const requests = await listOpenRequestsNaming(tx, changed);
  if (requests.length === 0) return;
  const people = requests.map(({ requesterId }) => requesterId);
  await announceRequests(tx, worksiteId, requests, people);
}
