import type { ShiftType } from '../../../src/domain/shifts/duty.ts';
import { agreedOf, givenRows, isBlocked, isBlockedWith } from './approval.ts';
import { givableDays, isListed } from './days.ts';
import { couldTake, leftWork } from './kinds.ts';
import {
  awaitedOf,
  entryOf,
  isHeld,
  type Model,
  offerersOf,
  personAt,
  type Request,
  requestAt,
  weekOf,
  works,
} from './state.ts';

// What each person must see, as the specification's section 4 ('Tab membership') has it.

export const tabNames = ['disponibili', 'pre-accettati', 'mie', 'rifiutati', 'completati'] as const;
export type TabName = (typeof tabNames)[number];

/** In which tab a person finds a request, or null. */
export function tabOf(model: Model, request: Request, viewer: number): TabName | null {
  const me = personAt(model, viewer);
  const requester = personAt(model, request.requester);
  if (me.worksite !== requester.worksite) return null;
  const isOpen = request.status === 'aperta';
  const own = request.offers[viewer];
  if (request.requester === viewer) {
    if (isOpen) return offerersOf(request, 'offerta').length > 0 ? 'pre-accettati' : 'mie';
    return request.status === 'completata' ? 'completati' : 'rifiutati';
  }
  if (own === 'scelta') return 'completati';
  if (isOpen && own === 'offerta') return 'pre-accettati';
  if (request.rejected.includes(viewer) || own === 'rifiutata') return 'rifiutati';
  if (!isOpen) return own === 'decaduta' ? 'rifiutati' : null;
  return requester.hours === me.hours && isOnDuty(model, request, viewer) ? 'disponibili' : null;
}

/** Whether the viewer has a shift on the requested date; of a week, work that is left, or a holiday where that is wanted. */
function isOnDuty(model: Model, request: Request, viewer: number): boolean {
  const { kind, offeredDay, day } = request;
  if (kind === 'giorno') return isListed(model, request, viewer);
  if (kind === 'turno') return works(entryOf(model, viewer, offeredDay)?.duty);
  if (kind === 'settimana') return leftWork(model, viewer, weekOf(offeredDay)).length > 0;
  return weekOf(day).some((other) => entryOf(model, viewer, other)?.duty.place === 'ferie');
}

/** Whether a person could pre-accept a request now: for a day with one of the shifts that fit. */
export function mayPreAccept(model: Model, key: string, who: number): boolean {
  const request = requestAt(model, key);
  const isFit =
    request.status === 'aperta' &&
    couldTake(model, request, who) &&
    request.offers[who] !== 'rifiutata' &&
    request.offers[who] !== 'offerta' &&
    !awaitedOf(request);
  if (!isFit) return false;
  const days = request.kind === 'giorno' ? givableDays(model, request, who) : [null];
  return days.some(
    (day) =>
      !isHeld(model, givenRows(model, request, who, day), key) && !isBlockedWith(model, request, who, day),
  );
}

/** Whether the offer of a colleague can still be taken: what both give is to come, both people may swap. */
function mayConfirm(model: Model, key: string, whom: number): boolean {
  const request = requestAt(model, key);
  if (request.status !== 'aperta' || request.offers[whom] !== 'offerta' || awaitedOf(request)) return false;
  const agreed = agreedOf(model, request, whom);
  return agreed !== null && !isHeld(model, agreed.rows, key) && !isBlocked(model, request, whom);
}

/** A request's card in words: what `lineOf` must say of what the server shows this viewer. */
export function expectedCard(model: Model, id: string, key: string, viewer: number): string {
  const request = requestAt(model, key);
  const isOwn = request.requester === viewer;
  const standing = offerersOf(request, 'offerta');
  const shown = isOwn ? [...standing, ...offerersOf(request, 'scelta')] : [];
  const own = request.offers[viewer];
  return lineOf({
    id,
    status: request.status,
    reason: request.reason,
    wanted: request.wanted,
    message: request.message,
    count: standing.length,
    offers: shown.map((person) => `${person}${mayConfirm(model, key, person) ? '' : ' no'}`),
    said: `${own === 'offerta' || own === 'scelta'} ${request.rejected.includes(viewer)}`,
    may: mayPreAccept(model, key, viewer),
    waits: awaitedOf(request) !== null,
    isLast: isOwn && request.status === 'aperta' && request.nobodyLeft,
  });
}

export interface CardFacts {
  id: string;
  status: string;
  reason: string | null;
  wanted: ShiftType | null;
  message: string | null;
  /** Standing offers. */
  count: number;
  /** The requester's to see: who offers, and whether they may be taken. */
  offers: string[];
  /** Whether the viewer has pre-accepted, and whether rejected. */
  said: string;
  /** Whether the viewer may pre-accept. */
  may: boolean;
  /** Whether its swap waits for approval. */
  waits: boolean;
  /** The requester's to see: nobody is left who could take it. */
  isLast: boolean;
}

export const lineOf = (card: CardFacts): string =>
  [
    card.id,
    card.status,
    card.reason,
    card.wanted,
    card.message,
    card.count,
    `[${card.offers.toSorted().join()}]`,
    card.said,
    card.may,
    card.waits,
    card.isLast,
  ].join(' ');
