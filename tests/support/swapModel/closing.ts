import { affectedDuties } from './handover.ts';
import { isMeant } from './kinds.ts';
import { awaitedOf, type Model, offerersOf, type Request } from './state.ts';

// How requests and offers lapse or expire, and who is notified.

/** Lapses all open offers; returns their owners. */
export function lapse(request: Request): number[] {
  const pending = offerersOf(request, 'offerta');
  for (const person of pending) request.offers[person] = 'decaduta';
  return pending;
}

function close(request: Request, status: 'annullata' | 'rifiutata', reason: string): number[] {
  Object.assign(request, { status, reason });
  return lapse(request);
}

/**
 * Changes calendars. Every open request and offer that depended on a changed entry ends; the other person is notified
 * unless listed in `untold`.
 */
export function changeCalendars(
  model: Model,
  change: () => void,
  reason: 'shift_changed' | 'swapped_elsewhere',
  untold: readonly number[] = [],
): void {
  const before = model.open().map(([key, request]) => {
    const duties = model.everybody().map((who) => affectedDuties(model, request, who));
    const hasChanged = (who: number): boolean => affectedDuties(model, request, who) !== duties[who];
    return { key, request, hasChanged };
  });
  change();
  const toReview = new Set<string>();
  const say = (person: number, key: string): void => {
    if (!untold.includes(person)) model.tell('shift_updated', person, key);
  };
  for (const { key, request, hasChanged } of before) {
    const { kind, requester, given } = request;
    if (hasChanged(requester)) for (const person of close(request, 'annullata', reason)) say(person, key);
    for (const person of offerersOf(request, 'offerta')) {
      const day = given[person]?.day;
      // the requester of a `giorno` now works on the day of the colleague's shift
      const isFilled = kind === 'giorno' && day !== undefined && model.works(requester, day);
      if (!hasChanged(person) && !isFilled) continue;
      request.offers[person] = 'decaduta';
      // the person who made the change is not notified
      say(hasChanged(person) ? requester : person, key);
      toReview.add(key);
    }
  }
  for (const key of toReview) review(model, key);
}

/**
 * After a change of an open request: determines whether everybody left who could take it has declined or been refused.
 * The requester is told once. Returns whether that was now.
 */
export function review(model: Model, key: string): boolean {
  const request = model.request(key);
  // for `ferie` it would reveal who has holidays
  if (request.status !== 'aperta' || request.kind === 'ferie') return false;
  const isOut = (who: number): boolean =>
    request.rejected.includes(who) || request.offers[who] === 'rifiutata';
  const everyone = model.everybody();
  request.nobodyLeft =
    everyone.some(isOut) && everyone.every((who) => isOut(who) || !isMeant(model, request, who));
  if (!request.nobodyLeft || request.nobodyLeftTold) return false;
  request.nobodyLeftTold = true;
  model.tell('exchange_rejected', request.requester, key);
  return true;
}

/** Advances the clock; the server's job closes expired requests. */
export function moveOn(model: Model, until: string): void {
  model.now = until;
  for (const [key, request] of model.open()) {
    if (request.endsAt > model.now) endOverdue(model, key);
    else {
      // a swap that nobody approved in time was not refused
      const isRefused = request.nobodyLeft && !awaitedOf(request);
      const waiting = isRefused
        ? close(request, 'rifiutata', 'nobody_left')
        : close(request, 'annullata', 'day_begun');
      model.tell('exchange_rejected', request.requester, key);
      for (const person of waiting) model.tell('exchange_declined', person, key);
    }
  }
}

/** Lapses expired offers of open requests: the offered shift has begun, or nobody approved in time. */
function endOverdue(model: Model, key: string): void {
  const request = model.request(key);
  const awaited = awaitedOf(request);
  const overdue = offerersOf(request, 'offerta').filter((person) => {
    if (awaited?.accepter === person) return awaited.until <= model.now;
    // the shift given for a `giorno` may begin before the offered day
    const day = request.kind === 'giorno' ? request.given[person]?.day : undefined;
    return day !== undefined && model.duty(person, day) !== undefined && !model.isAhead(person, day);
  });
  for (const person of overdue) {
    const isUnapproved = awaited?.accepter === person;
    request.offers[person] = 'decaduta';
    model.tell(isUnapproved ? 'exchange_rejected' : 'shift_updated', request.requester, key);
    model.tell('exchange_declined', person, key);
  }
  if (overdue.length > 0) review(model, key);
}
