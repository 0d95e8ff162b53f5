import { areAlike, areDaysFit, givableDays, isAsked } from './days.ts';
import {
  beginsAt,
  type Duty,
  entryOf,
  findRow,
  instantOf,
  isSameDuty,
  isToCome,
  minutesOf,
  type Model,
  personAt,
  later,
  placeOf,
  rulesOf,
  the,
  weekOf,
  type Wish,
  works,
} from './state.ts';

// What each of the kinds of swaps means: who may publish, who could take it, what is at stake, what changes hands.

/** The working days of a week that have not begun. */
export const leftWork = (model: Model, who: number, week: readonly string[]): string[] =>
  week.filter((day) => {
    const duty = entryOf(model, who, day)?.duty;
    return duty !== undefined && works(duty) && isToCome(model, who, day, duty);
  });

export const typesOf = (model: Model, who: number, days: readonly string[]): Set<string | null> =>
  new Set(days.map((day) => entryOf(model, who, day)?.duty.type ?? null));

/** Only holidays and rest, at least one holiday. */
function isHolidayWeek(model: Model, who: number, week: readonly string[]): boolean {
  const places = week.flatMap((day) => entryOf(model, who, day)?.duty.place ?? []);
  return places.includes('ferie') && places.every((place) => place === 'ferie' || place === 'libero');
}

const workDays = (model: Model, who: number, week: readonly string[]): string[] =>
  week.filter((day) => works(entryOf(model, who, day)?.duty));

const taxiTypes = new Set(['mattina', 'pomeriggio', 'seminotte', 'notte']);

/** Until when a request can be published like this; null if it cannot. */
export function endOf(model: Model, wish: Wish, areDaysKept = false): string | null {
  const { kind, requester, row, day, wanted } = wish;
  const { worksite, hours } = personAt(model, requester);
  const found = findRow(model, requester, row);
  const isSingle = kind === 'turno' || kind === 'giorno';
  if (!found || isSingle === (worksite === 'taxi')) return null;
  const { duty } = found.entry;
  const week = weekOf(found.day);
  if (isSingle) {
    if (kind === 'giorno' && !areDaysKept && !areDaysFit(model, wish, found.day)) return null;
    const isFit = works(duty) && isToCome(model, requester, day, duty) && minutesOf(duty) === hours * 60;
    return isFit && found.day === day ? later(beginsAt(day, duty), -rulesOf(model, requester).cutoff) : null;
  }
  if (kind === 'settimana') {
    const left = leftWork(model, requester, week);
    const [type, another] = typesOf(model, requester, left);
    if (!works(duty) || !week.includes(day) || another !== undefined) return null;
    if (!type || wanted === type || wanted === null || !taxiTypes.has(wanted)) return null;
    const last = the(left.at(-1));
    return beginsAt(last, the(entryOf(model, requester, last)).duty);
  }
  const wantedWeek = weekOf(day);
  const begins = [week, wantedWeek].map((days) => instantOf(the(days[0]), '00:00')).toSorted();
  const isFit =
    isHolidayWeek(model, requester, week) &&
    workDays(model, requester, wantedWeek).length > 0 &&
    !week.includes(day) &&
    the(begins[0]) > model.now;
  return isFit ? the(begins[0]) : null;
}

/** Who hears of a request, and who is left for it. */
export const isMeant = (model: Model, wish: Wish, who: number): boolean =>
  wish.kind === 'giorno' ? isAsked(model, wish, who) : couldTake(model, wish, who);

/** On which days each of the two would get something else; null where they cannot swap, whatever they answered before. */
export interface SwapDays {
  requester: string[];
  colleague: string[];
}

export function swapDays(model: Model, wish: Wish, colleague: number): SwapDays | null {
  const { kind, requester } = wish;
  const [one, other] = [personAt(model, requester), personAt(model, colleague)];
  const mayMeet =
    colleague !== requester && one.worksite === other.worksite && one.isActive && other.isActive;
  if (!mayMeet) return null;
  const onBoth = (days: string[]): SwapDays => ({ requester: days, colleague: days });
  if (kind === 'turno') return isSingleFit(model, wish, colleague) ? onBoth([wish.offeredDay]) : null;
  const week = weekOf(wish.offeredDay);
  if (kind === 'ferie') {
    const wanted = weekOf(wish.day);
    const begin = [week, wanted].map((days) => instantOf(the(days[0]), '00:00')).toSorted()[0];
    // on a day on which one of the two works they change places, and every other day stays
    const [ones, others] = [workDays(model, requester, wanted), workDays(model, colleague, week)];
    const isFit =
      the(begin) > model.now && isHolidayWeek(model, colleague, wanted) && ones.length * others.length > 0;
    return isFit ? onBoth([...others, ...ones]) : null;
  }
  return namedShiftDays(model, week, requester, colleague);
}

