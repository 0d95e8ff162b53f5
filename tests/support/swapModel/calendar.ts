import { type Doing, notFound, ok, type Outcome, refused } from './actions.ts';
import { announceShift, changeCalendars, openOnes } from './closing.ts';
import {
  awaitedOf,
  type Duty,
  entryOf,
  findRow,
  isSameDuty,
  minutesOf,
  type Model,
  personAt,
  placeOf,
  todayOf,
  weekOf,
  works,
} from './state.ts';

// What people do with their own calendars.

/** Whether a duty may stand in this person's calendar on this day, beside their other entries. */
function isAllowed(model: Model, who: number, day: string, duty: Duty, exceptRow: number | null): boolean {
  const { hours, worksite } = personAt(model, who);
  const minutes = minutesOf(duty);
  if (!works(duty)) return true;
  if (worksite === 'taxi') {
    // one named shift a week: that of its last working day
    const others = weekOf(day).flatMap((other) => {
      const entry = entryOf(model, who, other);
      return entry && entry.row !== exceptRow && works(entry.duty) ? entry.duty.type : [];
    });
    return (others.at(-1) ?? duty.type) === duty.type;
  }
  return hours === 8 ? minutes === 480 || minutes === 540 : minutes <= hours * 60 + 30;
}

/** Somebody has agreed to work on this day for a day, or is about to: an absence there has to wait until they withdraw. */
const isPromised = (model: Model, who: number, day: string, { place }: Duty): boolean =>
  (place === 'ferie' || place === 'malattia') &&
  openOnes(model).some(([, request]) => {
    if (request.kind !== 'giorno') return false;
    if (request.requester !== who) return request.offers[who] === 'offerta' && request.offeredDay === day;
    const awaited = awaitedOf(request);
    return awaited !== null && request.given[awaited.accepter]?.day === day;
  });

const promised: Outcome = { is: '409 exchange_day_promised' };

export function record(model: Model, { who, day, duty }: Doing<'record'>): Outcome {
  if (day < todayOf(model)) return refused;
  if (entryOf(model, who, day)) return { is: '409 shift_day_taken' };
  if (!isAllowed(model, who, day, duty, null)) return refused;
  if (isPromised(model, who, day, duty)) return promised;
  const entry = { row: model.nextRow++, duty, isSwapped: false };
  changeCalendars(model, () => (model.calendar[placeOf(who, day)] = entry), 'shift_changed');
  announceShift(model, who, day);
  return ok;
}

export function edit(model: Model, { who, row, day, duty, insists }: Doing<'edit'>): Outcome {
  const found = findRow(model, who, row);
  if (!found) return notFound;
  const { entry } = found;
  if (found.day < todayOf(model)) return refused;
  // nothing else than notes can have changed
  if (day === found.day && isSameDuty(entry.duty, duty)) return ok;
  if (entry.isSwapped && !insists) return { is: '409 shift_swapped' };
  const isTaken = day !== found.day && entryOf(model, who, day) !== undefined;
  if (day < todayOf(model) || isTaken || !isAllowed(model, who, day, duty, row)) return refused;
  if (isPromised(model, who, day, duty)) return promised;
  const replaced = { row: entry.isSwapped ? model.nextRow++ : row, duty, isSwapped: false };
  const replace = (): void => {
    delete model.calendar[placeOf(who, found.day)];
    model.calendar[placeOf(who, day)] = replaced;
  };
  changeCalendars(model, replace, 'shift_changed');
  announceShift(model, who, day);
  return ok;
}

export function remove(model: Model, { who, row, insists }: Doing<'remove'>): Outcome {
  const found = findRow(model, who, row);
  if (!found) return notFound;
  if (found.day < todayOf(model)) return refused;
  if (found.entry.isSwapped && !insists) return { is: '409 shift_swapped' };
  changeCalendars(model, () => delete model.calendar[placeOf(who, found.day)], 'shift_changed');
  return ok;
}
