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

/** What a person said of the files with their own row: what cells mean, and where they stand. */
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
/** Stands in its place where the person did not want to stay signed in on this device. */
const refusal = 'no';
/** A year of looking ahead, or so: far from what a browser's storage holds. */
const mostSpans = 12;

const write = (cached: CachedCalendar): void => store(storageKey, JSON.stringify(cached));

/** Null where nothing is cached, or what is cached was written by a version that cached it otherwise. */
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

/** Says at a sign-in whether this device may keep anything beyond it. */
export const allowCaching = (isRemembered: boolean): void => store(storageKey, isRemembered ? null : refusal);

/**
 * Says who is signed in, as the server has just answered: what is cached of anybody else goes. While a CEO acts as
 * somebody nothing is cached.
 */
export function setCacheOwner(session: Session | null): void {
  if (session === null || session.isImpersonating) return clearCachedCalendar();
  if (readStored(storageKey) === refusal) return;
  const cached = readCachedCalendar();
  const isSame = cached?.session.user.id === session.user.id;
  write({ spans: [], ...(isSame ? cached : {}), session });
}

/** Keeps what a person said of their own row, unless somebody else has signed in on this device meanwhile. */
export function cacheOwnRow(userId: string, ownRow: CachedOwnRow): void {
  const cached = readCachedCalendar();
  if (cached?.session.user.id === userId) write({ ...cached, ownRow });
}

/** Keeps what a person's calendar showed, unless somebody else has signed in on this device meanwhile. */
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
