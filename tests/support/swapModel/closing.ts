import { isAsked, isUnworked } from './days.ts';
import { couldTake, isMeant, offeredDutiesOf } from './kinds.ts';
import { isMirror } from './mirrors.ts';
import {
  beginsAt,
  entryOf,
  everybody,
  type Model,
  offerersOf,
  placeOf,
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

export const openOnes = (model: Model): [string, Request][] =>
  Object.entries(model.requests).filter(([, { status }]) => status === 'aperta');

/** What of a person's calendar a request or an offer stands on. */
function affectedDutiesOf(model: Model, request: Request, who: number): string {
  const given = request.given[who];
  if (request.kind !== 'giorno' || who === request.requester || !given) {
    return offeredDutiesOf(model, request, who);
  }
  const entry = entryOf(model, who, given.day);
  const open = isUnworked(model, who, request.offeredDay);
  return entry ? `${open} ${entry.row} ${entry.duty.place} ${entry.duty.from} ${entry.duty.to}` : '';
}

/** The requester of a day works on the day of the colleague's shift by now. */
function isGivenDayFilled(model: Model, { kind, requester, given }: Request, who: number): boolean {
  const day = given[who]?.day;
  return kind === 'giorno' && day !== undefined && !isUnworked(model, requester, day);
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
  const people = everybody(model);
  const before = openOnes(model).map(([key, request]) => ({
    key,
    request,
    stakes: people.map((who) => affectedDutiesOf(model, request, who)),
  }));
  change();
  const shaken = new Set<string>();
  const say = (person: number, key: string): void => {
    if (!untold.includes(person)) tell(model, 'shift_updated', person, key);
  };
  for (const { key, request, stakes } of before) {
    const hasChanged = (who: number): boolean => affectedDutiesOf(model, request, who) !== stakes[who];
    if (hasChanged(request.requester)) {
      for (const person of close(request, 'annullata', reason)) say(person, key);
    }
    for (const person of offerersOf(request, 'offerta')) {
      const isFilled = isGivenDayFilled(model, request, person);
      if (!hasChanged(person) && !isFilled) continue;
      request.offers[person] = 'decaduta';
      // the one who changed something knows
      say(hasChanged(person) ? request.requester : person, key);
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
  const request = requestAt(model, key);
  // who has holidays to give is told to nobody, nor that none is left
  if (request.status !== 'aperta' || request.kind === 'ferie') return false;
  const isOut = (who: number): boolean =>
    request.rejected.includes(who) || request.offers[who] === 'rifiutata';
  const everyone = everybody(model);
  request.nobodyLeft =
    everyone.some(isOut) && everyone.every((who) => isOut(who) || !isMeant(model, request, who));
  if (!request.nobodyLeft || request.nobodyLeftTold) return false;
  request.nobodyLeftTold = true;
  tell(model, 'exchange_rejected', request.requester, key);
  return true;
}

/** Colleagues who could take it hear of it, and both sides of each mirror image. */
export function announce(model: Model, key: string): void {
  const request = requestAt(model, key);
  for (const who of everybody(model)) {
    if (isMeant(model, request, who)) tell(model, 'new_exchange_request', who, key);
  }
  announceMatches(model, key);
}

export function announceMatches(model: Model, key: string): void {
  const request = requestAt(model, key);
  for (const [otherKey, other] of openOnes(model)) {
    if (otherKey === key || !isMirror(model, request, other)) continue;
    const { [request.requester]: offer = 'decaduta' } = other.offers;
    const hasAnswered = offer !== 'decaduta' || other.rejected.includes(request.requester);
    if (!hasAnswered) tell(model, 'exchange_match', request.requester, otherKey);
    tell(model, 'exchange_match', other.requester, key);
  }
}

/** Whether a person could take a request if they had nothing on this day. */
function couldTakeWithout(model: Model, request: Request, who: number, day: string): boolean {
  const { [placeOf(who, day)]: _entry, ...calendar } = model.calendar;
  return couldTake({ ...model, calendar }, request, who);
}

/** A colleague's new entry makes them fit what somebody looks for; who was refused cannot offer it. */
export function announceShift(model: Model, who: number, day: string): void {
  const duty = entryOf(model, who, day)?.duty;
  if (!duty || !works(duty) || beginsAt(day, duty) <= model.now) return;
  for (const [key, request] of openOnes(model)) {
    const { kind, offeredDay, wanted, requester } = request;
    if (kind === 'giorno') {
      announceToOwnerOfDay(model, key, who, day);
      continue;
    }
    const isThen = kind === 'turno' ? offeredDay === day : weekOf(offeredDay).includes(day);
    if (!isThen || wanted !== duty.type || request.offers[who] === 'rifiutata') continue;
    if (couldTake(model, request, who) && !couldTakeWithout(model, request, who, day)) {
      tell(model, 'new_compatible_shift', requester, key);
    }
  }
}

/** The only shift that fits and is wanted is news. */
function announceToOwnerOfDay(model: Model, key: string, who: number, day: string): void {
  const request = requestAt(model, key);
  if (request.offers[who] === 'rifiutata' || !isAsked(model, request, who, request.wanted)) return;
  const { [placeOf(who, day)]: _entry, ...calendar } = model.calendar;
  if (!isAsked({ ...model, calendar }, request, who, request.wanted)) {
    tell(model, 'new_compatible_shift', request.requester, key);
  }
}

/** The person can no longer swap as before; what they had in progress ends. */
export function leaveSwaps(model: Model, who: number, reason: 'owner_changed' | 'owner_deactivated'): void {
  for (const [key, request] of openOnes(model)) {
    if (request.requester === who) {
      for (const person of close(request, 'annullata', reason)) {
        tell(model, 'shift_updated', person, key);
      }
      tell(model, 'shift_updated', who, key);
    } else if (request.offers[who] === 'offerta') {
      request.offers[who] = 'decaduta';
      tell(model, 'shift_updated', request.requester, key);
      review(model, key);
    }
  }
}
