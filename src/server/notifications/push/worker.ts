import type { Instant } from '../../../domain/calendar/day.ts';
import { secondsAfter } from '../../platform/clock.ts';
import { readPushKeys } from './commands.keys.ts';
import { claimNextDevice, type ClaimedDevice, type PushContext, sendClaimed } from './delivery.ts';
import { deleteOldPushes, findNextPushes, giveUpPushes, pushChannel } from './queries.outbox.ts';

/** Sends queued pushes until it is stopped. */
export interface PushWorker {
  /** Looks for due pushes now; resolves when none is left that can be sent now. Never rejects. */
  wake(): Promise<void>;
  /** Lets what is under way end for at most a second, then breaks off; resolves when nothing runs any more. */
  stop(): Promise<void>;
}

const longestSleepMs = 15 * 60_000;
const shortestSleepMs = 1_000;
const errorPauseMs = 10_000;
const stopGraceMs = 1_000;
/** A claim older than this belongs to a process that died. */
const leaseSeconds = 10 * 60;
const keptSeconds = 7 * 24 * 3600;

/** So many devices at once; of one push service fewer, so that one that hangs holds nobody else up. */
const mostDevices = 32;
const mostOfOrigin = 4;

export const pushTimeoutMs = 10_000;

/**
 * Starts sending what is queued; any number of processes may do so on one database. A push is marked as being sent, and
 * that is committed, before it leaves: however a process ends, none is sent twice.
 */
export async function startPushWorker(context: PushContext, timeoutMs = pushTimeoutMs): Promise<PushWorker> {
  const { database, log, metrics, clock } = context;
  const stopping = new AbortController();
  const breakingOff = new AbortController();
  let woken = Promise.withResolvers<void>();
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  const work = async (): Promise<void> => {
    clearTimeout(timer);
    let sleepMs = longestSleepMs;
    try {
      const round = { stopping: stopping.signal, breakOff: breakingOff.signal, timeoutMs };
      const next = await sendDue(context, round, () => {
        woken = Promise.withResolvers();
        return woken.promise;
      });
      sleepMs = next === null ? longestSleepMs : Date.parse(next) - Date.parse(clock.now());
      metrics.jobSucceeded('push', clock.now());
    } catch (error) {
      log.error({ err: error }, 'push worker');
      metrics.jobFailed('push');
      sleepMs = errorPauseMs;
    }
    running = null;
    if (!stopping.signal.aborted)
      timer = setTimeout(onWake, Math.min(longestSleepMs, Math.max(shortestSleepMs, sleepMs)));
  };
  const wake = async (): Promise<void> => {
    if (stopping.signal.aborted) return;
    woken.resolve();
    // a round that is about to end may have looked already
    if (running) await running;
    if (stopping.signal.aborted) return;
    running ??= work();
    await running;
  };
  const onWake = (): void => void wake();

  const unlisten = await database.listen(pushChannel, onWake, onWake);
  // the embedded database belongs to one process: whoever claimed a push before this one started is gone
  if (database.engine === 'pglite') await giveUpPushes(database, null);
  onWake();
  const stop = async (): Promise<void> => {
    stopping.abort();
    woken.resolve();
    clearTimeout(timer);
    const grace = setTimeout(() => breakingOff.abort(), stopGraceMs);
    await running;
    clearTimeout(grace);
    await unlisten();
  };
  return { wake, stop };
}

interface Round {
  stopping: AbortSignal;
  breakOff: AbortSignal;
  timeoutMs: number;
}

/**
 * Sends all that is due, several devices at once.
 *
 * @param nextWake resolves when there may be more
 * @returns when there may be something to do again; null if nothing waits
 */
async function sendDue(
  context: PushContext,
  { stopping, breakOff, timeoutMs }: Round,
  nextWake: () => Promise<void>,
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
  while (!stopping.aborted && failures.length === 0) {
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
