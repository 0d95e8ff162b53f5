import type { Instant } from '../../../domain/calendar/day.ts';
import { beginsAt } from '../../../domain/exchanges/rules.ts';
import {
  pauseAfter,
  planPushes,
  type PushMessage,
  type PushOutcome,
  type QueuedPush,
} from '../../../domain/notifications/push/rules.ts';
import { defaultPushPreferences } from '../../../domain/notifications/push/schema.ts';
import { waitingTypes } from '../../../domain/notifications/types.ts';
import { secondsAfter } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { notificationOf } from '../queries.ts';
import type { PushKeys } from './commands.keys.ts';
import { composePush, type Surroundings } from './message.ts';
import { queuePushes } from './queries.events.ts';
import {
  claimPushes,
  deferPushes,
  dropPushes,
  type DueDevice,
  type DuePush,
  endPushes,
  holdPushes,
  listDuePushes,
  listSettledTags,
  lockDueDevice,
  pauseDevice,
} from './queries.outbox.ts';
import { removeDevice } from './queries.removal.ts';
import { noteDelivery } from './queries.ts';
import { type PushTransport, sendPush } from './transport.ts';

export type PushContext = Pick<AppContext, 'database' | 'clock' | 'settings' | 'log' | 'metrics'>;

/** More at once for one device than anybody reads: the rest comes in the next round. */
const mostAtOnce = 200;

/** What this process is to send to a device: claimed, and that is committed. */
export interface ClaimedDevice {
  device: DueDevice;
  messages: (PushMessage & { attempts: number })[];
  surroundings: Surroundings;
}

/**
 * Takes the next device for which something is due, and judges all that is: what is not needed is dropped, what must
 * wait waits, the rest is claimed.
 * @returns null when nothing is due but for `busy` origins
 */
export function claimNextDevice(
  { database, clock }: PushContext,
  busy: readonly string[],
): Promise<ClaimedDevice | null> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    await queuePushes(tx);
    const device = await lockDueDevice(tx, busy, waitingTypes, now);
    if (!device) return null;
    if (!device.isAlive) {
      await removeDevice(tx, device.id, now);
      return { device, messages: [], surroundings: { waiting: 0, settled: [] } };
    }
    const due = await listDuePushes(tx, device.id, now, mostAtOnce);
    const messages = await settlePlan(tx, device, due, now);
    const settled = messages.length > 0 ? await listSettledTags(tx, device.id) : [];
    const sent = new Set(messages.map(({ tag }) => tag));
    const surroundings = { waiting: device.waiting, settled: settled.filter((tag) => !sent.has(tag)) };
    return { device, messages, surroundings };
  });
}

async function settlePlan(
  tx: Transaction,
  { preferences }: DueDevice,
  due: readonly DuePush[],
  now: Instant,
): Promise<ClaimedDevice['messages']> {
  const plan = planPushes(due.map(queuedPush), preferences ?? defaultPushPreferences, now);
  const { dropped, held, heldUntil, messages } = plan;
  if (dropped.length > 0) await dropPushes(tx, dropped);
  if (held.length > 0 && heldUntil !== null) await holdPushes(tx, held, heldUntil);
  for (const message of messages) await claimPushes(tx, message, now);
  const triesOf = new Map(due.map(({ id, attempts }) => [id, attempts + 1]));
  return messages.map((message) => ({
    ...message,
    attempts: Math.max(...message.ids.map((id) => triesOf.get(id) ?? 1)),
  }));
}

/** With the text that the bell would show now. */
function queuedPush(due: DuePush): QueuedPush {
  const { id, type, facts, person, requestId, queuedAt, isSettled, expiresAt, offered, wasHeld } = due;
  // an offer ends with the shift that is offered in it
  const [beginning = null] = [expiresAt, ...offered.map(beginsAt)].filter((at) => at !== null).toSorted();
  const shown = { id, type, facts, person, ending: null, isRead: false, createdAt: queuedAt };
  const { type: known, title, message } = notificationOf({ ...shown, relatedRequestId: requestId });
  return { id, type: known, requestId, title, message, isSettled, beginsAt: beginning, queuedAt, wasHeld };
}

/** Sends what was claimed, one message after the other, and records what became of each. */
export async function sendClaimed(
  context: PushContext,
  keys: PushKeys,
  { device, messages, surroundings }: ClaimedDevice,
  transport: PushTransport,
  breakOff: AbortSignal,
): Promise<void> {
  /** The service's own word for when to come again: it holds for the other messages, too. */
  let pause: PushOutcome | null = null;
  for (const message of messages) {
    if (pause) {
      await record(context, device.id, message, pause);
      continue;
    }
    const push = composePush(context, keys, device, message, surroundings);
    const outcome = await sendPush(push, transport, breakOff);
    await record(context, device.id, message, outcome);
    // its other messages went with it
    if (outcome.kind === 'gone') return;
    if (outcome.kind === 'later' && outcome.afterSeconds !== null) pause = outcome;
  }
}

async function record(
  { database, clock, log }: PushContext,
  deviceId: string,
  { ids, attempts, uselessAt }: PushMessage & { attempts: number },
  outcome: PushOutcome,
): Promise<void> {
  const now = clock.now();
  const { kind } = outcome;
  if (kind !== 'delivered') log.info({ deviceId, attempt: attempts, outcome: kind }, 'push');
  if (kind === 'gone') return removeDevice(database, deviceId, now);
  const pause = kind === 'later' ? pauseAfter(attempts, outcome.afterSeconds) : null;
  const dueAt = pause === null ? null : secondsAfter(now, pause);
  const asked = kind === 'later' && outcome.afterSeconds !== null ? dueAt : null;
  const end = { delivered: 'sent', unknown: 'unsure', refused: 'failed', later: 'failed' } as const;
  await database.transaction(async (tx) => {
    await noteDelivery(tx, deviceId, kind === 'delivered' ? 'delivered' : 'failed', now);
    if (dueAt !== null && dueAt < uselessAt) await deferPushes(tx, ids, dueAt);
    else await endPushes(tx, ids, end[kind]);
    if (asked !== null) await pauseDevice(tx, deviceId, asked);
  });
}
