import {
  entryOf,
  isToCome,
  minutesOf,
  type Duty,
  type Model,
  type Person,
  personAt,
  placeOf,
  the,
  todayOf,
  type Wish,
  works,
} from './state.ts';

// Swaps of a day for another day: which days are open, who is asked, what changes hands.

/** Whether somebody could work on a day, as they alone know: it is empty, or holds rest. */
export const isOpen = (model: Model, who: number, day: string): boolean =>
  (entryOf(model, who, day)?.duty.place ?? 'libero') === 'libero';

/** What everybody else goes by: an absence is its owner's to know. */
export const isUnworked = (model: Model, who: number, day: string): boolean =>
  !works(entryOf(model, who, day)?.duty);

/** Days to work on can be named if they are open and to come, and not the offered one. */
export const areDaysFit = (model: Model, { requester, days }: Wish, offeredDay: string): boolean =>
  days.length > 0 &&
  days.every((day) => day >= todayOf(model) && day !== offeredDay && isOpen(model, requester, day));

/** The days on which a colleague has an equally long shift to come, of those on which the requester does not work. */
function workedDays(model: Model, { requester, offeredDay, days }: Wish, who: number): string[] {
  const offered = entryOf(model, requester, offeredDay)?.duty;
  return days.filter((day) => {
    const duty = entryOf(model, who, day)?.duty;
    return (
      offered !== undefined &&
      works(offered) &&
      duty !== undefined &&
      works(duty) &&
      isToCome(model, who, day, duty) &&
      minutesOf(duty) === minutesOf(offered) &&
      isUnworked(model, requester, day)
    );
  });
}

export const areAlike = (one: Person, other: Person): boolean =>
  one.hours === other.hours && one.role === other.role;

/** Whether a colleague is asked for a day: by what they work alone. */
export function isAsked(model: Model, wish: Wish, who: number, type: string | null = null): boolean {
  const { requester, offeredDay } = wish;
  const [one, other] = [personAt(model, requester), personAt(model, who)];
  const offered = entryOf(model, requester, offeredDay)?.duty;
  if (who === requester || one.worksite !== other.worksite || !other.isActive || !areAlike(one, other))
    return false;
  if (!offered || !isToCome(model, requester, offeredDay, offered)) return false;
  if (works(entryOf(model, who, offeredDay)?.duty)) return false;
  const worked = workedDays(model, wish, who);
  return worked.some((day) => type === null || entryOf(model, who, day)?.duty.type === type);
}

/** Whether a request for a day stands in the list of somebody who works. */
export const isListed = (model: Model, wish: Wish, who: number): boolean =>
  !works(entryOf(model, who, wish.offeredDay)?.duty) && workedDays(model, wish, who).length > 0;

/** The days of whose shifts a colleague is asked for one. */
export const askedDays = (model: Model, wish: Wish, who: number): string[] =>
  isAsked(model, wish, who) ? workedDays(model, wish, who) : [];

/** The days of which a colleague can give a shift for the offered day. */
export const givableDays = (model: Model, wish: Wish, who: number): string[] =>
  isOpen(model, who, wish.offeredDay) ? askedDays(model, wish, who) : [];

/** Whether a requester can take the shift of a day: for that it must be free, when they confirm. */
export const canConfirmDay = (model: Model, { requester }: Wish, day: string): boolean =>
  isOpen(model, requester, day);

/** Each gets the other's shift on its day, and rest on the day they gave; a mark of the swap is on the shifts alone. */
export function exchangeDays(model: Model, wish: Wish, colleague: number, givenDay: string): void {
  const { requester, offeredDay } = wish;
  const offered = the(entryOf(model, requester, offeredDay)).duty;
  const given = the(entryOf(model, colleague, givenDay)).duty;
  const write = (who: number, day: string, duty: Duty, isSwapped: boolean): void => {
    model.calendar[placeOf(who, day)] = { row: model.nextRow++, duty, isSwapped };
  };
  const rest: Duty = { place: 'libero', from: null, to: null, type: null };
  write(requester, givenDay, given, true);
  write(colleague, offeredDay, offered, true);
  write(requester, offeredDay, rest, false);
  write(colleague, givenDay, rest, false);
}
