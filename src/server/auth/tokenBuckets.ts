export interface TokenBuckets {
  /** Whether one more is allowed now. */
  take(key: string): boolean;
}

interface Bucket {
  left: number;
  /** Milliseconds of `now`, when `left` was counted. */
  at: number;
}

/**
 * Counts in this process alone: `burst` at once, refilled by `perSecond`.
 *
 * @param now milliseconds that never go back; time that passes, not the time of day
 */
export function createTokenBuckets(
  { perSecond, burst }: { perSecond: number; burst: number },
  now: () => number = () => performance.now(),
): TokenBuckets {
  const buckets = new Map<string, Bucket>();
  // in this time every bucket is full again, and need not be remembered
  const refillMs = (burst / perSecond) * 1000;
  let forgottenAt = now();
  const leftOf = ({ left, at }: Bucket, moment: number): number =>
    Math.min(burst, left + ((moment - at) / 1000) * perSecond);
  return {
    take(key) {
      const moment = now();
      const bucket = buckets.get(key);
      const left = bucket ? leftOf(bucket, moment) : burst;
      if (moment - forgottenAt >= refillMs) {
        forgottenAt = moment;
        for (const [other, known] of buckets) if (leftOf(known, moment) >= burst) buckets.delete(other);
      }
      const isAllowed = left >= 1;
      buckets.set(key, { left: isAllowed ? left - 1 : left, at: moment });
      return isAllowed;
    },
  };
}
