/** The outcome of a delivery attempt. */
export interface Outcome {
  /**
   * `refused`: permanently rejected. `gone`: the address no longer exists. `later`: certainly not delivered, a retry
   * may succeed. `unknown`: possibly delivered, a retry could duplicate it.
   */
  kind: 'delivered' | 'refused' | 'gone' | 'later' | 'unknown';
  /** The status of the answer or the error's name, for the log. */
  code?: string;
  /** The receiver's text, which may contain an address: not for the log. */
  reason?: string;
  /** The receiver's Retry-After, in seconds. */
  afterSeconds?: number | null;
}

export interface Tries {
  /** Seconds to wait after the first, second, … attempt; the last applies to all further ones. */
  pauses: readonly number[];
  /** The number of attempts before giving up. */
  mostAttempts: number;
}

const longestPause = 6 * 3600;

/** Seconds until the next attempt; null to give up. */
export function pauseAfter(
  { pauses, mostAttempts }: Tries,
  attempts: number,
  askedSeconds?: number | null,
): number | null {
  if (attempts >= mostAttempts) return null;
  const own = pauses[attempts - 1] ?? pauses.at(-1) ?? 0;
  return Math.min(longestPause, Math.max(own, askedSeconds ?? 0));
}
