import type { NotificationFacts } from '../../domain/notifications/facts.ts';
import { notify } from '../notifications/commands.ts';
import type { NewNotification } from '../notifications/queries.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { announce } from '../platform/events/hub.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { announceRequests } from './closing.ts';
import { listAbleColleagues, type Proposal } from './colleagues.ts';
import type { Colleague } from './queries.people.ts';
import {
  listMirroredHolidays,
  listRequestsWanting,
  listRequestsWantingWeek,
  type OpenRequestRow,
} from './queries.ts';
import type { NewRequest } from './queries.write.ts';
import { type RequestPeriod, timeOf } from './requestPeriod.ts';

/** What of a request says who mirrors it. */
type Wish = Proposal & Pick<NewRequest, 'requestedShiftType' | 'now'>;

/** Tells the colleagues who could take a request now, and both sides of a match, in the caller's transaction. */
export async function notifyColleagues(
  tx: Transaction,
  { worksite }: SignedIn,
  request: NewRequest,
  requestId: string,
): Promise<void> {
  const { requester, now } = request;
  const colleagues = await listAbleColleagues(tx, request, worksite.variant, now);
  const facts = factsOf(request);
  await notify(
    tx,
    colleagues.map(({ id }) => ({ userId: id, personId: requester.id, facts, requestId })),
    now,
  );
  await notifyMatches(tx, request, requestId, colleagues);
  await announceRequests(tx, requester.worksiteId, [periodOf(request)], [requester.id]);
  announce(tx, [requester.id], ['shifts']);
}

function factsOf({ kind, offered, gives, weeks, requestedShiftType }: NewRequest): NotificationFacts {
  const wanted = requestedShiftType;
  if (!weeks) return { fact: 'request_published', offered, wanted };
  if (kind === 'ferie') return { fact: 'holidays_published', weeks };
  return { fact: 'week_published', week: weeks.offered, offered: gives[0] ?? offered, wanted };
}

/**
 * Tells both sides of each open request that offers what this one wants and wants what this one offers.
 *
 * @param colleagues who could take this one now
 */
export async function notifyMatches(
  tx: Transaction,
  request: NewRequest,
  requestId: string,
  colleagues: readonly Colleague[],
): Promise<void> {
  const { requester, now } = request;
  const fact = 'requests_match';
  const time = timeOf(periodOf(request));
  const notifications = (await listMirrors(tx, request)).flatMap((other): NewNotification[] => {
    const partner = colleagues.find((colleague) => colleague.id === other.requesterId);
    if (!partner) return [];
    return [
      { userId: requester.id, personId: partner.id, facts: { fact, time }, requestId: other.id },
      { userId: partner.id, personId: requester.id, facts: { fact, time: timeOf(other) }, requestId },
    ];
  });
  await notify(tx, notifications, now);
}

/** Open requests of other people that are the mirror image of this one, whether or not the two can swap. */
export async function listMirrors(database: Queryable, wish: Wish): Promise<OpenRequestRow[]> {
  const { requester, kind, gives, weeks, requestedShiftType, now } = wish;
  const [first] = gives;
  if (kind === 'ferie') return weeks ? listMirroredHolidays(database, requester, weeks, now) : [];
  if (!first?.shiftType) return [];
  const wanting = weeks
    ? await listRequestsWantingWeek(database, requester, weeks.wanted.from, first.shiftType, now)
    : await listRequestsWanting(database, requester, first.date, first.shiftType, now);
  return wanting.filter((other) => other.offeredDuties[0]?.shiftType === requestedShiftType);
}

const periodOf = ({ kind, weeks, requestedDay }: NewRequest): RequestPeriod => ({
  kind,
  requestedDay,
  offeredWeek: weeks?.offered.from ?? null,
  wantedWeek: weeks?.wanted.from ?? null,
});
