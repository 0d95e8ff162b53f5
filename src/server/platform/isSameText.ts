import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares two texts in constant time, even of different lengths. */
export function isSameText(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
