import type { Day, Instant } from '../../domain/calendar/day.ts';
import {
  contractClosedText,
  ownerClosedText,
  ownerOfferLapsedText,
} from '../../domain/notifications/texts.it.ts';
import { notify } from '../notifications/commands.ts';
import type { NewNotification } from '../notifications/queries.ts';
import type { Transaction } from '../platform/database/database.ts';
import { announce } from '../platform/events/hub.ts';
import { closeExpired } from './commands.expire.ts';
import { listOpenRequestsOf, listStandingOffersOf } from './queries.owner.ts';
import { listPeopleOfDays } from './queries.people.ts';
import { closeRequest, lapseOffersOn, setOfferStatus } from './queries.write.ts';
import { daysOfSubject, timeOf } from './subject.ts';

/** The person who can no longer swap as before. */
export interface Leaver {
  id: string;
  worksiteId: string;
  name: string;
  /** Whether they hear of their own closed requests: not when their account is gone. */
  isTold: boolean;
}

/**
 * A person's contract or account changed: their open requests close, their offers lapse, the other sides are told. The
 * caller holds the worksite's lock.
 *
 * @returns how many requests closed and how many offers lapsed
 */
export async function leaveSwaps(
  tx: Transaction,
  leaver: Leaver,
  now: Instant,
): Promise<{ requests: number; offers: number }> {
  const news: NewNotification[] = [];
  const days = new Set<Day>();
  await closeExpired(tx, leaver.worksiteId, now);
  const requests = await listOpenRequestsOf(tx, leaver.id);
  for (const request of requests) {
    const { id } = request;
    const time = timeOf(request);
    const pending = await lapseOffersOn(tx, id, now);
    await closeRequest(tx, id, { status: 'annullata', reason: 'owner_changed' }, now);
    const text = ownerClosedText(leaver.name, time);
    news.push(...pending.map((userId) => ({ userId, text, requestId: id })));
    if (leaver.isTold) news.push({ userId: leaver.id, text: contractClosedText(time), requestId: id });
    for (const day of daysOfSubject(request)) days.add(day);
  }
  const offers = await listStandingOffersOf(tx, leaver.id);
  for (const offer of offers) {
    const { requestId, requesterId } = offer;
    await setOfferStatus(tx, requestId, leaver.id, 'decaduta', now);
    news.push({ userId: requesterId, text: ownerOfferLapsedText(leaver.name, timeOf(offer)), requestId });
    for (const day of daysOfSubject(offer)) days.add(day);
  }
  await notify(tx, news, now);
  const people = [leaver.id, ...news.map(({ userId }) => userId)];
  if (days.size > 0) people.push(...(await listPeopleOfDays(tx, leaver.worksiteId, [...days])));
  announce(tx, people, ['exchange-requests']);
  return { requests: requests.length, offers: offers.length };
}
