import { couldTake, isMirror, stakeOf } from './kinds.ts';
import {
  entryOf,
  everybody,
  isToCome,
  type Model,
  offerersOf,
  type Request,
  requestAt,
  tell,
  weekOf,
  works,
} from './state.ts';

// How requests and offers end by themselves, and who hears of what.

/** Standing offers end without being taken. Answers whose they were. */
export function lapse(request: Request): number[] {
  const pending = offerersOf(request, 'offerta');
  for (const person of pending) request.offers[person] = 'decaduta';
  return pending;
}

export function close(request: Request, status: 'annullata' | 'rifiutata', reason: string): number[] {
  request.status = status;
  request.reason = reason;
  return lapse(request);
}

const openOnes = (model: Model): [string, Request][] =>
  Object.entries(model.requests).filter(([, { status }]) => status === 'aperta');

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
  const people = everybody(model);
  const before = openOnes(model).map(([key, request]) => ({
    key,
    request,
    stakes: people.map((who) => stakeOf(model, request, who)),
  }));
  change();
  const say = (person: number, key: string): void => {
    if (!untold.includes(person)) tell(model, 'shift_updated', person, key);
  };
  for (const { key, request, stakes } of before) {
    const hasChanged = (who: number): boolean => stakeOf(model, request, who) !== stakes[who];
    if (hasChanged(request.requester)) {
      for (const person of close(request, 'annullata', reason)) say(person, key);
    }
    for (const person of offerersOf(request, 'offerta').filter(hasChanged)) {
      request.offers[person] = 'decaduta';
      say(request.requester, key);
    }
  }
}

/** Nobody is left who could take it, after an answer: it closes, and the requester hears. Answers whether it did. */
export function closeIfNobodyLeft(model: Model, key: string): boolean {
  const request = requestAt(model, key);
  const able = everybody(model).filter((who) => couldTake(model, request, who));
  const isOut = (who: number): boolean =>
    request.rejected.includes(who) || request.offers[who] === 'rifiutata';
  if (able.length === 0 || !able.every(isOut)) return false;
  close(request, 'rifiutata', 'nobody_left');
  tell(model, 'exchange_rejected', request.requester, key);
  return true;
}

/** Colleagues who could take it hear of it, and both sides of each mirror image. */
export function announce(model: Model, key: string): void {
  const request = requestAt(model, key);
  for (const who of everybody(model)) {
    if (couldTake(model, request, who)) tell(model, 'new_exchange_request', who, key);
  }
  announceMatches(model, key);
}

export function announceMatches(model: Model, key: string): void {
  const request = requestAt(model, key);
  for (const [otherKey, other] of openOnes(model)) {
    if (otherKey === key || !isMirror(model, request, other)) continue;
    tell(model, 'exchange_match', request.requester, otherKey);
    tell(model, 'exchange_match', other.requester, key);
  }
}

/** A colleague's new entry is what somebody looks for; who was refused cannot offer it. */
export function announceShift(model: Model, who: number, day: string): void {
  const duty = entryOf(model, who, day)?.duty;
  if (!duty || !works(duty) || !isToCome(model, day, duty)) return;
  for (const [key, request] of openOnes(model)) {
    const { kind, offeredDay, wanted, requester } = request;
    const isThen = kind === 'turno' ? offeredDay === day : weekOf(offeredDay).includes(day);
    if (!isThen || wanted !== duty.type || request.offers[who] === 'rifiutata') continue;
    if (couldTake(model, request, who)) tell(model, 'new_compatible_shift', requester, key);
  }
}

/** The person can no longer swap as before; what they had under way ends. */
export function leaveSwaps(model: Model, who: number, isTold: boolean): void {
  for (const [key, request] of openOnes(model)) {
    if (request.requester === who) {
      for (const person of close(request, 'annullata', 'owner_changed')) {
        tell(model, 'shift_updated', person, key);
      }
      if (isTold) tell(model, 'shift_updated', who, key);
    } else if (request.offers[who] === 'offerta') {
      request.offers[who] = 'decaduta';
      tell(model, 'shift_updated', request.requester, key);
    }
  }
}
