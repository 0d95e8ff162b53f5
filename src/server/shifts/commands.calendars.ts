import type { Day, Instant } from '../../domain/calendar/day.ts';
import { entryOf } from '../../domain/shifts/rules.ts';
import type { Transaction } from '../platform/database/database.ts';
import { announce } from '../platform/events/hub.ts';
import type { CalendarOwner, DutyFollower } from './commands.replace.ts';
import type { LeavingEntry } from './queries.batches.ts';
import { deleteShifts, insertEntries, type UnwrittenEntry } from './queries.ts';

export interface CalendarChange {
  userId: string;
  leaving: readonly LeavingEntry[];
  /** Entries without an id get one. */
  written: readonly (UnwrittenEntry & { id?: string })[];
}

/**
 * Writes entries of any number of people and days, and updates the swaps they affect. The caller has checked the
 * entries and holds the worksite's lock.
 */
export async function writeCalendars(
  follower: DutyFollower,
  tx: Transaction,
  worksite: CalendarOwner['worksite'],
  changes: readonly CalendarChange[],
  now: Instant,
): Promise<void> {
  const watched = await follower.watchedDays(tx, worksite.id);
  const isWatched = ({ date }: { date: Day }): boolean => watched.has(date);
  const told = changes.map(({ userId, leaving, written }) => ({
    owner: { user: { id: userId }, worksite },
    leaving: leaving.filter(isWatched),
    written: written.filter(isWatched).map(entryOf),
  }));
  const lapsed: string[] = [];
  for (const { owner, leaving } of told) {
    if (leaving.length > 0) lapsed.push(...(await follower.dutiesLeave(tx, owner, leaving, now)));
  }
  const gone = changes.flatMap(({ leaving }) => leaving.map(({ id }) => id));
  if (gone.length > 0) await deleteShifts(tx, gone);
  const entries = changes.flatMap(({ userId, written }) => written.map((entry) => ({ ...entry, userId })));
  await insertEntries(tx, worksite.id, entries, now);
  await follower.review(tx, lapsed, now);
  for (const { owner, written } of told) {
    if (written.length > 0) await follower.dutiesRecorded(tx, owner, written, now);
  }
  const people = changes.map(({ userId }) => userId);
  announce(tx, people, ['shifts', 'exchange-requests']);
}
