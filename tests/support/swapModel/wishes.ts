import { type Doing, ok, type Outcome, published, refused } from './actions.ts';
import { announce, announceMatches } from './announcing.ts';
import { lapse, review } from './closing.ts';
import { isSameOffer, offeredRows } from './handover.ts';
import { endOf, isMeant, isOpen } from './kinds.ts';
import { type Asked, type Model, offerersOf, type Request, the, weekOf, type Wish } from './state.ts';

// What people ask for: publishing, and changing what was published.

/** What somebody asks for, if they have the entry. */
function wishOf(model: Model, requester: number, kind: Wish['kind'], asked: Asked): Wish | null {
  const found = model.findRow(requester, asked.row);
  const { row, day, days, wanted, message } = asked;
  return found
    ? { kind, requester, row, offeredDay: found.day, day, days: days.toSorted(), wanted, message }
    : null;
}

/** Another open request that offers the same. */
const openTwin = (model: Model, wish: Wish, except?: string): string | undefined =>
  model.open().find(([key, request]) => key !== except && isSameOffer(request, wish))?.[0];

const isSame = (one: Wish, other: Wish): boolean =>
  (['kind', 'row', 'day', 'wanted', 'message'] as const).every((field) => one[field] === other[field]) &&
  one.days.join() === other.days.join();

const unanswered = () => ({ offers: {}, given: {}, rejected: [], nobodyLeft: false, nobodyLeftTold: false });

export function publish(model: Model, action: Doing<'publish'>): Outcome {
  const wish = wishOf(model, action.who, action.kind, action);
  if (!wish) return refused;
  const twin = openTwin(model, wish);
  // the same once more, as after a lost answer, changes nothing, whatever has come to stand on its days
  if (twin !== undefined && isSame(model.request(twin), wish)) return published(twin);
  const endsAt = endOf(model, wish);
  if (!endsAt) return refused;
  if (twin !== undefined) return '409 exchange_already_open';
  if (model.isHeld(offeredRows(model, wish))) return refused;
  const fresh = { status: 'aperta', reason: null, endsAt, awaited: null } as const;
  model.requests[action.as] = { ...wish, ...fresh, ...unanswered() };
  announce(model, action.as);
  return published(action.as);
}

/** Days that were named before are not named anew, whatever has come to stand on them; for another day one must be open. */
function areDaysKept(model: Model, request: Request, { offeredDay, requester, days }: Wish): boolean {
  if (days.join() !== request.days.join() || days.includes(offeredDay)) return false;
  const isLeft = (day: string): boolean => day >= model.today() && isOpen(model, requester, day);
  return offeredDay === request.offeredDay || days.some(isLeft);
}

export function change(model: Model, action: Doing<'change'>): Outcome {
  const { who, request: key } = action;
  const request = model.request(key);
  if (request.requester !== who || request.status !== 'aperta') return refused;
  const wish = wishOf(model, who, request.kind, action);
  const endsAt = wish && endOf(model, wish, areDaysKept(model, request, wish));
  if (!wish || !endsAt) return refused;
  if (openTwin(model, wish, key) !== undefined) return '409 exchange_already_open';
  if (model.isHeld(offeredRows(model, wish), key)) return refused;
  const isSameThing =
    isSameOffer(request, wish) && (request.kind !== 'ferie' || weekOf(request.day).includes(wish.day));
  const former = request.days;
  const hasOtherDays = former.join() !== wish.days.join();
  const isSameWish = request.wanted === wish.wanted && !hasOtherDays;
  // whatever is changed, no swap of it waits any more
  Object.assign(request, wish, { endsAt, awaited: null });
  if (!isSameThing) {
    for (const person of lapse(request)) model.tell('shift_updated', person, key);
    Object.assign(request, unanswered());
    announce(model, key);
    return ok;
  }
  if (hasOtherDays) dropOffersOutside(model, key);
  review(model, key);
  if (hasOtherDays) announceToNew(model, key, former);
  if (!isSameWish) announceMatches(model, key);
  return ok;
}

/** Offers with a shift of a day that is not named any more end. */
function dropOffersOutside(model: Model, key: string): void {
  const request = model.request(key);
  for (const person of offerersOf(request, 'offerta')) {
    if (request.days.includes(the(request.given[person]).day)) continue;
    request.offers[person] = 'decaduta';
    model.tell('shift_updated', person, key);
  }
}

/** Who was not asked with the former days hears of the new ones. */
function announceToNew(model: Model, key: string, former: readonly string[]): void {
  const request = model.request(key);
  const kept = { ...request, days: request.days.filter((day) => former.includes(day)) };
  for (const who of model.everybody()) {
    const isNew = isMeant(model, request, who) && !isMeant(model, kept, who);
    if (isNew) model.tell('new_exchange_request', who, key);
  }
}
