import sql, { type Sql } from 'sql-template-tag';
import type { Day, Instant } from '../../domain/calendar/day.ts';
import type { FeedEntry, ShownEvent } from '../../domain/shifts/feed.ts';
import type { FeedOptions } from '../../domain/shifts/schema.feed.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { dutyFields } from './queries.ts';

export interface StoredFeed extends FeedOptions {
  createdAt: Instant;
}

export const findFeedOf = (database: Queryable, userId: string): Promise<StoredFeed | null> =>
  database.maybeOne(sql`
    select with_notes, with_absences, created_at from calendar_feeds where user_id = ${userId}`);

/** Creates a person's feed, or gives it a new address; the history of what it showed continues. */
export async function saveFeed(
  tx: Transaction,
  feed: FeedOptions & { userId: string; tokenHash: Uint8Array; now: Instant },
): Promise<void> {
  await tx.run(sql`
    insert into calendar_feeds (user_id, token_hash, with_notes, with_absences, created_at)
    values (${feed.userId}, ${feed.tokenHash}, ${feed.withNotes}, ${feed.withAbsences}, ${feed.now})
    on conflict (user_id) do update set token_hash = excluded.token_hash, with_notes = excluded.with_notes,
      with_absences = excluded.with_absences, created_at = excluded.created_at`);
  // subscribers to the new address have seen nothing that could be cancelled, least of all an absence
  await tx.run(sql`
    delete from calendar_feed_events
    where user_id = ${feed.userId} and (cancelled_at is not null or start_time is null)`);
}

export const deleteFeed = async (tx: Transaction, userId: string): Promise<boolean> =>
  (await tx.run(sql`delete from calendar_feeds where user_id = ${userId}`)) > 0;

/** The content of a feed, and a mark that changes with it. */
interface FeedContent {
  userId: string;
  /** See `contentHash` of `FeedMark`. */
  entries: FeedEntry[];
  worksiteName: string;
}

/** Tells an app that has read the feed before whether anything changed. */
export interface FeedMark {
  revision: number;
  /** Hash of the entries it would show now and of their worksite's name. */
  contentHash: string;
  cancelled: number;
}

/** A feed `f` of a person `u` who may sign in, with worksite `w`. */
const livingFeed = (tokenHash: Uint8Array): Sql => sql`
  calendar_feeds f
  join users u on u.id = f.user_id and u.is_active and u.anonymised_at is null
  join worksites w on w.id = u.worksite_id
  where f.token_hash = ${tokenHash}`;

/** The entries that feed `f` shows from `from` on, by day, as a JSON array. */
const entriesOf = (from: Day): Sql => sql`(
  select coalesce(json_agg(json_build_object('id', s.id, ${dutyFields},
    'notes', case when f.with_notes then s.notes end) order by s.day), '[]')
  from shifts s
  where s.user_id = f.user_id and s.day >= ${from}
    and (s.start_time is not null or (f.with_absences and s.work_location in ('ferie', 'malattia'))))`;

const hashOf = (from: Day): Sql => sql`md5(concat(${entriesOf(from)}, w.name))`;

export const findFeedMark = (
  database: Queryable,
  tokenHash: Uint8Array,
  from: Day,
  cancelledSince: Instant,
): Promise<FeedMark | null> =>
  database.maybeOne(sql`
    select f.revision, ${hashOf(from)} as content_hash,
      (select count(*) from calendar_feed_events e
        where e.user_id = f.user_id and e.day >= ${from} and e.cancelled_at > ${cancelledSince}) as cancelled
    from ${livingFeed(tokenHash)}`);

/** Locks the feed of a token: two concurrent readers must not both record changes. */
export const lockFeed = (
  tx: Transaction,
  tokenHash: Uint8Array,
): Promise<{ userId: string; revision: number } | null> =>
  tx.maybeOne(sql`
    select f.user_id, f.revision from ${livingFeed(tokenHash)} for update of f`);

export const readFeedContent = (
  tx: Transaction,
  userId: string,
  from: Day,
): Promise<FeedContent & { contentHash: string }> =>
  tx.one(sql`
    select f.user_id, ${entriesOf(from)} as entries, w.name as worksite_name, ${hashOf(from)} as content_hash
    from calendar_feeds f join users u on u.id = f.user_id join worksites w on w.id = u.worksite_id
    where f.user_id = ${userId}`);

export const listShownEvents = (tx: Transaction, userId: string): Promise<ShownEvent[]> =>
  tx.many(sql`
    select shift_id, part, day, start_time, end_time, content_hash, sequence, changed_at, cancelled_at
    from calendar_feed_events where user_id = ${userId}`);

/**
 * Deletes events before the feed's first day, and those cancelled long ago unless their entry still exists: it may be
 * shown again, and its sequence must not fall.
 */
export async function forgetShownEvents(
  tx: Transaction,
  userId: string,
  from: Day,
  cancelledSince: Instant,
): Promise<void> {
  await tx.run(sql`
    delete from calendar_feed_events e
    where e.user_id = ${userId} and (e.day < ${from} or (e.cancelled_at <= ${cancelledSince}
      and not exists (select from shifts s where s.id = e.shift_id)))`);
}

/** Records what the feed shows from now on. @returns its revision */
export async function saveShownEvents(
  tx: Transaction,
  userId: string,
  changed: readonly ShownEvent[],
): Promise<number> {
  await tx.run(sql`
    insert into calendar_feed_events (user_id, shift_id, part, day, start_time, end_time, content_hash, sequence,
      changed_at, cancelled_at)
    select ${userId}, e."shiftId", e.part, e.day, e."startTime", e."endTime", e."contentHash", e.sequence, e."changedAt",
      e."cancelledAt"
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as e ("shiftId" uuid, part smallint, day date,
      "startTime" time, "endTime" time, "contentHash" text, sequence integer, "changedAt" timestamptz,
      "cancelledAt" timestamptz)
    on conflict (user_id, shift_id, part) do update set day = excluded.day, start_time = excluded.start_time,
      end_time = excluded.end_time, content_hash = excluded.content_hash, sequence = excluded.sequence,
      changed_at = excluded.changed_at, cancelled_at = excluded.cancelled_at`);
  const { revision } = await tx.one<{ revision: number }>(sql`
    update calendar_feeds set revision = revision + 1 where user_id = ${userId} returning revision`);
  return revision;
}
