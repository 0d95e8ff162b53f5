import type { Instant } from '../../../domain/calendar/day.ts';
import { secondsAfter } from '../../platform/clock.ts';
import { type OutboxWorker, type Round, startOutboxWorker } from '../../platform/outboxWorker.ts';
import { readPushKeys } from './commands.keys.ts';
import { claimNextDevice, type ClaimedDevice, type PushContext, sendClaimed } from './delivery.ts';
import { deleteOldPushes, findNextPushes, giveUpPushes, pushChannel } from './queries.outbox.ts';

/** A claim older than this belongs to a process that died. */
const leaseSeconds = 10 * 60;
const keptSeconds = 7 * 24 * 3600;

/** So many devices at once; of one push service fewer, so that one that hangs holds nobody else up. */
const mostDevices = 32;
const mostOfOrigin = 4;

export const pushTimeoutMs = 10_000;

/**
 * Starts sending what is queued. A push is marked as being sent, and that is committed, before it leaves: however a process
 * ends, none is sent twice.
 */
export const startPushWorker = (context: PushContext, timeoutMs = pushTimeoutMs): Promise<OutboxWorker> =>
  startOutboxWorker(context, {
    name: 'push',
    channel: pushChannel,
    send: (round) => sendDue(context, round, timeoutMs),
  });

/**
 * Sends all that is due, several devices at once.
 * @returns when there may be something to do again; null if nothing waits
 */
async function sendDue(
  context: PushContext,
  { soon, now: breakOff, nextWake }: Round,
  timeoutMs: number,
): Promise<Instant | null> {
  const { database, clock, settings, log } = context;
  const now = clock.now();
  const lost = await giveUpPushes(database, secondsAfter(now, -leaseSeconds));
  if (lost > 0) log.warn({ pushes: lost }, 'pushes interrupted while sending are not sent again');
  await deleteOldPushes(database, secondsAfter(now, -keptSeconds));
  const { dueAt } = await findNextPushes(database);
  if (dueAt === null) return null;
  const keys = await readPushKeys(context);
  if (!keys) return null;
  const transport = { timeoutMs, testOrigin: settings.pushTestOrigin };
  const underWay = new Map<Promise<void>, string>();
  const failures: unknown[] = [];
  const begin = (claimed: ClaimedDevice): void => {
    const sending: Promise<void> = sendClaimed(context, keys, claimed, transport, breakOff)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => underWay.delete(sending));
    underWay.set(sending, claimed.device.origin);
  };
  while (!soon.aborted && failures.length === 0) {
    const wake = nextWake();
    const claimed =
      underWay.size < mostDevices ? await claimNextDevice(context, busyOrigins(underWay.values())) : null;
    if (claimed) begin(claimed);
    else if (underWay.size === 0) break;
    else await Promise.race([...underWay.keys(), wake]);
  }
  await Promise.all(underWay.keys());
  if (failures.length > 0) throw failures[0];
  const next = await findNextPushes(database);
  const lapses = next.claimedAt && secondsAfter(next.claimedAt, leaseSeconds);
  return [next.dueAt, lapses].filter((moment) => moment !== null).toSorted()[0] ?? null;
}

function busyOrigins(origins: Iterable<string>): string[] {
  const counts = new Map<string, number>();
  for (const origin of origins) counts.set(origin, (counts.get(origin) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= mostOfOrigin).map(([origin]) => origin);
}
