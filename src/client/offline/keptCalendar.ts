import type { Instant, Week } from '../../domain/calendar/day.ts';
import type { Shift } from '../../domain/shifts/schema.ts';
import type { Session } from '../../domain/users/schema.ts';

/** The days of one month's grid, as they were when they were read. */
export interface KeptSpan extends Week {
  shifts: Shift[];
  readAt: Instant;
}

/** What this device shows of a person while it has no network: who they are, and the months they looked at last. */
export interface KeptCalendar {
  session: Session;
  spans: KeptSpan[];
}

const storageKey = 'turnario.calendar';
/** Stands in its place where the person did not want to stay signed in on this device. */
const refusal = 'no';
/** A year of looking ahead, or so: far from what a browser's storage holds. */
const mostSpans = 12;

function read(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function write(text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, text);
  } catch {
    // Without storage, or without room in it, there is no calendar offline.
  }
}

/** Null where nothing is kept, or what is kept was written by a version that kept it otherwise. */
export function readKept(): KeptCalendar | null {
  const text = read();
  if (text === null || text === refusal) return null;
  try {
    const kept = JSON.parse(text) as Partial<KeptCalendar>;
    return kept.session?.user.id && Array.isArray(kept.spans) ? (kept as KeptCalendar) : null;
  } catch {
    return null;
  }
}

/** Removes everything of whoever was signed in. */
export const forgetKept = (): void => write(null);

/** Says at a sign-in whether this device may keep anything beyond it. */
export const allowKeeping = (isRemembered: boolean): void => write(isRemembered ? null : refusal);

/**
 * Says who is signed in, as the server has just answered: what is kept of anybody else goes. While a CEO acts as
 * somebody nothing is kept.
 */
export function claimKept(session: Session | null): void {
  if (session === null || session.isImpersonating) return forgetKept();
  if (read() === refusal) return;
  const kept = readKept();
  const isSame = kept?.session.user.id === session.user.id;
  write(JSON.stringify({ session, spans: isSame ? kept.spans : [] } satisfies KeptCalendar));
}

/** Keeps what a person's calendar showed, unless somebody else has signed in on this device meanwhile. */
export function keepSpans(userId: string, spans: readonly KeptSpan[]): void {
  const kept = readKept();
  if (kept?.session.user.id !== userId) return;
  const newest = new Map(kept.spans.map((span) => [span.from, span]));
  for (const span of spans) {
    newest.delete(span.from);
    newest.set(span.from, span);
  }
  write(JSON.stringify({ ...kept, spans: [...newest.values()].slice(-mostSpans) } satisfies KeptCalendar));
}
