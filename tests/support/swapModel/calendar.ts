import { type Doing, notFound, ok, type Outcome, refused } from './actions.ts';
import { changeCalendars } from './closing.ts';
import { awaitedOf, type Duty, isSameDuty, minutesOf, type Model, placeOf, weekOf, works } from './state.ts';

// What people do with their own calendars.

/** Whether a duty may stand in this person's calendar on this day, beside their other entries. */
function isAllowed(model: Model, who: number, day: string, duty: Duty, exceptRow?: number): boolean {
  if (!works(duty)) return true;
  if (model.person(who).worksite !== 'taxi') return [480, 540].includes(minutesOf(duty));
  // one named shift a week: that of its last working day
  const others = weekOf(day).flatMap((other) => {
    const entry = model.entry(who, other);
    return entry && entry.row !== exceptRow && works(entry.duty) ? entry.duty.type : [];
  });
  return (others.at(-1) ?? duty.type) === duty.type;
}

/** Somebody has agreed to work on this day for a day, or is about to: an absence there has to wait until they withdraw. */
const isPromised = (model: Model, who: number, day: string, { place }: Duty): boolean =>
  (place === 'ferie' || place === 'malattia') &&
  model.open().some(([, request]) => {
    const { kind, requester, offers, offeredDay, given } = request;
    if (kind !== 'giorno') return false;
    if (requester !== who) return offers[who] === 'offerta' && offeredDay === day;
    const awaited = awaitedOf(request);
    return awaited !== null && given[awaited.accepter]?.day === day;
  });

const promised: Outcome = '409 exchange_day_promised';

export function record(model: Model, { who, day, duty }: Doing<'record'>): Outcome {
  if (day < model.today()) return refused;
  if (model.entry(who, day)) return '409 shift_day_taken';
  if (!isAllowed(model, who, day, duty)) return refused;
  if (isPromised(model, who, day, duty)) return promised;
  changeCalendars(model, () => model.put(who, day, duty), 'shift_changed');
  return ok;
}

export function edit(model: Model, { who, row, day, duty, insists }: Doing<'edit'>): Outcome {
  const found = model.findRow(who, row);
  if (!found) return notFound;
  const { entry } = found;
  if (found.day < model.today()) return refused;
  // nothing else than notes can have changed
  if (day === found.day && isSameDuty(entry.duty, duty)) return ok;
  if (entry.isSwapped && !insists) return '409 shift_swapped';
  const isTaken = day !== found.day && model.entry(who, day) !== undefined;
  if (day < model.today() || isTaken || !isAllowed(model, who, day, duty, row)) return refused;
  if (isPromised(model, who, day, duty)) return promised;
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
