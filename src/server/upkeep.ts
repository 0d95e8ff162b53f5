import { expireImpersonations } from './auth/commands.impersonation.ts';
import { deleteOldAttempts } from './auth/queries.attempts.ts';
import { deleteOldLinks } from './auth/queries.ts';
import { expireRequests } from './exchanges/commands.expire.ts';
import { resealMeanwhile } from './mail/commands.reseal.ts';
import { secondsAfter } from './platform/clock.ts';
import type { AppContext } from './platform/context.ts';
import { deleteExpiredSessions } from './platform/session/queries.ts';
import { forgetIdlePeople } from './users/commands.retention.ts';

/** Longest pause between two rounds: what is published meanwhile is shown by its own time anyway. */
const longestPauseMilliseconds = 15 * 60 * 1000;
const keptSeconds = 24 * 3600;

/** Work nobody waits for: closes expired requests, removes expired sessions, links and counters. */
export interface Upkeep {
  /** One round, now. */
  run(): Promise<void>;
  stop(): Promise<void>;
}

/** Runs a round at once, then whenever the next request expires. Several processes may do so on one database. */
export function startUpkeep(context: AppContext): Upkeep {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;
  const round = async (): Promise<void> => {
    clearTimeout(timer);
    const pause = await runRound(context);
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

/** @returns milliseconds until the next round is due */
async function runRound(context: AppContext): Promise<number> {
  const { database, clock, log, metrics } = context;
  try {
    const now = clock.now();
    await expireImpersonations(context);
    await deleteExpiredSessions(database, now);
    await deleteOldLinks(database, secondsAfter(now, -keptSeconds));
    await deleteOldAttempts(database, secondsAfter(now, -keptSeconds));
    await resealMeanwhile(context);
    await forgetIdlePeople(context);
    const next = await expireRequests(context);
    metrics.jobSucceeded('upkeep', clock.now());
    const due = next === null ? longestPauseMilliseconds : Date.parse(next) - Date.parse(clock.now());
    return Math.min(Math.max(due, 0) + 1, longestPauseMilliseconds);
  } catch (error) {
    log.error({ err: error }, 'upkeep');
    metrics.jobFailed('upkeep');
    return longestPauseMilliseconds;
  }
}
