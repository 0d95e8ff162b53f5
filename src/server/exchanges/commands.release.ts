import type { Day, Instant } from '../../domain/calendar/day.ts';
import {
  type EndingSwaps,
  type PersonDay,
  swapsOf,
  swapsWith,
  weeksGaining,
} from '../../domain/exchanges/ending.ts';
import { daysOfPeriod, type ExchangeFacts } from '../../domain/exchanges/request.ts';
import { helpedBy, typedDuties } from '../../domain/exchanges/takers.ts';
import { isWorking } from '../../domain/shifts/duty.ts';
import type { Entry } from '../../domain/shifts/rules.ts';
import { notify } from '../notifications/commands.ts';
import type { NewNotification } from '../notifications/queries.ts';
import type { Transaction } from '../platform/database/database.ts';
import { requireFound } from '../platform/errors/refusalError.ts';
import type { CalendarOwner, DutyFollower } from '../shifts/commands.replace.ts';
import {
  announceOpenDays,
  announceRequests,
  endOffersNeeding,
  endSwaps,
  requireUnpromised,
} from './closing.ts';
import { closeExpired } from './commands.expire.ts';
import { reviewRequests } from './commands.review.ts';
import { listWatchedDays } from './queries.ending.ts';
import { findPerson, listEntries, participantOf } from './queries.people.ts';
import { listOpenRequests } from './queries.requests.ts';

/** Updates swaps when a calendar changes: those its duties are part of, and those of people looking for one. */
export const swapsFollowDuties: DutyFollower = {
  watchedDays: listWatchedDays,
  review: reviewRequests,
  dutiesLeave: async (tx, { user, worksite }, shifts, now) => {
    await closeExpired(tx, worksite.id, now);
    const days = shifts.map(({ date }) => date);
    const open = await listOpenRequests(tx, worksite.id, days);
    const shiftIds = shifts.map(({ id }) => id);
    const lapsed = await endChangedSwaps(tx, worksite.id, swapsWith(open, [user.id], shiftIds), now);
    await announceOpenDays(tx, worksite.id, open, daysOf(user, shifts.filter(isWorking)));
    return lapsed;
  },
  dutiesRecorded: async (tx, owner, entries, now) => {
    const { id } = owner.worksite;
    const days = entries.map(({ date }) => date);
    const open = await listOpenRequests(tx, id, days);
    if (open.length === 0) return;
    // swaps of its week were agreed without it, and a request may want it
    await releaseGainingWeeks(tx, owner, entries, open, now);
    await releaseFilledDays(tx, owner, entries, open, now);
    await notifyCompatibleShifts(tx, owner, entries, open, now);
  },
};

/**
 * Ends swaps of taxi weeks that gained entries or work and were agreed without them. The caller has written the entries
 * and holds the worksite's lock.
 */
async function releaseGainingWeeks(
  tx: Transaction,
  { user, worksite }: CalendarOwner,
  entries: readonly Entry[],
  open: readonly ExchangeFacts[],
  now: Instant,
): Promise<void> {
  const { requests, offers } = weeksGaining(open, user.id, entries, now);
  if (requests.length === 0 && offers.length === 0) return;
  await closeExpired(tx, worksite.id, now);
  const isStill = ({ expiresAt }: ExchangeFacts): boolean => expiresAt > now;
  const ending = { requests: requests.filter(isStill), offers: offers.filter(isStill) };
  await reviewRequests(tx, await endChangedSwaps(tx, worksite.id, ending, now), now);
}

const daysOf = ({ id: userId }: CalendarOwner['user'], entries: readonly { date: Day }[]): PersonDay[] =>
  entries.map(({ date: day }) => ({ userId, day }));

/** Lapses offers in swaps of days that need a day now filled with work. An absence lapses none, and nobody is told. */
async function releaseFilledDays(
  tx: Transaction,
  { user, worksite }: CalendarOwner,
  entries: readonly Entry[],
  open: readonly ExchangeFacts[],
  now: Instant,
): Promise<void> {
  const work = daysOf(user, entries.filter(isWorking));
  const absences = entries.filter((entry) => !isWorking(entry) && entry.workLocation !== 'libero');
  requireUnpromised(open, daysOf(user, absences), now);
  const stillOpen = open.filter(({ expiresAt }) => expiresAt > now);
  if (stillOpen.length < open.length) await closeExpired(tx, worksite.id, now);
  const { offers, people } = await endOffersNeeding(tx, stillOpen, work, 'shift_changed', now);
  if (people.length > 0) await announceRequests(tx, worksite.id, offers, people);
  const lapsed = offers.map(({ id }) => id);
  await reviewRequests(tx, lapsed, now);
  await announceOpenDays(tx, worksite.id, stillOpen, work);
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
   * The contract changed or the person was deactivated; or, not stored yet, the account is promoted to administrator or
   * deleted, and the person is not notified.
   */
  cause: 'contract' | 'deactivated' | 'promoted' | 'account_ended';
}

/**
 * A person's contract or account changed: closes their open requests, lapses their offers and notifies the other sides.
 * The caller holds the worksite's lock.
 */
export async function closeSwapsOfOwner(
  tx: Transaction,
  { id, worksiteId, cause }: OwnerChange,
  now: Instant,
): Promise<void> {
  await closeExpired(tx, worksiteId, now);
  const { requests, offers } = swapsOf(await listOpenRequests(tx, worksiteId), id);
  const people = await endSwaps(tx, { requests, offers }, cause, now);
  const isWritten = cause === 'contract' || cause === 'deactivated';
  const reviewed = offers.map((offer) => offer.id);
  await reviewRequests(tx, reviewed, now, isWritten ? null : id);
  await announceRequests(tx, worksiteId, [...requests, ...offers], [id, ...people]);
}

/**
 * Notifies requesters who want exactly the duties a person recorded and could have them now. The caller has written the
 * entries and holds the worksite's lock.
 * @param open the requests about their days
 */
async function notifyCompatibleShifts(
  tx: Transaction,
  { user, worksite }: CalendarOwner,
  recorded: readonly Entry[],
  open: readonly ExchangeFacts[],
  now: Instant,
): Promise<void> {
  const duties = typedDuties(recorded, now);
  const others = open.filter(({ requesterId }) => requesterId !== user.id);
  if (duties.length === 0 || others.length === 0) return;
  // under the lock: the contract may have changed since the session was read
  const person = requireFound(await findPerson(tx, user.id));
  // undoing a roster also restores shifts of people who have left
  if (!person.isActive) return;
  const entries = await listEntries(tx, user.id, [...new Set(others.flatMap(daysOfPeriod))]);
  const helper = { person: participantOf(person, worksite.variant), entries };
  const news = helpedBy(others, helper, duties, now).map(({ request, duty, week }): NewNotification => ({
    userId: request.requesterId,
    personId: user.id,
    facts: week ? { fact: 'week_recorded', week, duty } : { fact: 'shift_recorded', duty },
    requestId: request.id,
  }));
  await notify(tx, news, now);
}
