import type { Instant } from '../../domain/calendar/day.ts';
import { expireImpersonations } from '../auth/commands.impersonation.ts';
import { deleteOldAttempts } from '../auth/queries.attempts.ts';
import { deleteOldDevices } from '../auth/queries.devices.ts';
import { deleteOldLinks } from '../auth/queries.ts';
import { remindApprovers } from '../exchanges/commands.await.ts';
import { expireRequests } from '../exchanges/commands.expire.ts';
import { reEncryptDuringRotation } from '../mail/commands.reEncrypt.ts';
import { removeLapsedDevices } from '../notifications/push/queries.removal.ts';
import { secondsAfter } from '../platform/clock.ts';
import type { AppContext } from '../platform/context.ts';
import { deviceSeconds } from '../platform/session/cookie.ts';
import { deleteExpiredSessions } from '../platform/session/queries.ts';
import { keepRosters } from '../rosters/commands.keep.ts';
import { oldestKept } from '../shifts/commands.bulk.ts';
import { deleteOldBatches } from '../shifts/queries.batches.ts';
import { anonymiseInactiveAccounts } from '../users/commands.retention.ts';
import { enforceRetention } from './commands.retention.ts';
import { noteClock } from './commands.ts';
import { readAgreedDay } from './queries.ts';

/** Longest pause between two rounds; expiry is shown in time anyway. */
const longestPauseMilliseconds = 15 * 60 * 1000;
const keptSeconds = 24 * 3600;

/** Background work: closes expired requests; deletes expired sessions, links, counters and old days; anonymises idle people. */
export interface Upkeep {
  run(): Promise<void>;
  stop(): Promise<void>;
}

interface UpkeepTools {
  /** Called before anything is deleted permanently. */
  backUp: () => Promise<void>;
  removeAgedBackups: (now: Instant) => Promise<void>;
  /** Seconds of a monotonic clock. */
  steadySeconds?: () => number;
}

/** Runs a round immediately, then whenever the next request expires. Several processes may share one database. */
export function startUpkeep(context: AppContext, tools: UpkeepTools): Upkeep {
  const { steadySeconds = ownSeconds } = tools;
  let timer: NodeJS.Timeout | undefined;
  let lookedAt: number | null = null;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;
  const round = async (): Promise<void> => {
    clearTimeout(timer);
    const looksAt = steadySeconds();
    const elapsed = lookedAt === null ? null : looksAt - lookedAt;
    lookedAt = looksAt;
    const pause = await runRound(context, elapsed, tools);
    if (!isStopped) timer = setTimeout(start, pause);
  };
  const start = (): void => {
    running = round();
  };
  start();
  return {
    run: async () => {
      await running;
      start();
      await running;
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

const ownSeconds = (): number => performance.now() / 1000;

/** @returns milliseconds until the next round is due */
async function runRound(
  given: AppContext,
  elapsedSeconds: number | null,
  tools: UpkeepTools,
): Promise<number> {
  const { clock, log, metrics } = given;
  try {
    const now = clock.now();
    // the time that was checked, whatever the clock shows when a job reads it
    const context: AppContext = { ...given, clock: { ...given.clock, now: () => now } };
    await reEncryptDuringRotation(context);
    const status = await noteClock(context, now, elapsedSeconds);
    if (status === 'suspected') {
      metrics.jobFailed('upkeep');
      return longestPauseMilliseconds;
    }
    const next = await closeWhatIsOver(context, now);
    if (status === 'steady') await removeForGood(context, tools);
    metrics.jobSucceeded('upkeep', now);
    const due = next === null ? longestPauseMilliseconds : Date.parse(next) - Date.parse(clock.now());
    return Math.min(Math.max(due, 0) + 1, longestPauseMilliseconds);
  } catch (error) {
    log.error({ err: error }, 'upkeep');
    metrics.jobFailed('upkeep');
    return longestPauseMilliseconds;
  }
}

/** Irreversible work: only with a trusted clock. */
async function removeForGood(context: AppContext, { backUp, removeAgedBackups }: UpkeepTools): Promise<void> {
  await anonymiseInactiveAccounts(context, await readAgreedDay(context.database), backUp);
  await enforceRetention(context, backUp);
  await removeAgedBackups(context.clock.now());
}

/** @returns when the next request expires, or a reminder is due */
async function closeWhatIsOver(context: AppContext, now: Instant): Promise<Instant | null> {
  const { database } = context;
  await expireImpersonations(context);
  await removeLapsedDevices(database, now);
  await deleteExpiredSessions(database, now);
  await deleteOldLinks(database, secondsAfter(now, -keptSeconds));
  await deleteOldAttempts(database, {
    oldest: secondsAfter(now, -keptSeconds),
    latest: secondsAfter(now, keptSeconds),
  });
  await deleteOldBatches(database, oldestKept(now));
  await keepRosters(database, now);
  await deleteOldDevices(database, secondsAfter(now, -deviceSeconds));
  const due = [await expireRequests(context), await remindApprovers(context)];
  return due.reduce((one, other) => (one === null || (other !== null && other < one) ? other : one));
}
