import { type Doing, notFound, ok, type Outcome, refused } from './actions.ts';
import { changeCalendars, review } from './closing.ts';
import { isSameOffer, offeredRows } from './handover.ts';
import { endOf, isMeant } from './kinds.ts';
import { type Duty, isSameDuty, minutesOf, type Model, placeOf, weekOf, type Wish, works } from './state.ts';

// What people do with their own calendars, and what they publish.

/** Whether the person may have this duty on this day, given their other entries. */
function isAllowed(model: Model, who: number, day: string, duty: Duty, exceptRow?: number): boolean {
  if (!works(duty)) return true;
  if (model.person(who).worksite !== 'taxi') return [480, 540].includes(minutesOf(duty));
  // one named shift per week: that of its last working day
  const others = weekOf(day).flatMap((other) => {
    const entry = model.entry(who, other);
    return entry && entry.row !== exceptRow && works(entry.duty) ? entry.duty.type : [];
  });
  return (others.at(-1) ?? duty.type) === duty.type;
}

export function record(model: Model, { who, day, duty }: Doing<'record'>): Outcome {
  if (day < model.today()) return refused;
  if (model.entry(who, day)) return '409 shift_day_taken';
  if (!isAllowed(model, who, day, duty)) return refused;
  changeCalendars(model, () => model.put(who, day, duty), 'shift_changed');
  return ok;
}

export function edit(model: Model, { who, row, day, duty, insists }: Doing<'edit'>): Outcome {
  const found = model.findRow(who, row);
  if (!found) return notFound;
  const { entry } = found;
  if (found.day < model.today()) return refused;
  // only notes can have changed
  if (day === found.day && isSameDuty(entry.duty, duty)) return ok;
  if (entry.isSwapped && !insists) return '409 shift_swapped';
  const isTaken = day !== found.day && model.entry(who, day) !== undefined;
  if (day < model.today() || isTaken || !isAllowed(model, who, day, duty, row)) return refused;
  const replace = (): void => {
    delete model.calendar[placeOf(who, found.day)];
    model.put(who, day, duty, false, entry.isSwapped ? undefined : row);
  };
  changeCalendars(model, replace, 'shift_changed');
  return ok;
}

export function remove(model: Model, { who, row, insists }: Doing<'remove'>): Outcome {
  const found = model.findRow(who, row);
  if (!found) return notFound;
  if (found.day < model.today()) return refused;
  if (found.entry.isSwapped && !insists) return '409 shift_swapped';
  changeCalendars(model, () => delete model.calendar[placeOf(who, found.day)], 'shift_changed');
  return ok;
}

const isSame = (one: Wish, other: Wish): boolean =>
  (['kind', 'row', 'day', 'wanted', 'message'] as const).every((field) => one[field] === other[field]) &&
  one.days.join() === other.days.join();

export function publish(model: Model, action: Doing<'publish'>): Outcome {
  const { who: requester, kind, as, row, day, wanted, message } = action;
  const offered = model.findRow(requester, row);
  if (!offered) return refused;
  const days = action.days.toSorted();
  const wish: Wish = { kind, requester, row, offeredDay: offered.day, day, days, wanted, message };
  const twin = model.open().find(([, request]) => isSameOffer(request, wish))?.[0];
  // publishing the same request again, e.g. after a lost answer, changes nothing, whatever its days hold by now
  if (twin !== undefined && isSame(model.request(twin), wish)) return `ok ${twin}`;
  const endsAt = endOf(model, wish);
  if (!endsAt) return refused;
  if (twin !== undefined) return '409 exchange_already_open';
  if (model.isHeld(offeredRows(model, wish))) return refused;
  const fresh = { status: 'aperta', reason: null, endsAt, awaited: null } as const;
  const unanswered = { offers: {}, given: {}, rejected: [], nobodyLeft: false, nobodyLeftTold: false };
  model.requests[as] = { ...wish, ...fresh, ...unanswered };
  // colleagues who could take it are notified
  for (const who of model.everybody()) {
    if (isMeant(model, wish, who)) model.tell('new_exchange_request', who, as);
  }
  return `ok ${as}`;
}

/** Changes the wish for the same shift: answers stay. Offering another shift is tested elsewhere. */
export function change(model: Model, { who, request: key, wanted, message }: Doing<'change'>): Outcome {
  const request = model.request(key);
  if (request.requester !== who || request.status !== 'aperta') return refused;
  const wish = { ...request, wanted, message };
  // the acceptable days stay, whatever they hold by now
  const endsAt = endOf(model, wish, true);
  if (!endsAt || model.isHeld(offeredRows(model, wish), key)) return refused;
  // a change ends the wait for approval
  Object.assign(request, { wanted, message, endsAt, awaited: null });
  review(model, key);
  return ok;
}
