/** How a try to hand something over ended. */
export interface Outcome {
  /**
   * `refused`: the receiver does not want it, now or ever. `gone`: nor anything else, its address is no more. `later`: it
   * certainly did not arrive, a later try may get through. `unknown`: it may have arrived, a second try could double it.
   */
  kind: 'delivered' | 'refused' | 'gone' | 'later' | 'unknown';
  /** Status of the answer or name of the error, for the log. */
  code?: string;
  /** In the receiver's words, which may quote an address: not for the log. */
  reason?: string;
  /** When the receiver wants to hear of it again. */
  afterSeconds?: number | null;
}

export interface Tries {
  /** Seconds after the first, second, … try; the last one also after all further ones. */
  pauses: readonly number[];
  /** After so many it is given up. */
  mostAttempts: number;
}

const longestPause = 6 * 3600;

/** Seconds until the next try after so many; null when it is given up. */
export function pauseAfter(
  { pauses, mostAttempts }: Tries,
  attempts: number,
  askedSeconds?: number | null,
): number | null {
  if (attempts >= mostAttempts) return null;
  const own = pauses[attempts - 1] ?? pauses.at(-1) ?? 0;
  return Math.min(longestPause, Math.max(own, askedSeconds ?? 0));
}
