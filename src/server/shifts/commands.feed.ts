import { createHash } from 'node:crypto';
import { addDays, dayInRome, type Instant } from '../../domain/calendar/day.ts';
import { writeCalendar } from '../../domain/calendar/ical.ts';
import {
  cancelledDays,
  eventsOf,
  feedDaysBack,
  type FeedEvent,
  reviseShown,
  writtenEvents,
} from '../../domain/shifts/feed.ts';
import type { FeedAddress, FeedOptions, FeedState } from '../../domain/shifts/schema.feed.ts';
import { insertAudit } from '../platform/audit.ts';
import { secondsAfter } from '../platform/clock.ts';
import type { AppContext } from '../platform/context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { lockActiveUser } from '../platform/session/queries.people.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { hashToken, newToken } from '../platform/session/tokens.ts';
import { requireOwnCalendar } from './commands.ts';
import {
  deleteFeed,
  type FeedMark,
  findFeedMark,
  findFeedOf,
  forgetShownEvents,
  listShownEvents,
  lockFeed,
  readFeedContent,
  saveFeed,
  saveShownEvents,
} from './queries.feed.ts';

const refreshHours = 1;

/** Whether the person has a feed, and since when; the address itself is not stored. */
export async function readFeedState({ database }: AppContext, { user }: SignedIn): Promise<FeedState> {
  const feed = await findFeedOf(database, user.id);
  return {
    exists: feed !== null,
    since: feed?.createdAt ?? null,
    withNotes: feed?.withNotes ?? false,
    withAbsences: feed?.withAbsences ?? false,
  };
}

/**
 * Creates the person's feed, or gives it a new address; the old one stops working.
 * @throws RefusalError shift_admin_without_calendar
 */
export async function makeFeed(
  { database, clock, settings }: AppContext,
  signedIn: SignedIn,
  options: FeedOptions,
): Promise<FeedAddress> {
  const { user } = signedIn;
  requireOwnCalendar(signedIn);
  const token = newToken();
  await database.transaction(async (tx) => {
    await lockActiveUser(tx, user.id);
    const now = clock.now();
    const before = await findFeedOf(tx, user.id);
    await saveFeed(tx, { ...options, userId: user.id, tokenHash: hashToken(token), now });
    const action = before ? 'calendar_feed_renewed' : 'calendar_feed_made';
    await recordFeed(tx, signedIn, action, now, options);
  });
  return { url: `${settings.publicUrl}/calendar/${token}.ics` };
}

/** Deletes the person's feed, if any. */
export async function endFeed({ database, clock }: AppContext, signedIn: SignedIn): Promise<void> {
  await database.transaction(async (tx) => {
    if (await deleteFeed(tx, signedIn.user.id))
      await recordFeed(tx, signedIn, 'calendar_feed_ended', clock.now());
  });
}

const recordFeed = (
  tx: Transaction,
  signedIn: SignedIn,
  action: string,
  at: Instant,
  after?: FeedOptions,
): Promise<void> =>
  insertAudit(tx, {
    at,
    signedIn,
    worksiteId: signedIn.user.worksiteId,
    action,
    targetType: 'user',
    targetId: signedIn.user.id,
    ...(after && { after }),
  });

/** The response to a calendar app; `text` is null if the app is up to date. */
export interface FeedAnswer {
  etag: string;
  text: string | null;
}

/**
 * The current feed of a token; null if no active account has it. Changes in what it shows are recorded on reading, so
 * any change of the calendar is noticed (decision ‘A feed notes what it has shown’).
 * @param isKnown whether the app holds the text with this ETag
 */
export async function readFeed(
  context: AppContext,
  token: string,
  isKnown: (etag: string) => boolean,
): Promise<FeedAnswer | null> {
  const tokenHash = hashToken(token);
  const now = context.clock.now();
  const from = addDays(dayInRome(now), -feedDaysBack);
  const cancelledSince = secondsAfter(now, -cancelledDays * 24 * 3600);
  const mark = await findFeedMark(context.database, tokenHash, from, cancelledSince);
  if (!mark) return null;
  const etag = etagOf(mark);
  if (isKnown(etag)) return { etag, text: null };
  return context.database.transaction(async (tx) => {
    const feed = await lockFeed(tx, tokenHash);
    if (!feed) return null;
    const { userId } = feed;
    await forgetShownEvents(tx, userId, from, cancelledSince);
    const { entries, worksiteName, contentHash } = await readFeedContent(tx, userId, from);
    const events = eventsOf(entries, worksiteName);
    const before = await listShownEvents(tx, userId);
    const changed = reviseShown(before, events, hashOfEvent, now);
    const revision = changed.length > 0 ? await saveShownEvents(tx, userId, changed) : feed.revision;
    const written = writtenEvents(events, [...before, ...changed], cancelledSince);
    const cancelled = written.filter(({ isCancelled }) => isCancelled).length;
    const calendar = { name: `Turni · ${worksiteName}`, refreshHours };
    return { etag: etagOf({ revision, contentHash, cancelled }), text: writeCalendar(calendar, written) };
  });
}

const etagOf = ({ revision, contentHash, cancelled }: FeedMark): string =>
  `"${revision}-${cancelled}-${contentHash}"`;

/** A hash of everything shown, so that notes are not stored twice. */
const hashOfEvent = (event: FeedEvent): string =>
  createHash('sha256').update(JSON.stringify(event)).digest('base64');
