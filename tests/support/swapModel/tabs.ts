import type { ExchangeTab } from '../../../src/domain/exchanges/schema.ts';
import { mayPreAccept } from './answers.ts';
import { confirmable } from './approval.ts';
import { isListed, leftWork } from './kinds.ts';
import { awaitedOf, type Model, offerersOf, type Request, weekOf } from './state.ts';

// What each person must see, as the specification's section 4 ('Tab membership') has it.

/** In which tab a person finds a request, or null. */
function tabOf(model: Model, request: Request, viewer: number): ExchangeTab | null {
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
  return isOnDuty(model, request, viewer) ? 'disponibili' : null;
}

/** Whether the viewer has a shift on the requested date; of a week, work that is left, or a holiday where that is wanted. */
function isOnDuty(model: Model, request: Request, viewer: number): boolean {
  const { kind, offeredDay, day } = request;
  if (kind === 'giorno') return isListed(model, request, viewer);
  if (kind === 'turno') return model.works(viewer, offeredDay);
  if (kind === 'settimana') return leftWork(model, viewer, weekOf(offeredDay)).length > 0;
  return weekOf(day).some((other) => model.duty(viewer, other)?.place === 'ferie');
}

/** What a card says to this viewer; who offers, whether they may be taken, and that nobody is left, to the requester alone. */
export function expectedCard(model: Model, key: string, viewer: number) {
  const request = model.request(key);
  const { requester, status, reason, wanted, message } = request;
  const isOwn = requester === viewer;
  const standing = offerersOf(request, 'offerta');
  const shown = isOwn ? [...standing, ...offerersOf(request, 'scelta')] : [];
  return {
    tab: tabOf(model, request, viewer),
    status,
    reason,
    wanted,
    message,
    count: standing.length,
    offers: shown.map((who) => `${who}${confirmable(model, key, who) ? '' : ' no'}`).toSorted(),
    mayPreAccept: mayPreAccept(model, key, viewer),
    isAwaitingApproval: awaitedOf(request) !== null,
    nobodyLeft: isOwn && status === 'aperta' && request.nobodyLeft,
  };
}

export const lineOfCard = (viewer: number, id: string, card: ReturnType<typeof expectedCard>): string =>
  `${viewer} sees ${id} ${JSON.stringify(card, Object.keys(card).toSorted())}`;
