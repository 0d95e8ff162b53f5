import { type Day, type Instant, saturdayWeekOf } from '../../domain/calendar/day.ts';
import { hasBegun } from '../../domain/exchanges/rules.ts';
import { isWorking } from '../../domain/shifts/duty.ts';
import type { DatedDuty } from '../../domain/shifts/rules.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { SignedIn } from '../platform/session/session.ts';
import type { DutyFollower } from '../shifts/commands.replace.ts';
import { announceRequests, endSwaps } from './closing.ts';
import { notifyCompatibleShift } from './commands.compatible.ts';
import { closeExpired } from './commands.expire.ts';
import { reviewRequests } from './commands.review.ts';
import { announceOpenDays, endOffersNeeding } from './openDays.ts';
import type { FilledDay } from './queries.days.ts';
import {
  type EndingSwaps,
  listOffersGaining,
  listOpenRequestsGaining,
  listSwapsWith,
} from './queries.ending.ts';

/** What a change of a calendar means for the swaps its duties are part of, and for those who look for one. */
export const swapsFollowDuties: DutyFollower = {
  dutyLeaves: async (tx, { user, worksite }, shift, now) => {
    await closeExpired(tx, worksite.id, now);
    const lapsed = await endChangedSwaps(
      tx,
      worksite.id,
      await listSwapsWith(tx, [user.id], [shift.id]),
      now,
    );
    return async () => {
      await reviewRequests(tx, lapsed, now);
      if (worksite.variant === 'standard') await announceOpenDays(tx, worksite.id, [dayOf(user, shift)], now);
    };
  },
  dutyRecorded: async (tx, signedIn, entry, now) => {
    // swaps of its week were agreed without it, and somebody may want it
    await releaseGainingWeeks(tx, signedIn, entry, now);
    await releaseFilledDay(tx, signedIn, entry, now);
    await notifyCompatibleShift(tx, signedIn, entry, now);
  },
};

/**
 * The owner of a taxi calendar has one more entry, or more work, in a week: swaps of the whole week that were agreed
 * without it end. The caller has written the entry and holds the worksite's lock.
 */
async function releaseGainingWeeks(
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
  await reviewRequests(tx, await endChangedSwaps(tx, worksite.id, { requests, offers }, now), now);
}

const dayOf = ({ id }: SignedIn['user'], { date }: { date: Day }): FilledDay => ({ userId: id, day: date });

/** What is not rest fills its day: offers in swaps of days that need it free lapse, whatever it is. */
async function releaseFilledDay(
  tx: Transaction,
  { user, worksite }: SignedIn,
  entry: DatedDuty,
  now: Instant,
): Promise<void> {
  if (worksite.variant !== 'standard') return;
  const filled = [dayOf(user, entry)];
  if (entry.workLocation !== 'libero') {
    await closeExpired(tx, worksite.id, now);
    const { offers, people } = await endOffersNeeding(tx, filled, 'shift_changed', now);
    if (people.length > 0) await announceRequests(tx, worksite.id, offers, people);
    const lapsed = offers.map(({ id }) => id);
    await reviewRequests(tx, lapsed, now);
  }
  await announceOpenDays(tx, worksite.id, filled, now);
}

/** @returns open requests that lost an offer */
async function endChangedSwaps(
  tx: Transaction,
  worksiteId: string,
  { requests, offers }: EndingSwaps,
  now: Instant,
): Promise<string[]> {
  const people = await endSwaps(tx, { requests, offers }, 'shift_changed', now);
  if (people.length > 0) await announceRequests(tx, worksiteId, [...requests, ...offers], people);
  return offers.map(({ id }) => id);
}
