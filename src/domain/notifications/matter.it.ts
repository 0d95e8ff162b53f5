import { type Day, dayInRome, type Instant } from '../calendar/day.ts';
import type { CloseReason, ExchangeStatus } from '../exchanges/schema.ts';

// Whether a notification still waits for something. Nothing of that is stored: it is judged, whenever the notification is
// read, by what stands of its subject then.

/** Which facts its reading selects. */
export type Subject = 'request' | 'match' | 'offer' | 'approval' | 'roster';

/** The request it is about, as far as its subject needs it. */
export interface RequestMatter {
  status: ExchangeStatus;
  closeReason: CloseReason | null;
  closedAt: Instant | null;
  expiresAt: Instant;
  /** Since when it offers what it does, where it offered something else before. */
  changedAt: Instant | null;
  /** Of the reader. */
  answer: { status: 'no' | OfferStatus; givenAt: Instant } | null;
  /** Of a match: whether an open request of the reader still offers what this one asks for, and the reverse. */
  isMirrored: boolean | null;
  /** Of the person it is about. */
  offer: { status: OfferStatus; madeAt: Instant; isReserved: boolean } | null;
  /** Since when its swap waits for approval. */
  awaitedSince: Instant | null;
  mayApprove: boolean | null;
}

type OfferStatus = 'offerta' | 'scelta' | 'ritirata' | 'rifiutata' | 'decaduta';

/** What rosters propose to the reader. */
export interface RosterMatter {
  /** Of such news. */
  isNewest: boolean;
  lastWaiting: Day | null;
  isUndone: boolean;
  /** Rosters are, for a time after their last day. */
  isKept: boolean;
}

/** Null: the request is gone. */
export type Matter = RequestMatter | RosterMatter | null;

export interface Moments {
  toldAt: Instant;
  now: Instant;
}

/** How the matter ended, as a sentence; null as long as it waits. */
export type WaitsFor<M extends Matter = Matter> = (matter: M, moments: Moments) => string | null;

const answered = 'Hai già risposto.';
const closed = 'La richiesta si è chiusa.';
const offerGone = 'L’offerta non c’è più.';

/** Its request is open, and offers what it did. */
export function openRequest(request: RequestMatter | null, { toldAt, now }: Moments): string | null {
  if (request === null) return 'La richiesta è stata cancellata.';
  const { status, closeReason, closedAt, expiresAt, changedAt } = request;
  if (status === 'completata') return 'Lo scambio è già concluso.';
  if (closeReason === 'day_begun' || (closedAt ?? now) >= expiresAt) return 'La richiesta è scaduta.';
  if (status !== 'aperta') return closed;
  return changedAt !== null && toldAt < changedAt ? 'La richiesta è cambiata.' : null;
}

/** Its reader has neither said no nor offered something, or was told again after their offer lapsed. */
export function answer(request: RequestMatter | null, moments: Moments): string | null {
  const given = request?.answer ?? null;
  const isAnswered = given !== null && (given.status !== 'decaduta' || given.givenAt >= moments.toldAt);
  return openRequest(request, moments) ?? (isAnswered ? answered : null);
}

/** The same, and both still want what the other offers. */
export const match = (request: RequestMatter | null, moments: Moments): string | null =>
  answer(request, moments) ?? (request?.isMirrored ? null : closed);

/** The offer it tells of stands, and is not confirmed. */
export function offer(request: RequestMatter | null, moments: Moments): string | null {
  const end = openRequest(request, moments);
  if (end !== null) return end;
  const made = request?.offer ?? null;
  // another shift may have been offered in its place
  if (made === null || made.madeAt > moments.toldAt) return offerGone;
  if (made.status === 'rifiutata' || (made.status === 'offerta' && made.isReserved)) return answered;
  return made.status === 'offerta' ? null : offerGone;
}

/** The swap waits for approval, since before it was told, and its reader may give it. */
export function approval(request: RequestMatter | null, moments: Moments): string | null {
  const end = openRequest(request, moments);
  if (end !== null) return end;
  const { awaitedSince = null, mayApprove = false } = request ?? {};
  const waits = awaitedSince !== null && awaitedSince <= moments.toldAt && mayApprove;
  return waits ? null : 'Non aspetta più la tua approvazione.';
}

/** Something of a roster waits for its reader's choice, and no later news speak of it. */
export function rosterChoice(roster: RosterMatter, { now }: Moments): string | null {
  const { isNewest, lastWaiting, isUndone, isKept } = roster;
  if (!isNewest) return 'È arrivato un tabellone più recente.';
  if (lastWaiting !== null && lastWaiting >= dayInRome(now)) return null;
  if (isUndone) return 'È stato annullato.';
  return isKept && lastWaiting === null ? answered : 'I suoi giorni sono passati.';
}
