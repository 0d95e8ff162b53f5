import { dayInRome, type Instant, instantInRome } from '../../domain/calendar/day.ts';
import { refuse } from '../../domain/errors/refusal.ts';
import { type ClockStatus, watchClock } from '../../domain/upkeep/clockWatch.ts';
import { lastDayToForget } from '../../domain/users/retention.ts';
import { insertAudit } from '../platform/audit.ts';
import { secondsBetween } from '../platform/clock.ts';
import type { AppContext } from '../platform/context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { RefusalError } from '../platform/errors/refusalError.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { countIdlePeople } from '../users/queries.anonymise.ts';
import {
  findNewestActivity,
  lockClockWatch,
  type NotedClock,
  saveAgreedDay,
  saveClockWatch,
} from './queries.ts';

/**
 * Compares the clock with the newest stored time and saves the conclusion.
 * @param elapsedSeconds since this process last did so, by a monotonic clock; null the first time
 */
export async function noteClock(
  { database, log }: AppContext,
  now: Instant,
  elapsedSeconds: number | null,
): Promise<ClockStatus> {
  const { before, after } = await database.transaction(async (tx) => {
    const watched = (await lockClockWatch(tx)) ?? (await watchOfFirstRound(tx));
    const shownSeconds = watched ? secondsBetween(watched.seenAt, now) : 0;
    const watch = { ...watchClock(watched, shownSeconds, elapsedSeconds), seenAt: now };
    await saveClockWatch(tx, watch);
    return { before: watched, after: watch };
  });
  const { status } = after;
  if (status === 'suspected') {
    const facts = { now, seenBefore: before?.seenAt };
    log.error(
      facts,
      'the clock jumped: nothing is closed or removed until it was steady for 24 h or a CEO trusts it',
    );
  } else if (status === 'resumed' && before?.status !== 'resumed') {
    log.warn(
      { now, seenBefore: before?.seenAt },
      'off for more than a day: nobody is made anonymous for 24 h',
    );
  }
  return status;
}

/** For the first round: the last activity stands in for the clock; null before anybody used the product. */
async function watchOfFirstRound(tx: Transaction): Promise<NotedClock | null> {
  const day = await findNewestActivity(tx);
  return day === null ? null : { status: 'steady', seenAt: instantInRome(day, '12:00'), steadySeconds: 0 };
}

export async function trustClock({ database, clock }: AppContext, ceo: SignedIn): Promise<void> {
  await database.transaction(async (tx) => {
    const before = await lockClockWatch(tx);
    if (!before || before.status === 'steady') return;
    const now = clock.now();
    await saveClockWatch(tx, { status: 'steady', seenAt: now, steadySeconds: 0 });
    await insertAudit(tx, {
      at: now,
      signedIn: ceo,
      action: 'clock_trusted',
      targetType: 'upkeep',
      before: { status: before.status, seenAt: before.seenAt },
      after: { seenAt: now },
    });
  });
}

/**
 * The CEO agrees that accounts without activity for 24 months are anonymised.
 * @param count as the CEO read it
 * @throws RefusalError idle_count_changed if there are more of them, or none
 */
export async function agreeIdleAccounts(
  { database, clock }: AppContext,
  ceo: SignedIn,
  count: number,
): Promise<void> {
  await database.transaction(async (tx) => {
    await lockClockWatch(tx);
    const now = clock.now();
    const lastDay = lastDayToForget(dayInRome(now));
    const { idle } = await countIdlePeople(tx, lastDay);
    if (idle === 0 || idle > count) throw new RefusalError(refuse('idle_count_changed'));
    await saveAgreedDay(tx, lastDay);
    await insertAudit(tx, {
      at: now,
      signedIn: ceo,
      action: 'idle_accounts_agreed',
      targetType: 'upkeep',
      after: { accounts: idle, lastActiveUntil: lastDay },
    });
  });
}