/** Each takes the other's named shift on each own working day, if neither of the two shifts has begun on it. */
function namedShiftDays(
  model: Model,
  week: readonly string[],
  requester: number,
  colleague: number,
): SwapDays | null {
  const [ones, others] = [leftWork(model, requester, week), leftWork(model, colleague, week)];
  const types = [...typesOf(model, requester, ones), ...typesOf(model, colleague, others)];
  // each has one named shift, and not the same
  if (types.length !== 2 || types[0] === types[1]) return null;
  const [given, taken] = [dutyOn(model, requester, ones), dutyOn(model, colleague, others)];
  const drives = (who: number, day: string): boolean => works(entryOf(model, who, day)?.duty);
  // a day on which both drive and one has begun stays as it is for both
  const isOneSided = (day: string): boolean =>
    drives(requester, day) && drives(colleague, day) && !(ones.includes(day) && others.includes(day));
  const days = {
    requester: ones.filter((day) => isToCome(model, requester, day, taken) && !isOneSided(day)),
    colleague: others.filter((day) => isToCome(model, colleague, day, given) && !isOneSided(day)),
  };
  return days.requester.length > 0 && days.colleague.length > 0 ? days : null;
}

/** What somebody does on the first of these days. */
const dutyOn = (model: Model, who: number, days: readonly string[]): Duty =>
  the(entryOf(model, who, the(days[0]))).duty;

function isSingleFit(model: Model, { requester, offeredDay }: Wish, colleague: number): boolean {
  if (!areAlike(personAt(model, requester), personAt(model, colleague))) return false;
  const [offered, own] = [requester, colleague].map((who) => entryOf(model, who, offeredDay)?.duty);
  return (
    offered !== undefined &&
    own !== undefined &&
    works(own) &&
    isToCome(model, requester, offeredDay, offered) &&
    isToCome(model, colleague, offeredDay, own) &&
    minutesOf(own) === minutesOf(offered) &&
    !isSameDuty(own, offered)
  );
}

export const couldTake = (model: Model, wish: Wish, colleague: number): boolean =>
  wish.kind === 'giorno'
    ? personAt(model, wish.requester).isActive && givableDays(model, wish, colleague).length > 0
    : swapDays(model, wish, colleague) !== null;

/** The days of a person's calendar that a request is about. */
function stakedDays(model: Model, { kind, requester, offeredDay, day }: Wish, who: number): string[] {
  if (kind === 'turno' || kind === 'giorno') return [offeredDay];
  const week = weekOf(offeredDay);
  if (kind === 'settimana') return leftWork(model, who, week);
  const [holidays, work] = who === requester ? [week, weekOf(day)] : [weekOf(day), week];
  return [...holidays, ...workDays(model, who, work)];
}

/** What of a person's calendar a request is about: if this changes, it is another matter. */
export const offeredDutiesOf = (model: Model, wish: Wish, who: number): string =>
  stakedDays(model, wish, who)
    .flatMap((day) => {
      const entry = entryOf(model, who, day);
      return entry ? `${day} ${entry.row} ${entry.duty.place} ${entry.duty.from} ${entry.duty.to}` : [];
    })
    .join();

/** The entries that a request would give. */
export const offeredRows = (model: Model, wish: Wish): number[] =>
  stakedDays(model, wish, wish.requester).flatMap((day) => entryOf(model, wish.requester, day)?.row ?? []);

/** Whether a request stands in the way of publishing another: a shift or a week is on offer once. */
export function isSameOffer(one: Wish, other: Wish): boolean {
  if (one.requester !== other.requester) return false;
  if (one.row === other.row) return true;
  if (one.kind !== other.kind || one.kind === 'turno' || one.kind === 'giorno') return false;
  return weekOf(one.offeredDay).includes(other.offeredDay);
}

/** What changes hands, in new rows; in a week of named shifts everybody's days stay, and an empty day stays one for the other. */
export function exchange(model: Model, wish: Wish, colleague: number, days: SwapDays): void {
  const { requester } = wish;
  const dutyAt = (who: number, day: string): Duty | undefined => entryOf(model, who, day)?.duty;
  const isNamed = wish.kind === 'settimana';
  const [ones, others] = [
    dutyAt(requester, the(days.requester[0])),
    dutyAt(colleague, the(days.colleague[0])),
  ];
  const received = [
    ...days.requester.map((day) => ({
      who: requester,
      day,
      duty: isNamed ? others : dutyAt(colleague, day),
    })),
    ...days.colleague.map((day) => ({ who: colleague, day, duty: isNamed ? ones : dutyAt(requester, day) })),
  ];
  for (const { who, day, duty } of received) {
    delete model.calendar[placeOf(who, day)];
    if (duty) model.calendar[placeOf(who, day)] = { row: model.nextRow++, duty, isSwapped: true };
  }
}
