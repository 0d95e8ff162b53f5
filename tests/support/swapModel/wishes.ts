import { type Doing, ok, type Outcome, published, refused } from './actions.ts';
import { review } from './closing.ts';
import { isSameOffer, offeredRows } from './handover.ts';
import { endOf, isMeant } from './kinds.ts';
import type { Asked, Model, Wish } from './state.ts';

// What people ask for: publishing, and changing what was published.

/** What somebody asks for, if they have the entry. */
function wishOf(model: Model, requester: number, kind: Wish['kind'], asked: Asked): Wish | null {
  const found = model.findRow(requester, asked.row);
  const { row, day, days, wanted, message } = asked;
  return found
    ? { kind, requester, row, offeredDay: found.day, day, days: days.toSorted(), wanted, message }
    : null;
}

const isSame = (one: Wish, other: Wish): boolean =>
  (['kind', 'row', 'day', 'wanted', 'message'] as const).every((field) => one[field] === other[field]) &&
  one.days.join() === other.days.join();

export function publish(model: Model, action: Doing<'publish'>): Outcome {
  const wish = wishOf(model, action.who, action.kind, action);
  if (!wish) return refused;
  const twin = model.open().find(([, request]) => isSameOffer(request, wish))?.[0];
  // the same once more, as after a lost answer, changes nothing, whatever has come to stand on its days
  if (twin !== undefined && isSame(model.request(twin), wish)) return published(twin);
  const endsAt = endOf(model, wish);
  if (!endsAt) return refused;
  if (twin !== undefined) return '409 exchange_already_open';
  if (model.isHeld(offeredRows(model, wish))) return refused;
  model.requests[action.as] = {
    ...wish,
    ...{ status: 'aperta', reason: null, endsAt, awaited: null },
    ...{ offers: {}, given: {}, rejected: [], nobodyLeft: false, nobodyLeftTold: false },
  };
  // colleagues who could take it hear of it
  for (const who of model.everybody()) {
    if (isMeant(model, wish, who)) model.tell('new_exchange_request', who, action.as);
  }
  return published(action.as);
}

/** Another wish for the same shift: its answers stay. That another shift is offered is for tests of its own. */
export function change(model: Model, action: Doing<'change'>): Outcome {
  const { who, request: key } = action;
  const request = model.request(key);
  if (request.requester !== who || request.status !== 'aperta') return refused;
  const wish = wishOf(model, who, request.kind, action);
  // the days stay as they were named, whatever has come to stand on them
  const endsAt = wish && endOf(model, wish, true);
  if (!wish || !endsAt || model.isHeld(offeredRows(model, wish), key)) return refused;
  // whatever is changed, no swap of it waits any more
  Object.assign(request, wish, { endsAt, awaited: null });
  review(model, key);
  return ok;
}
