import { type Asked, type Doing, ok, type Outcome, refused } from './actions.ts';
import { announce, announceMatches, lapse, review } from './closing.ts';
import { isOpen } from './days.ts';
import { endOf, isMeant, isSameOffer, offeredRows } from './kinds.ts';
import {
  everybody,
  findRow,
  isHeld,
  type Model,
  offerersOf,
  type Request,
  requestAt,
  tell,
  the,
  todayOf,
  weekOf,
  type Wish,
} from './state.ts';

// What people ask for: publishing, and changing what was published.

/** What somebody asks for, if they have the entry. */
function wishOf(model: Model, who: number, kind: Wish['kind'], asked: Asked): Wish | null {
  const found = findRow(model, who, asked.row);
  const { row, day, days, wanted, message } = asked;
  return found
    ? { kind, requester: who, row, offeredDay: found.day, day, days: days.toSorted(), wanted, message }
    : null;
}

/** Another open request that offers the same. */
const openTwin = (model: Model, wish: Wish, except?: string): string | undefined =>
  Object.keys(model.requests).find((key) => {
    const request = requestAt(model, key);
    return key !== except && request.status === 'aperta' && isSameOffer(request, wish);
  });

const isSame = (request: Request, wish: Wish): boolean =>
  request.kind === wish.kind &&
  request.row === wish.row &&
  request.day === wish.day &&
  request.days.join() === wish.days.join() &&
  request.wanted === wish.wanted &&
  request.message === wish.message;

export function publish(model: Model, action: Doing<'publish'>): Outcome {
  const wish = wishOf(model, action.who, action.kind, action);
  if (!wish) return refused;
  const twin = openTwin(model, wish);
  // the same once more, as after a lost answer, changes nothing, whatever has come to stand on its days
  if (twin !== undefined && isSame(requestAt(model, twin), wish)) return { is: 'ok', request: twin };
  const endsAt = endOf(model, wish);
  if (!endsAt) return refused;
  if (twin !== undefined) return { is: '409 exchange_already_open' };
  if (isHeld(model, offeredRows(model, wish))) return refused;
  model.requests[action.as] = {
    ...wish,
    status: 'aperta',
    reason: null,
    endsAt,
    offers: {},
    given: {},
    rejected: [],
    nobodyLeft: false,
    nobodyLeftTold: false,
    awaited: null,
  };
  announce(model, action.as);
  return { is: 'ok', request: action.as };
}

/** Days that were named before are not named anew, whatever has come to stand on them; for another day one must be open. */
function areDaysKept(model: Model, request: Request, { offeredDay, requester, days }: Wish): boolean {
  if (days.join() !== request.days.join() || days.includes(offeredDay)) return false;
  const isLeft = (day: string): boolean => day >= todayOf(model) && isOpen(model, requester, day);
  return offeredDay === request.offeredDay || days.some(isLeft);
}

export function change(model: Model, action: Doing<'change'>, request: Request): Outcome {
  const { who, request: key } = action;
  if (request.requester !== who || request.status !== 'aperta') return refused;
  const wish = wishOf(model, who, request.kind, action);
  const endsAt = wish && endOf(model, wish, areDaysKept(model, request, wish));
  if (!wish || !endsAt) return refused;
  if (openTwin(model, wish, key) !== undefined) return { is: '409 exchange_already_open' };
  if (isHeld(model, offeredRows(model, wish), key)) return refused;
  const isSameThing =
    isSameOffer(request, wish) && (request.kind !== 'ferie' || weekOf(request.day).includes(wish.day));
  const hasOtherDays = request.days.join() !== wish.days.join();
  const isSameWish = request.wanted === wish.wanted && !hasOtherDays;
  const before = { ...request };
  // whatever is changed, no swap of it waits any more
  Object.assign(request, wish, { endsAt, awaited: null });
  if (!isSameThing) {
    for (const person of lapse(request)) tell(model, 'shift_updated', person, key);
    Object.assign(request, { offers: {}, given: {}, rejected: [], nobodyLeft: false, nobodyLeftTold: false });
    announce(model, key);
  } else {
    if (hasOtherDays) dropOffersOutside(model, key);
    review(model, key);
    if (hasOtherDays) announceToNew(model, key, before.days);
    if (!isSameWish) announceMatches(model, key);
  }
  return ok;
}

/** Offers with a shift of a day that is not named any more end. */
function dropOffersOutside(model: Model, key: string): void {
  const request = requestAt(model, key);
  for (const person of offerersOf(request, 'offerta')) {
    if (request.days.includes(the(request.given[person]).day)) continue;
    request.offers[person] = 'decaduta';
    tell(model, 'shift_updated', person, key);
  }
}

/** Who was not asked with the former days hears of the new ones. */
function announceToNew(model: Model, key: string, former: readonly string[]): void {
  const request = requestAt(model, key);
  const kept = { ...request, days: request.days.filter((day) => former.includes(day)) };
  for (const who of everybody(model)) {
    if (isMeant(model, request, who) && !isMeant(model, kept, who))
      tell(model, 'new_exchange_request', who, key);
  }
}
