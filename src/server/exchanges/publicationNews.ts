import { matchText, type NotificationText, newRequestText } from '../../domain/notifications/texts.it.ts';
import { newHolidayRequestText, newWeekRequestText } from '../../domain/notifications/weekTexts.it.ts';
import { notify } from '../notifications/commands.ts';
import type { NewNotification } from '../notifications/queries.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { announce } from '../platform/events/hub.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { listAbleColleagues, type Proposal } from './colleagues.ts';
import { fullName } from './party.ts';
import { type Colleague, listPeopleOfDays } from './queries.people.ts';
import {
  listMirroredHolidays,
  listRequestsWanting,
  listRequestsWantingWeek,
  type OpenRequestRow,
} from './queries.ts';
import type { NewRequest } from './queries.write.ts';
import { type StoredSubject, timeOf, touchedDays } from './subject.ts';

/** What of a request says who mirrors it. */
type Wish = Proposal & Pick<NewRequest, 'requestedShiftType' | 'now'>;

/** Tells the colleagues who could take a request now, and both sides of a match, in the caller's transaction. */
export async function tellColleagues(
  tx: Transaction,
  { worksite }: SignedIn,
  request: NewRequest,
  requestId: string,
): Promise<void> {
  const { requester, offered, weeks, now } = request;
  const colleagues = await listAbleColleagues(tx, request, worksite.variant, now);
  const text = textOf(request);
  await notify(
    tx,
    colleagues.map(({ id }) => ({ userId: id, text, requestId })),
    now,
  );
  await tellMatches(tx, request, requestId, colleagues);
  const people = await listPeopleOfDays(tx, requester.worksiteId, touchedDays(weeks, offered.date));
  announce(tx, [requester.id, ...people], ['exchange-requests']);
  announce(tx, [requester.id], ['shifts']);
}

function textOf({
  requester,
  kind,
  offered,
  gives,
  weeks,
  requestedShiftType,
}: NewRequest): NotificationText {
  const name = fullName(requester);
  if (!weeks) return newRequestText(name, offered, requestedShiftType);
  if (kind === 'ferie') return newHolidayRequestText(name, weeks);
  return newWeekRequestText(name, weeks.offered, gives[0] ?? offered, requestedShiftType);
}

/**
 * Tells both sides of each open request that offers what this one wants and wants what this one offers.
 *
 * @param colleagues who could take this one now
 */
export async function tellMatches(
  tx: Transaction,
  request: NewRequest,
  requestId: string,
  colleagues: readonly Colleague[],
): Promise<void> {
  const { requester, now } = request;
  const time = timeOf(subjectOf(request));
  const news = (await listMirrors(tx, request)).flatMap((other): NewNotification[] => {
    const partner = colleagues.find((colleague) => colleague.id === other.requesterId);
    if (!partner) return [];
    return [
      { userId: requester.id, text: matchText(fullName(partner), time), requestId: other.id },
      { userId: partner.id, text: matchText(fullName(requester), timeOf(other)), requestId },
    ];
  });
  await notify(tx, news, now);
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

const subjectOf = ({ kind, weeks, requestedDay }: NewRequest): StoredSubject => ({
  kind,
  requestedDay,
  offeredWeek: weeks?.offered.from ?? null,
  wantedWeek: weeks?.wanted.from ?? null,
});
