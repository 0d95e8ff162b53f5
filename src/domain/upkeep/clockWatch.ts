/**
 * What the upkeep knows of the server's clock.
 *
 * - `steady`: it has gone on as clocks do; every job runs.
 * - `resumed`: the server was off for more than a day. Nothing says that the clock is wrong, but what cannot be undone
 *   waits a day.
 * - `suspected`: it jumped. Nothing is closed, removed or anonymised by its word.
 */
export type ClockStatus = 'steady' | 'resumed' | 'suspected';

export interface ClockWatch {
  status: ClockStatus;
  /** Since the last jump or pause, of running and by a clock that nobody sets. */
  steadySeconds: number;
}

const daySeconds = 24 * 3600;
/** A long weekend. */
const longestPauseSeconds = 4 * daySeconds;

/**
 * @param before null for a database that nobody has used
 * @param shownSeconds from what the clock showed last to what it shows now
 * @param elapsedSeconds since this process looked last, by a clock that nobody sets; null at its first look
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
  // another process may have looked in between: its part is counted already
  const steadySeconds =
    before.steadySeconds + Math.round(Math.max(Math.min(elapsedSeconds ?? 0, shownSeconds), 0));
  return { status: steadySeconds >= daySeconds ? 'steady' : before.status, steadySeconds };
}

const mostUnasked = { accounts: 5, share: 0.05 };

/** Whether so many accounts would be anonymised at once that a person has to say so first. */
export const mustAskFirst = (idle: number, accounts: number): boolean =>
  idle > mostUnasked.accounts && idle > accounts * mostUnasked.share;
