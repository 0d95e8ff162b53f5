import { givableDays, isOpen, isSingle, leftWork, swapDays, workDays } from './kinds.ts';
import { beginsAt, type Duty, type Model, placeOf, type Request, the, weekOf, type Wish } from './state.ts';

// Which entries a request concerns, and what a swap hands over.

/** What would be handed over now, and what both have on those days afterwards. */
export interface Handover {
  gives: { row: number; begins: string }[];
  gets: { who: number; day: string; duty: Duty | undefined; isSwapped: boolean }[];
}

/** Null if the two cannot swap. */
export function handoverOf(model: Model, request: Request, colleague: number): Handover | null {
  const { kind, requester, offeredDay, given } = request;
  const places = (who: number, days: string[]) => days.map((day) => ({ who, day, isSwapped: true }));
  const handover = (gives: Omit<Handover['gets'][number], 'duty'>[], gets: Handover['gets']): Handover => ({
    gives: gives.flatMap(({ who, day }) => {
      const entry = model.entry(who, day);
      return entry ? { row: entry.row, begins: beginsAt(day, entry.duty) } : [];
    }),
    gets,
  });
  if (kind === 'giorno') {
    const { day } = the(given[colleague]);
    // whether the requester can take the shift is checked on confirmation: their day must be free
    if (!givableDays(model, request, colleague).includes(day) || !isOpen(model, requester, day)) return null;
    const rest: Duty = { place: 'libero', from: null, to: null, type: null };
    const gives = [...places(requester, [offeredDay]), ...places(colleague, [day])];
    // only the working shifts are marked as swapped
    return handover(gives, [
      { who: requester, day, duty: model.duty(colleague, day), isSwapped: true },
      { who: colleague, day: offeredDay, duty: model.duty(requester, offeredDay), isSwapped: true },
      ...gives.map((place) => ({ ...place, duty: rest, isSwapped: false })),
    ]);
  }
  const days = swapDays(model, request, colleague);
  if (!days) return null;
  // in a week of named shifts both keep their working days; otherwise empty days are exchanged too
  const dayOf = (day: string, others: string[]): string => (kind === 'settimana' ? the(others[0]) : day);
  const [ones, others] = [places(requester, days.requester), places(colleague, days.colleague)];
  return handover(
    [...ones, ...others],
    [
      ...ones.map((place) => ({ ...place, duty: model.duty(colleague, dayOf(place.day, days.colleague)) })),
      ...others.map((place) => ({ ...place, duty: model.duty(requester, dayOf(place.day, days.requester)) })),
    ],
  );
}

/** Writes the handover as new rows. */
export function hand(model: Model, { gets }: Handover): void {
  for (const { who, day, duty, isSwapped } of gets) {
    delete model.calendar[placeOf(who, day)];
    if (duty) model.put(who, day, duty, isSwapped);
  }
}

/** The days of a person's calendar that a request concerns. */
function daysOf(model: Model, wish: Wish, who: number): string[] {
  if (isSingle(wish)) return [wish.offeredDay];
  const week = weekOf(wish.offeredDay);
  if (wish.kind === 'settimana') return leftWork(model, who, week);
  const [holidays, work] = who === wish.requester ? [week, weekOf(wish.day)] : [weekOf(wish.day), week];
  return [...holidays, ...workDays(model, who, work)];
}

/** The entries on which a request or an offer depends, as text: if it changes, the request or offer ends. */
export function affectedDuties(model: Model, request: Request, who: number): string {
  const given = who === request.requester ? undefined : request.given[who];
  const isDay = request.kind === 'giorno' && given !== undefined;
  const open = isDay && !model.works(who, request.offeredDay);
  const lines = (isDay ? [given.day] : daysOf(model, request, who)).map((day) => {
    const entry = model.entry(who, day);
    return entry ? `${day} ${entry.row} ${entry.duty.place} ${entry.duty.from} ${entry.duty.to}` : '';
  });
  return isDay && lines.join('') === '' ? '' : `${open} ${lines.filter(Boolean).join()}`;
}

/** The entries that a request would give away. */
export const offeredRows = (model: Model, wish: Wish): number[] =>
  daysOf(model, wish, wish.requester).flatMap((day) => model.entry(wish.requester, day)?.row ?? []);

/** Whether one request blocks publishing another: a shift or week can be on offer only once. */
export function isSameOffer(one: Wish, other: Wish): boolean {
  if (one.requester !== other.requester) return false;
  if (one.row === other.row) return true;
  return one.kind === other.kind && !isSingle(one) && weekOf(one.offeredDay).includes(other.offeredDay);
}
