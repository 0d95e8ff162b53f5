import type { Instant, Week } from '../../domain/calendar/day.ts';
import type { Legend } from '../../domain/rosters/meaning.ts';
import type { RememberedLayout } from '../../domain/rosters/remembered.ts';
import type { Shift } from '../../domain/shifts/schema.ts';
import type { Session } from '../../domain/users/schema.ts';
import { readStored, store } from '../ui/store.ts';

export interface CachedSpan extends Week {
  shifts: Shift[];
  readAt: Instant;
}

/** How to read files with the person's own row: the meaning of cells and their position. */
export interface CachedOwnRow {
  legend: Legend;
  layout: RememberedLayout;
}

export interface CachedCalendar {
  session: Session;
  spans: CachedSpan[];
  ownRow?: CachedOwnRow | undefined;
}

const storageKey = 'turnario.calendar';
/** Stored instead of the cache if the person did not choose to stay signed in. */
const refusal = 'no';
/** About a year, far below the storage quota. */
const mostSpans = 12;

const write = (cached: CachedCalendar): void => store(storageKey, JSON.stringify(cached));

/** Null if nothing is cached, or in another version's format. */
export function readCachedCalendar(): CachedCalendar | null {
  const text = readStored(storageKey);
  if (!text || text === refusal) return null;
  try {
    const cached = JSON.parse(text) as Partial<CachedCalendar>;
    return cached.session?.user.id && Array.isArray(cached.spans) ? (cached as CachedCalendar) : null;
  } catch {
    return null;
  }
}

export const clearCachedCalendar = (): void => store(storageKey, null);

/** Called at sign-in: whether this device may cache data. */
export const allowCaching = (isRemembered: boolean): void => store(storageKey, isRemembered ? null : refusal);

/**
 * Sets the signed-in person and clears anybody else's cache. Nothing is cached during impersonation.
 */
export function setCacheOwner(session: Session | null): void {
  if (session === null || session.isImpersonating) return clearCachedCalendar();
  if (readStored(storageKey) === refusal) return;
  const cached = readCachedCalendar();
  const isSame = cached?.session.user.id === session.user.id;
  write({ spans: [], ...(isSame ? cached : {}), session });
}

/** Caches a person's own-row settings, unless somebody else has signed in on this device meanwhile. */
export function cacheOwnRow(userId: string, ownRow: CachedOwnRow): void {
  const cached = readCachedCalendar();
  if (cached?.session.user.id === userId) write({ ...cached, ownRow });
}

/** Caches spans of a person's calendar, unless somebody else has signed in on this device meanwhile. */
export function cacheSpans(userId: string, spans: readonly CachedSpan[]): void {
  const cached = readCachedCalendar();
  if (cached?.session.user.id !== userId) return;
  const newest = new Map(cached.spans.map((span) => [span.from, span]));
  for (const span of spans) {
    newest.delete(span.from);
    newest.set(span.from, span);
  }
  write({ ...cached, spans: [...newest.values()].slice(-mostSpans) });
}
