import { type Day, type Instant, saturdayWeekOf } from '../../domain/calendar/day.ts';
import { hasBegun } from '../../domain/exchanges/rules.ts';
import { isWorking } from '../../domain/shifts/duty.ts';
import type { DatedDuty } from '../../domain/shifts/rules.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { CalendarOwner, DutyFollower } from '../shifts/commands.replace.ts';
import { announceRequests, endSwaps } from './closing.ts';
import { notifyCompatibleShifts, typedDuties } from './commands.compatible.ts';
import { closeExpired } from './commands.expire.ts';
import { reviewRequests } from './commands.review.ts';
import { announceOpenDays, endOffersNeeding, requireUnpromised } from './openDays.ts';
import { type FilledDay, isAnySwapConcerned } from './queries.days.ts';
import {
  type EndingSwaps,
  listOffersGaining,
  listOpenRequestsOf,
  listStandingOffersOf,
  listOpenRequestsGaining,
  listSwapsWith,
  listWatchedDays,
} from './queries.ending.ts';
import { candidateAsStored } from './queries.people.ts';

/** What a change of a calendar means for the swaps its duties are part of, and for those who look for one. */
export const swapsFollowDuties: DutyFollower = {
  watchedDays: listWatchedDays,
  dutiesLeave: async (tx, { user, worksite }, shifts, now) => {
    await closeExpired(tx, worksite.id, now);
    const shiftIds = shifts.map(({ id }) => id);
    const swaps = await listSwapsWith(tx, [user.id], shiftIds);
    const lapsed = await endChangedSwaps(tx, worksite.id, swaps, now);
    return async () => {
      await reviewRequests(tx, lapsed, now);
      if (worksite.variant === 'standard')
        await announceOpenDays(tx, worksite.id, daysOf(user, shifts.filter(isWorking)));
    };
  },
  dutiesRecorded: async (tx, signedIn, entries, now) => {
    if (!(await isAnybodyConcerned(tx, signedIn, entries, now))) return;
    // swaps of its week were agreed without it, and somebody may want it
    await releaseGainingWeeks(tx, signedIn, entries, now);
    await releaseFilledDays(tx, signedIn, entries, now);
    await notifyCompatibleShifts(tx, signedIn, entries, now);
  },
};

/** Whether recorded entries can mean anything for a swap: mostly they do not, and what follows is asked step by step. */
async function isAnybodyConcerned(
  tx: Transaction,
  { user, worksite }: CalendarOwner,
  entries: readonly DatedDuty[],
  now: Instant,
): Promise<boolean> {
  if (worksite.variant !== 'standard') return true;
  // the contract may have changed since the session was read
  const person = candidateAsStored(user.id, worksite.id);
  return isAnySwapConcerned(tx, person, daysOf(user, entries), typedDuties(entries, now), now);
}

/**
 * The owner of a taxi calendar has more entries, or more work, in some weeks: swaps of whole weeks that were agreed
 * without them end. The caller has written the entries and holds the worksite's lock.
 */
async function releaseGainingWeeks(
  tx: Transaction,
  { user, worksite }: CalendarOwner,
  entries: readonly DatedDuty[],
  now: Instant,
): Promise<void> {
  if (worksite.variant !== 'taxi') return;
  await closeExpired(tx, worksite.id, now);
  const weeks = Map.groupBy(entries, ({ date }) => saturdayWeekOf(date).from);
  for (const [saturday, ofWeek] of weeks) {
    const isWork = ofWeek.some((entry) => isWorking(entry) && !hasBegun(entry, now));
    const requests = await listOpenRequestsGaining(tx, user.id, saturday, isWork);
    const offers = await listOffersGaining(tx, user.id, saturday, isWork);
    await reviewRequests(tx, await endChangedSwaps(tx, worksite.id, { requests, offers }, now), now);
  }
}

const daysOf = ({ id: userId }: CalendarOwner['user'], entries: readonly { date: Day }[]): FilledDay[] =>
  entries.map(({ date: day }) => ({ userId, day }));

/** Work fills its day: offers in swaps of days that need it free lapse. An absence ends none, and nobody hears of it. */
async function releaseFilledDays(
  tx: Transaction,
  { user, worksite }: CalendarOwner,
  entries: readonly DatedDuty[],
  now: Instant,
): Promise<void> {
  if (worksite.variant !== 'standard') return;
  const work = daysOf(user, entries.filter(isWorking));
  const absences = entries.filter((entry) => !isWorking(entry) && entry.workLocation !== 'libero');
  await requireUnpromised(tx, daysOf(user, absences), now);
  if (work.length === 0) return;
  await closeExpired(tx, worksite.id, now);
  const { offers, people } = await endOffersNeeding(tx, work, 'shift_changed', now);
  if (people.length > 0) await announceRequests(tx, worksite.id, offers, people);
  const lapsed = offers.map(({ id }) => id);
  await reviewRequests(tx, lapsed, now);
  await announceOpenDays(tx, worksite.id, work);
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

export interface OwnerChange {
  id: string;
  worksiteId: string;
  /**
   * Another contract; shut out; or, not written yet, the account becomes an administrator's or ends, and the person is not
   * told.
   */
  cause: 'contract' | 'deactivated' | 'promoted' | 'account_ended';
}

/**
 * A person's contract or account changed: their open requests close, their offers lapse, the other sides are notified. The
 * caller holds the worksite's lock.
 */
export async function closeSwapsOfOwner(
  tx: Transaction,
  { id, worksiteId, cause }: OwnerChange,
  now: Instant,
): Promise<void> {
  await closeExpired(tx, worksiteId, now);
  const requests = await listOpenRequestsOf(tx, id);
  const offers = await listStandingOffersOf(tx, id);
  const people = await endSwaps(tx, { requests, offers }, cause, now);
  const isWritten = cause === 'contract' || cause === 'deactivated';
  const reviewed = offers.map((offer) => offer.id);
  await reviewRequests(tx, reviewed, now, isWritten ? null : id);
  await announceRequests(tx, worksiteId, [...requests, ...offers], [id, ...people]);
}
