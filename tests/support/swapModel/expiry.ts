import { close, openOnes, review } from './closing.ts';
import {
  awaitedOf,
  entryOf,
  isToCome,
  type Model,
  offerersOf,
  type Request,
  requestAt,
  tell,
} from './state.ts';

// What time ends, and who hears of it.

/** The clock moves on. What has ended is closed, whether or not a job has written so; it tells the people. */
export function moveOn(model: Model, until: string, isTidied: boolean): void {
  model.now = until;
  if (isTidied) {
    expireAndTell(model);
    endOverdue(model);
    return;
  }
  for (const [key, request] of openOnes(model)) if (request.endsAt <= until) expire(model, key);
}

/** Requests that time has closed: their people hear by now. */
export function expireAndTell(model: Model, isMeantHere: (request: Request) => boolean = () => true): void {
  for (const [key, request] of openOnes(model)) {
    if (isMeantHere(request) && request.endsAt <= model.now) expire(model, key);
  }
  for (const key of Object.keys(model.due)) {
    if (isMeantHere(requestAt(model, key))) tellExpired(model, key);
  }
}

/** Offers that time has ended while their request goes on: the own shift has begun, or nobody has approved the swap. */
export function endOverdue(model: Model, isMeantHere: (request: Request) => boolean = () => true): void {
  for (const [key, request] of openOnes(model)) if (isMeantHere(request)) endBegunOffers(model, key);
}

/** What a colleague gives for a day may begin before that day: their offer is over, and both hear. */
function endBegunOffers(model: Model, key: string): void {
  const request = requestAt(model, key);
  const awaited = awaitedOf(request);
  const unapproved = awaited && awaited.until <= model.now ? awaited.accepter : null;
  if (unapproved !== null) {
    request.offers[unapproved] = 'decaduta';
    tell(model, 'exchange_rejected', request.requester, key);
    tell(model, 'exchange_declined', unapproved, key);
  }
  const begun = offerersOf(request, 'offerta').filter((person) => {
    const day = request.given[person]?.day;
    const duty = day === undefined ? undefined : entryOf(model, person, day)?.duty;
    return (
      awaited?.accepter !== person &&
      request.kind === 'giorno' &&
      day !== undefined &&
      duty !== undefined &&
      !isToCome(model, person, day, duty)
    );
  });
  for (const person of begun) {
    request.offers[person] = 'decaduta';
    tell(model, 'shift_updated', request.requester, key);
    tell(model, 'exchange_declined', person, key);
  }
  if (begun.length > 0 || unapproved !== null) review(model, key);
}

/** Time closes a request; the requester and who was waiting for them are due to hear. */
function expire(model: Model, key: string): void {
  const request = requestAt(model, key);
  // what nobody has approved in time was not refused by anybody
  model.due[key] =
    request.nobodyLeft && !awaitedOf(request)
      ? close(request, 'rifiutata', 'nobody_left')
      : close(request, 'annullata', 'day_begun');
}

/** By now they have heard. */
export function tellExpired(model: Model, key: string): void {
  const waiting = model.due[key];
  if (!waiting) return;
  delete model.due[key];
  tell(model, 'exchange_rejected', requestAt(model, key).requester, key);
  for (const person of waiting) tell(model, 'exchange_declined', person, key);
}
