import { type Instant, saturdayWeekOf } from '../../domain/calendar/day.ts';
import { hasBegun } from '../../domain/exchanges/rules.ts';
import { offerLapsedText, requestClosedText } from '../../domain/notifications/texts.it.ts';
import { isWorking } from '../../domain/shifts/duty.ts';
import type { DatedDuty } from '../../domain/shifts/rules.ts';
import { notify } from '../notifications/commands.ts';
import type { NewNotification } from '../notifications/queries.ts';
import type { Transaction } from '../platform/database/database.ts';
import { announce } from '../platform/events/hub.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { closeExpired } from './commands.expire.ts';
import { fullName } from './party.ts';
import { listPeopleOfDays } from './queries.people.ts';
import {
  type Concerned,
  listOffersGaining,
  listOpenRequestsGaining,
  listSwapsWith,
} from './queries.release.ts';
import type { Closing } from './queries.ts';
import { closeRequest, lapseOffersOf, lapseOffersOn } from './queries.write.ts';
import { daysOfSubject, timeOf } from './subject.ts';

/** Whose duties leave every swap they are part of, and why. */
export interface Release {
  ownerId: string;
  ownerName: string;
  closing: Closing & { status: 'annullata' };
  /** People who hear of it otherwise. */
  untold?: readonly string[];
}

/**
 * Takes duties out of everything they are offered in: their open requests close, offers made with them lapse, and the
 * other side of each is told. The caller holds the worksite's lock.
 *
 * @returns everybody whose lists changed
 */
export async function withdrawDuties(
  tx: Transaction,
  release: Release,
  shiftIds: readonly string[],
  now: Instant,
): Promise<string[]> {
  return endSwaps(tx, release, await listSwapsWith(tx, release.ownerId, shiftIds), now);
}

async function endSwaps(
  tx: Transaction,
  release: Release,
  { requests, offers }: Concerned,
  now: Instant,
): Promise<string[]> {
  const { ownerId, ownerName, untold = [] } = release;
  const news: NewNotification[] = [];
  const concerned: string[] = [];
  for (const request of requests) {
    const pending = await lapseOffersOn(tx, request.id, now);
    await closeRequest(tx, request.id, release.closing, now);
    const text = requestClosedText(ownerName, timeOf(request));
    news.push(...pending.map((userId) => ({ userId, text, requestId: request.id })));
    concerned.push(ownerId, ...pending);
  }
  const lapsing = offers.map(({ id }) => id);
  if (lapsing.length > 0) await lapseOffersOf(tx, ownerId, lapsing, now);
  for (const request of offers) {
    const { id: requestId, requesterId: userId } = request;
    news.push({ userId, text: offerLapsedText(ownerName, timeOf(request)), requestId });
    concerned.push(userId);
  }
  await notify(
    tx,
    news.filter(({ userId }) => !untold.includes(userId)),
    now,
  );
  return concerned;
}

/** The owner changes or removes a shift: it leaves every swap it is offered in. */
export async function releaseShift(
  tx: Transaction,
  { user, worksite }: SignedIn,
  shift: { id: string },
  now: Instant,
): Promise<void> {
  await closeExpired(tx, worksite.id, now);
  const concerned = await listSwapsWith(tx, user.id, [shift.id]);
  await endChangedSwaps(tx, { user, worksite }, concerned, now);
}

/**
 * The owner of a taxi calendar has one more entry, or more work, in a week: swaps of the whole week that were agreed
 * without it end. The caller has written the entry and holds the worksite's lock.
 */
export async function releaseGainingWeeks(
  tx: Transaction,
  { user, worksite }: SignedIn,
  entry: DatedDuty,
  now: Instant,
): Promise<void> {
  if (worksite.variant !== 'taxi') return;
  await closeExpired(tx, worksite.id, now);
  const saturday = saturdayWeekOf(entry.date).from;
  const isWork = isWorking(entry) && !hasBegun(entry, now);
  const requests = await listOpenRequestsGaining(tx, user.id, saturday, isWork);
  const offers = await listOffersGaining(tx, user.id, saturday, isWork);
  await endChangedSwaps(tx, { user, worksite }, { requests, offers }, now);
}

async function endChangedSwaps(
  tx: Transaction,
  { user, worksite }: Pick<SignedIn, 'user' | 'worksite'>,
  concerned: Concerned,
  now: Instant,
): Promise<void> {
  const closing = { status: 'annullata', reason: 'shift_changed' } as const;
  const people = await endSwaps(tx, { ownerId: user.id, ownerName: fullName(user), closing }, concerned, now);
  if (people.length === 0) return;
  const days = [...concerned.requests, ...concerned.offers].flatMap(daysOfSubject);
  const bystanders = await listPeopleOfDays(tx, worksite.id, [...new Set(days)]);
  announce(tx, [...people, ...bystanders], ['exchange-requests']);
}
