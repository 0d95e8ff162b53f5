import { type Day, dayInRome, type Instant } from '../calendar/day.ts';
import type { CloseReason, ExchangeStatus } from '../exchanges/schema.ts';

// Whether a notification still waits for something. This is not stored but judged, on each read, by the current state
// of its subject.

/** Decides which facts are selected when it is read. */
export type Subject = 'request' | 'match' | 'offer' | 'approval' | 'roster';

/** The state of its request, as far as the subject needs it. */
export interface RequestMatter {
  status: ExchangeStatus;
  closeReason: CloseReason | null;
  closedAt: Instant | null;
  expiresAt: Instant;
  /** When the offer last changed; null if never. */
  changedAt: Instant | null;
  /** The reader's answer. */
  answer: { status: 'no' | OfferStatus; givenAt: Instant } | null;
  /** For a match: whether an open request of the reader's still mirrors this one. */
  isMirrored: boolean | null;
  /** The offer of the person it is about. */
  offer: { status: OfferStatus; madeAt: Instant; isReserved: boolean } | null;
  /** Since when its swap has been awaiting approval. */
  awaitedSince: Instant | null;
  mayApprove: boolean | null;
}

type OfferStatus = 'offerta' | 'scelta' | 'ritirata' | 'rifiutata' | 'decaduta';

/** The state of the rosters proposed to the reader. */
export interface RosterMatter {
  /** The newest roster notification. */
  isNewest: boolean;
  lastWaiting: Day | null;
  isUndone: boolean;
  /** Rosters are kept for a time after their last day. */
  isKept: boolean;
}

/** Null: the request is gone. */
export type Matter = RequestMatter | RosterMatter | null;

export interface Moments {
  toldAt: Instant;
  now: Instant;
}

/** How the matter ended, as a sentence; null while it waits. */
export type WaitsFor<M extends Matter = Matter> = (matter: M, moments: Moments) => string | null;

const answered = 'Hai già risposto.';
const closed = 'La richiesta si è chiusa.';
const offerGone = 'L’offerta non c’è più.';

/** Waits while the request is open and unchanged. */
export function openRequest(request: RequestMatter | null, { toldAt, now }: Moments): string | null {
  if (request === null) return 'La richiesta è stata cancellata.';
  const { status, closeReason, closedAt, expiresAt, changedAt } = request;
  if (status === 'completata') return 'Lo scambio è già concluso.';
  if (closeReason === 'day_begun' || (closedAt ?? now) >= expiresAt) return 'La richiesta è scaduta.';
  if (status !== 'aperta') return closed;
  return changedAt !== null && toldAt < changedAt ? 'La richiesta è cambiata.' : null;
}

/** Waits until the reader declines or offers; again if notified anew after their offer lapsed. */
export function answer(request: RequestMatter | null, moments: Moments): string | null {
  const given = request?.answer ?? null;
  const isAnswered = given !== null && (given.status !== 'decaduta' || given.givenAt >= moments.toldAt);
  return openRequest(request, moments) ?? (isAnswered ? answered : null);
}

/** As `answer`, while the two requests still mirror each other. */
export const match = (request: RequestMatter | null, moments: Moments): string | null =>
  answer(request, moments) ?? (request?.isMirrored ? null : closed);

/** Waits while the offer stands and is not confirmed. */
export function offer(request: RequestMatter | null, moments: Moments): string | null {
  const end = openRequest(request, moments);
  if (end !== null) return end;
  const made = request?.offer ?? null;
  // it may have been replaced by an offer of another shift
  if (made === null || made.madeAt > moments.toldAt) return offerGone;
  if (made.status === 'rifiutata' || (made.status === 'offerta' && made.isReserved)) return answered;
  return made.status === 'offerta' ? null : offerGone;
}

/** Waits while the swap has been awaiting approval since before the notification, and the reader may give it. */
export function approval(request: RequestMatter | null, moments: Moments): string | null {
  const end = openRequest(request, moments);
  if (end !== null) return end;
  const { awaitedSince = null, mayApprove = false } = request ?? {};
  const waits = awaitedSince !== null && awaitedSince <= moments.toldAt && mayApprove;
  return waits ? null : 'Non aspetta più la tua approvazione.';
}

/** Waits while part of the newest roster needs the reader's choice. */
export function rosterChoice(roster: RosterMatter, { now }: Moments): string | null {
  const { isNewest, lastWaiting, isUndone, isKept } = roster;
  if (!isNewest) return 'È arrivato un tabellone più recente.';
  if (lastWaiting !== null && lastWaiting >= dayInRome(now)) return null;
  if (isUndone) return 'È stato annullato.';
  return isKept && lastWaiting === null ? answered : 'I suoi giorni sono passati.';
}
