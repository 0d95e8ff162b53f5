/**
 * How far maintenance trusts the server's clock.
 *
 * - `steady`: no jump; every job runs.
 * - `resumed`: the server was off for more than a day. The clock may be right, but irreversible jobs wait a day.
 * - `suspected`: the clock jumped. Nothing is closed, removed or anonymised by it.
 */
export type ClockStatus = 'steady' | 'resumed' | 'suspected';

export interface ClockWatch {
  status: ClockStatus;
  /** Running time since the last jump or pause, by the monotonic clock. */
  steadySeconds: number;
}

const daySeconds = 24 * 3600;
/** A long weekend. */
const longestPauseSeconds = 4 * daySeconds;

/**
 * @param before null for a new database
 * @param shownSeconds wall-clock time since the last check
 * @param elapsedSeconds monotonic time since this process's last check; null at its first
 */
export function watchClock(
  before: ClockWatch | null,
  shownSeconds: number,
  elapsedSeconds: number | null,
): ClockWatch {
  if (!before) return { status: 'steady', steadySeconds: 0 };
  const jumpedSeconds = shownSeconds - Math.max(elapsedSeconds ?? 0, 0);
  if (shownSeconds < -daySeconds || jumpedSeconds > daySeconds) {
    const wasOff = elapsedSeconds === null && shownSeconds > 0 && shownSeconds <= longestPauseSeconds;
    return { status: wasOff && before.status !== 'suspected' ? 'resumed' : 'suspected', steadySeconds: 0 };
  }
  // another process may have checked in between and counted its part already
  const steadySeconds =
    before.steadySeconds + Math.round(Math.max(Math.min(elapsedSeconds ?? 0, shownSeconds), 0));
  return { status: steadySeconds >= daySeconds ? 'steady' : before.status, steadySeconds };
}

const mostUnasked = { accounts: 5, share: 0.05 };

/** Whether anonymising this many accounts at once needs a person's consent. */
export const mustAskFirst = (idle: number, accounts: number): boolean =>
  idle > mostUnasked.accounts && idle > accounts * mostUnasked.share;
