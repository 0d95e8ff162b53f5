export interface TokenBuckets {
  /** Whether one more is allowed now. */
  take(key: string): boolean;
  /** Takes one that may not be there yet. @returns in how many milliseconds it is; null if that is longer than this */
  reserve(key: string, longestMs: number): number | null;
}

interface Bucket {
  left: number;
  /** Milliseconds of `now`, when `left` was counted. */
  at: number;
}

/**
 * Counts in this process alone: `burst` at once, refilled by `perSecond`.
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
  const leftOf = ({ left, at }: Bucket, instant: number): number =>
    Math.min(burst, left + (Math.max(0, instant - at) / 1000) * perSecond);
  /** What is left of a key's before one more is taken; may be owed already. */
  const look = (key: string, instant: number): number => {
    const bucket = buckets.get(key);
    if (instant - forgottenAt >= refillMs) {
      forgottenAt = instant;
      for (const [other, known] of buckets) if (leftOf(known, instant) >= burst) buckets.delete(other);
    }
    return bucket ? leftOf(bucket, instant) : burst;
  };
  return {
    take(key) {
      const instant = now();
      const left = look(key, instant);
      const isAllowed = left >= 1;
      buckets.set(key, { left: isAllowed ? left - 1 : left, at: instant });
      return isAllowed;
    },
    reserve(key, longestMs) {
      const instant = now();
      const left = look(key, instant) - 1;
      const waitMs = Math.max(0, (-left / perSecond) * 1000);
      if (waitMs > longestMs) return null;
      buckets.set(key, { left, at: instant });
      return waitMs;
    },
  };
}
