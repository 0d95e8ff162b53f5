import { mayPreAccept } from './answers.ts';
import { confirmable } from './approval.ts';
import { isListed, leftWork } from './kinds.ts';
import { awaitedOf, type Model, offerersOf, type Request, weekOf } from './state.ts';

// What each person must see, as the specification's section 4 ('Tab membership') has it.

export const tabNames = ['disponibili', 'pre-accettati', 'mie', 'rifiutati', 'completati'] as const;
export type TabName = (typeof tabNames)[number];

/** In which tab a person finds a request, or null. */
export function tabOf(model: Model, request: Request, viewer: number): TabName | null {
  const { requester, status, offers, rejected } = request;
  if (!model.areMates(viewer, requester)) return null;
  const isOpen = status === 'aperta';
  const own = offers[viewer];
  if (requester === viewer) {
    if (isOpen) return offerersOf(request, 'offerta').length > 0 ? 'pre-accettati' : 'mie';
    return status === 'completata' ? 'completati' : 'rifiutati';
  }
  if (own === 'scelta') return 'completati';
  if (isOpen && own === 'offerta') return 'pre-accettati';
  if (rejected.includes(viewer) || own === 'rifiutata') return 'rifiutati';
  if (!isOpen) return own === 'decaduta' ? 'rifiutati' : null;
  const haveSameHours = model.person(requester).hours === model.person(viewer).hours;
  return haveSameHours && isOnDuty(model, request, viewer) ? 'disponibili' : null;
}

/** Whether the viewer has a shift on the requested date; of a week, work that is left, or a holiday where that is wanted. */
function isOnDuty(model: Model, request: Request, viewer: number): boolean {
  const { kind, offeredDay, day } = request;
  if (kind === 'giorno') return isListed(model, request, viewer);
  if (kind === 'turno') return model.works(viewer, offeredDay);
  if (kind === 'settimana') return leftWork(model, viewer, weekOf(offeredDay)).length > 0;
  return weekOf(day).some((other) => model.duty(viewer, other)?.place === 'ferie');
}

/** What a card says to this viewer, with the server's id of the request. */
export function expectedCard(model: Model, id: string, key: string, viewer: number) {
  const request = model.request(key);
  const { requester, status, reason, wanted, message, rejected, offers } = request;
  const isOwn = requester === viewer;
  const standing = offerersOf(request, 'offerta');
  const shown = isOwn ? [...standing, ...offerersOf(request, 'scelta')] : [];
  return {
    id,
    status,
    reason,
    wanted,
    message,
    count: standing.length,
    /** The requester's to see: who offers, and whether they may be taken. */
    offers: shown.map((who) => `${who}${confirmable(model, key, who) ? '' : ' no'}`).toSorted(),
    hasPreAccepted: offers[viewer] === 'offerta' || offers[viewer] === 'scelta',
    hasRejected: rejected.includes(viewer),
    mayPreAccept: mayPreAccept(model, key, viewer),
    isAwaitingApproval: awaitedOf(request) !== null,
    /** The requester's to see. */
    nobodyLeft: isOwn && status === 'aperta' && request.nobodyLeft,
  };
}
export type CardFacts = ReturnType<typeof expectedCard>;
