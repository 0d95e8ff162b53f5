import { askedDays, couldTake, isMeant, isMirror } from './kinds.ts';
import { type Model, placeOf } from './state.ts';

// Who hears of a request, or of a shift that fits one.

/** Colleagues who could take it hear of it, and both sides of each mirror image. */
export function announce(model: Model, key: string): void {
  const request = model.request(key);
  for (const who of model.everybody()) {
    if (isMeant(model, request, who)) model.tell('new_exchange_request', who, key);
  }
  announceMatches(model, key);
}

export function announceMatches(model: Model, key: string): void {
  const request = model.request(key);
  for (const [otherKey, other] of model.open()) {
    if (otherKey === key || !isMirror(model, request, other)) continue;
    const { [request.requester]: offer = 'decaduta' } = other.offers;
    const hasAnswered = offer !== 'decaduta' || other.rejected.includes(request.requester);
    if (!hasAnswered) model.tell('exchange_match', request.requester, otherKey);
    model.tell('exchange_match', other.requester, key);
  }
}

/** A colleague's new entry makes them fit what somebody looks for; who was refused cannot offer it. */
export function announceShift(model: Model, who: number, day: string): void {
  const duty = model.duty(who, day);
  if (!duty || !model.works(who, day)) return;
  const before = model.with((calendar) => delete calendar[placeOf(who, day)]);
  for (const [key, request] of model.open()) {
    const { kind, wanted, requester } = request;
    const isFit = (then: Model): boolean =>
      kind === 'giorno'
        ? askedDays(then, request, who, wanted).length > 0
        : wanted === duty.type && couldTake(then, request, who);
    const isNews = request.offers[who] !== 'rifiutata' && isFit(model) && !isFit(before);
    if (isNews) model.tell('new_compatible_shift', requester, key);
  }
}
