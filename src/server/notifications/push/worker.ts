import sql from 'sql-template-tag';
import type { Instant } from '../../../domain/calendar/day.ts';
import { beginsAt } from '../../../domain/exchanges/rules.ts';
import { planPushes, type PushMessage, type QueuedPush } from '../../../domain/notifications/push/rules.ts';
import { defaultPushPreferences } from '../../../domain/notifications/push/schema.ts';
import type { Outcome } from '../../../domain/outbox/rules.ts';
import { secondsAfter } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { type Claim, claimRows } from '../../platform/outbox/queries.ts';
import { type Claimed, OutboxWorker, type Sender, type SenderContext } from '../../platform/outbox/worker.ts';
import { notificationOf } from '../queries.matter.ts';
import { type PushKeys, readPushKeys } from './commands.keys.ts';
import { composePush, type Surroundings } from './message.ts';
import {
  deleteOldPushes,
  dropPushes,
  type DueDevice,
  type DuePush,
  holdPushes,
  listDuePushes,
  lockDueDevice,
  pauseDevice,
  pushChannel,
  pushOutbox,
  queuePushes,
} from './queries.outbox.ts';
import { removeDevice } from './queries.removal.ts';
import { noteDelivery } from './queries.ts';
import { readSurroundings } from './surroundings.ts';
import { type PushTransport, sendPush } from './transport.ts';

const keptSeconds = 7 * 24 * 3600;
/** More than anybody reads at once; the rest comes in the next round. */
const mostAtOnce = 200;

export const pushTimeoutMs = 10_000;

type PushContext = SenderContext & Pick<AppContext, 'boards'>;

/** Starts sending pushes. A push that may have been sent is never sent again. */
export const startPushWorker = (context: PushContext, timeoutMs = pushTimeoutMs): Promise<OutboxWorker> =>
  new OutboxWorker(context, pushSender(context, timeoutMs)).start();

function pushSender(context: PushContext, timeoutMs: number): Sender {
  const { database, clock, settings } = context;
  return {
    ...pushOutbox,
    channel: pushChannel,
    // fewer per push service, so that a hanging one does not block the others
    mostAtOnce: 32,
    mostOfOrigin: 4,
    begin: async (breakOff) => {
      await deleteOldPushes(database, secondsAfter(clock.now(), -keptSeconds));
      const transport = { timeoutMs, testOrigin: settings.pushTestOrigin };
      const keys = await readPushKeys(context);
      return keys && ((busy) => claimNextDevice(context, { keys, transport, breakOff }, busy));
    },
  };
}

interface Wire {
  keys: PushKeys;
  transport: PushTransport;
  breakOff: AbortSignal;
}

/**
 * Takes the next device with due pushes and judges them all: drops the obsolete, defers what must wait, claims the
 * rest.
 * @returns null if nothing is due except for `busy` origins
 */
async function claimNextDevice(
  context: PushContext,
  wire: Wire,
  busy: readonly string[],
): Promise<Claimed | null> {
  const { database, clock } = context;
  const now = clock.now();
  const claimed = await database.transaction(async (tx) => {
    await queuePushes(tx);
    const device = await lockDueDevice(tx, busy, now);
    if (!device) return null;
    if (!device.isAlive) await removeDevice(tx, device.id, now);
    const messages = await settlePlan(tx, device, await listDuePushes(tx, device.id, now, mostAtOnce), now);
    return { device, messages };
  });
  if (!claimed) return null;
  const { device, messages } = claimed;
  // claimed pushes are sent once: better without a badge than not at all
  const surroundings = await readSurroundings(context, device, messages, now).catch((): Surroundings => ({
    waiting: null,
    settled: [],
  }));
  return toDevice(context, wire, device, messages, surroundings);
}

async function settlePlan(
  tx: Transaction,
  { preferences }: DueDevice,
  due: readonly DuePush[],
  now: Instant,
): Promise<(Claim & PushMessage)[]> {
  const plan = planPushes(
    due.map((push) => queuedPush(push, now)),
    preferences ?? defaultPushPreferences,
    now,
  );
  const { dropped, held, heldUntil, messages } = plan;
  if (dropped.length > 0) await dropPushes(tx, dropped);
  if (held.length > 0 && heldUntil !== null) await holdPushes(tx, held, heldUntil);
  for (const { ids, tag } of messages) await claimRows(tx, pushOutbox, ids, now, sql`, tag = ${tag}`);
  const triesOf = new Map(due.map(({ pushId, attempts }) => [pushId, attempts]));
  return messages.map((message) => ({
    ...message,
    attempts: Math.max(...message.ids.map((id) => triesOf.get(id) ?? 1)),
    claimedAt: now,
  }));
}

/** The push, with the text the bell would show now. */
function queuedPush(due: DuePush, now: Instant): QueuedPush {
  const { pushId: id, relatedRequestId: requestId, queuedAt, expiresAt, offered, wasHeld } = due;
  // an offer ends when its shift begins
  const [beginning = null] = [expiresAt, ...offered.map(beginsAt)].filter((at) => at !== null).toSorted();
  const { type, title, message, isRead: isSettled } = notificationOf(due, now);
  return { id, type, requestId, title, message, isSettled, beginsAt: beginning, queuedAt, wasHeld };
}

function toDevice(
  context: PushContext,
  { keys, transport, breakOff }: Wire,
  device: DueDevice,
  messages: readonly (Claim & PushMessage)[],
  surroundings: Surroundings,
): Claimed {
  /** An outcome that also applies to the device's other messages: it is gone, or its service asked to retry later. */
  let known: Outcome | null = null;
  const send = async (message: PushMessage): Promise<Outcome> => {
    if (known) return known;
    const push = composePush(context, keys, device, message, surroundings);
    const outcome = await sendPush(push, transport, breakOff);
    if (outcome.kind === 'gone' || typeof outcome.afterSeconds === 'number') known = outcome;
    return outcome;
  };
  return {
    origin: device.origin,
    claims: messages.map((message) => ({ ...message, send: () => send(message) })),
    note: async (tx, { kind, afterSeconds }, again) => {
      const now = context.clock.now();
      if (kind === 'gone') return removeDevice(tx, device.id, now);
      await noteDelivery(tx, device.id, kind === 'delivered' ? 'delivered' : 'failed', now);
      if (again !== null && typeof afterSeconds === 'number') await pauseDevice(tx, device.id, again);
    },
  };
}
