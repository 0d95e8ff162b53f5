import { addDays, addHours, dayInRome, type Instant, instantInRome, timeInRome } from '../../calendar/day.ts';
import type { Outcome, Tries } from '../../outbox/rules.ts';
import { addressOf, entryOf, type NotificationType } from '../types.ts';
import type { PushPreferences } from './schema.ts';
import { discreetBody, manyTitle } from './texts.it.ts';

export interface QueuedPush {
  id: string;
  type: NotificationType;
  requestId: string | null;
  /** The full text, as the bell shows it. */
  title: string;
  message: string;
  /** Its matter is over, or the recipient has read it. */
  isSettled: boolean;
  /** The start of its matter's first shift; null if none. */
  beginsAt: Instant | null;
  queuedAt: Instant;
  wasHeld: boolean;
}

/** A message for a device, standing for one or more notifications. */
export interface PushMessage {
  /** The ids of the queue rows it sends. */
  ids: string[];
  /** A later message with the same tag replaces it. */
  tag: string;
  title: string;
  body: string;
  /** The path within the product that a tap opens. */
  path: string;
  /** Not delivered after this. */
  uselessAt: Instant;
}

export interface PushPlan {
  /** Ids no longer worth sending. */
  dropped: string[];
  /** Ids that wait for the end of the quiet hours. */
  held: string[];
  heldUntil: Instant | null;
  messages: PushMessage[];
}

/** The tag of messages about several matters. */
export const summaryTag = 'turnario';
/** The tag of the test button's message, which has no matter. */
export const testTag = 'prova';

const longestHours = 24;
/** More matters than this become one message. */
const mostAtOnce = 3;

/** When the current quiet hours end; null outside them. */
export function endOfQuiet(
  now: Instant,
  { quietFrom, quietTo }: Pick<PushPreferences, 'quietFrom' | 'quietTo'>,
): Instant | null {
  const time = timeInRome(now);
  const isOverMidnight = quietFrom > quietTo;
  const isQuiet = isOverMidnight ? time >= quietFrom || time < quietTo : time >= quietFrom && time < quietTo;
  if (!isQuiet) return null;
  const day = dayInRome(now);
  return instantInRome(time < quietTo ? day : addDays(day, 1), quietTo);
}

/**
 * Plans the due notifications of one device: drops those settled, unwanted or late; during quiet hours holds those that
 * do not begin before the end; merges those of one matter or one event.
 * @param due oldest first
 */
export function planPushes(due: readonly QueuedPush[], preferences: PushPreferences, now: Instant): PushPlan {
  const quietEnd = endOfQuiet(now, preferences);
  const isNeeded = (push: QueuedPush): boolean =>
    !push.isSettled && !preferences.subjectsOff.includes(entryOf(push.type).push) && uselessAt(push) > now;
  const isHeld = ({ beginsAt, queuedAt }: QueuedPush): boolean =>
    quietEnd !== null && (beginsAt === null || beginsAt >= quietEnd || beginsAt <= queuedAt);
  const needed = due.filter(isNeeded);
  const idsOf = (pushes: readonly QueuedPush[]): string[] => pushes.map(({ id }) => id);
  return {
    dropped: idsOf(due.filter((push) => !isNeeded(push))),
    held: idsOf(needed.filter(isHeld)),
    heldUntil: quietEnd,
    messages: messagesOf(
      needed.filter((push) => !isHeld(push)),
      preferences,
    ),
  };
}

/** A notification is useless once its shift has begun; without one, after a day. */
function uselessAt({ queuedAt, beginsAt }: QueuedPush): Instant {
  const oldAt = addHours(queuedAt, longestHours);
  return beginsAt !== null && beginsAt > queuedAt && beginsAt < oldAt ? beginsAt : oldAt;
}

/** The tag of a matter: its request, or otherwise the type. */
const tagOf = ({ requestId, type }: QueuedPush): string => requestId ?? type;

function messagesOf(pushes: readonly QueuedPush[], { showsDetails }: PushPreferences): PushMessage[] {
  const matters = Map.groupBy(pushes, tagOf);
  // notifications of one event have the same instant
  const events = Map.groupBy(pushes, ({ queuedAt }) => queuedAt);
  const isOneEvent = [...events.values()].some((told) => new Set(told.map(tagOf)).size > 1);
  const wasOneHeld = pushes.some(({ wasHeld }) => wasHeld);
  const isOne = matters.size > mostAtOnce || (matters.size > 1 && (wasOneHeld || isOneEvent));
  if (isOne) return [summaryOf(pushes, matters.size)];
  return [...matters].map(([tag, alike]) => messageOf(tag, alike, showsDetails));
}

const lastUseless = (pushes: readonly QueuedPush[]): Instant => pushes.map(uselessAt).toSorted().at(-1) ?? '';

const summaryOf = (pushes: readonly QueuedPush[], matters: number): PushMessage => ({
  ids: pushes.map(({ id }) => id),
  tag: summaryTag,
  title: manyTitle(matters),
  body: discreetBody,
  path: '/',
  uselessAt: lastUseless(pushes),
});

/** The latest notification of a matter supersedes the earlier ones. */
function messageOf(tag: string, pushes: readonly QueuedPush[], showsDetails: boolean): PushMessage {
  const last = pushes.at(-1);
  if (!last) throw new Error('a message without a notification');
  return {
    ids: pushes.map(({ id }) => id),
    tag,
    title: showsDetails ? last.title : entryOf(last.type).discreet,
    body: showsDetails ? last.message : discreetBody,
    path: addressOf(last.type, last.requestId) ?? '/',
    uselessAt: lastUseless(pushes),
  };
}

/** Maps a status of RFC 8030 to the outcome of the message. */
export function outcomeOfStatus(status: number, retryAfterSeconds: number | null): Outcome {
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status === 429 || status >= 500) return { kind: 'later', afterSeconds: retryAfterSeconds };
  return { kind: 'refused' };
}

export const pushTries: Tries = { pauses: [10, 60, 300, 900, 3600], mostAttempts: 6 };
