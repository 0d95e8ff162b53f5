import { affectedDuties } from './handover.ts';
import { isMeant } from './kinds.ts';
import { awaitedOf, type Model, offerersOf, type Request } from './state.ts';

// How requests and offers end by themselves and by time, and who hears of what.

/** Standing offers end without being taken. Answers whose they were. */
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
 * Changes calendars. Every open request and offer that was about what changed ends; the other side of each is told, but
 * for the `untold`.
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
  const shaken = new Set<string>();
  const say = (person: number, key: string): void => {
    if (!untold.includes(person)) model.tell('shift_updated', person, key);
  };
  for (const { key, request, hasChanged } of before) {
    const { kind, requester, given } = request;
    if (hasChanged(requester)) for (const person of close(request, 'annullata', reason)) say(person, key);
    for (const person of offerersOf(request, 'offerta')) {
      const day = given[person]?.day;
      // the requester of a day works on the day of the colleague's shift by now
      const isFilled = kind === 'giorno' && day !== undefined && model.works(requester, day);
      if (!hasChanged(person) && !isFilled) continue;
      request.offers[person] = 'decaduta';
      // the one who changed something knows
      say(hasChanged(person) ? requester : person, key);
      shaken.add(key);
    }
  }
  for (const key of shaken) review(model, key);
}

/**
 * After a change of an open request: whether nobody is left who could take it but those who said no or were refused. The
 * requester hears so once. Answers whether they did now.
 */
export function review(model: Model, key: string): boolean {
  const request = model.request(key);
  // who has holidays to give is told to nobody, nor that none is left
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

/** The clock moves on, and the server's job closes what has ended. */
export function moveOn(model: Model, until: string): void {
  model.now = until;
  for (const [key, request] of model.open()) {
    if (request.endsAt > model.now) endOverdue(model, key);
    else {
      // what nobody has approved in time was not refused by anybody
      const isRefused = request.nobodyLeft && !awaitedOf(request);
      const waiting = isRefused
        ? close(request, 'rifiutata', 'nobody_left')
        : close(request, 'annullata', 'day_begun');
      model.tell('exchange_rejected', request.requester, key);
      for (const person of waiting) model.tell('exchange_declined', person, key);
    }
  }
}

/** Offers that time has ended while their request goes on: the own shift has begun, or nobody has approved the swap. */
function endOverdue(model: Model, key: string): void {
  const request = model.request(key);
  const awaited = awaitedOf(request);
  const overdue = offerersOf(request, 'offerta').filter((person) => {
    if (awaited?.accepter === person) return awaited.until <= model.now;
    // what a colleague gives for a day may begin before that day
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
