import { setTimeout } from 'node:timers/promises';
import type { Instant } from '../../domain/calendar/day.ts';

/** The server's only source of the current time; tests pass their own. */
export interface Clock {
  now(): Instant;
  waitUntil(instant: Instant): Promise<void>;
}

export const systemClock: Clock = {
  now: () => new Date().toISOString(),
  waitUntil: (instant) => setTimeout(Math.max(0, Date.parse(instant) - Date.now())),
};

/** The instant `seconds` later (earlier if negative). */
export const secondsAfter = (now: Instant, seconds: number): Instant =>
  new Date(Date.parse(now) + seconds * 1000).toISOString();

/** Whole seconds from `from` to `to`. */
export const secondsBetween = (from: Instant, to: Instant): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 1000);
