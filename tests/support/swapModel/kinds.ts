import {
  beginsAt,
  instantOf,
  isSameDuty,
  later,
  minutesOf,
  type Model,
  the,
  weekOf,
  type Wish,
  works,
} from './state.ts';

// The kinds of swaps: who may publish, who could take it, which entries are involved.

/** Whether the person, who knows their own absences, could work on a day: empty or rest. */
export const isOpen = (model: Model, who: number, day: string): boolean =>
  (model.duty(who, day)?.place ?? 'libero') === 'libero';

/** The acceptable days on which the colleague has an equally long upcoming shift and the requester does not work. */
function workedDays(model: Model, { requester, offeredDay, days }: Wish, who: number): string[] {
  const offered = model.duty(requester, offeredDay);
  if (!offered || !works(offered)) return [];
  const isEqual = (day: string): boolean => minutesOf(the(model.duty(who, day))) === minutesOf(offered);
  return days.filter((day) => model.isAhead(who, day) && isEqual(day) && !model.works(requester, day));
}

function areAlike(model: Model, one: number, other: number): boolean {
  const [a, b] = [model.person(one), model.person(other)];
  return a.hours === b.hours && a.role === b.role;
}

/** The days on which a colleague is asked for a shift, judged by working shifts only: absences are private. */
function askedDays(model: Model, wish: Wish, who: number): string[] {
  const { requester, offeredDay } = wish;
  const isMate = who !== requester && model.areMates(who, requester) && areAlike(model, requester, who);
  const isAsked = isMate && model.isAhead(requester, offeredDay) && !model.works(who, offeredDay);
  return isAsked ? workedDays(model, wish, who) : [];
}

/** Whether a `giorno` is listed for somebody. */
export const isListed = (model: Model, wish: Wish, who: number): boolean =>
  !model.works(who, wish.offeredDay) && workedDays(model, wish, who).length > 0;

/** The days whose shift a colleague can give for the offered day. */
export const givableDays = (model: Model, wish: Wish, who: number): string[] =>
  isOpen(model, who, wish.offeredDay) ? askedDays(model, wish, who) : [];

/** The working days of a week that have not begun. */
export const leftWork = (model: Model, who: number, week: readonly string[]): string[] =>
  week.filter((day) => model.isAhead(who, day));

const typesOf = (model: Model, who: number, days: readonly string[]): (string | null)[] => [
  ...new Set(days.map((day) => model.duty(who, day)?.type ?? null)),
];

/** Only holidays and rest, with at least one holiday. */
function isHolidayWeek(model: Model, who: number, week: readonly string[]): boolean {
  const places = week.flatMap((day) => model.duty(who, day)?.place ?? []);
  return places.includes('ferie') && places.every((place) => place === 'ferie' || place === 'libero');
}

export const workDays = (model: Model, who: number, week: readonly string[]): string[] =>
  week.filter((day) => model.works(who, day));
export const isSingle = ({ kind }: Wish): boolean => kind === 'turno' || kind === 'giorno';
/** The start of the earlier of two weeks. */
const firstOf = (...weeks: string[][]): string =>
  the(weeks.map((days) => instantOf(the(days[0]), '00:00')).toSorted()[0]);

/** When a request published like this expires; null if it cannot be published. */
export function endOf(model: Model, wish: Wish, areDaysKept = false): string | null {
  const { kind, requester, row, day, days, wanted } = wish;
  const { worksite, hours } = model.person(requester);
  const found = model.findRow(requester, row);
  if (!found || isSingle(wish) === (worksite === 'taxi')) return null;
  const { duty } = found.entry;
  const week = weekOf(found.day);
  if (isSingle(wish)) {
    const isFit = (other: string): boolean =>
      other >= model.today() && other !== found.day && isOpen(model, requester, other);
    if (kind === 'giorno' && !areDaysKept && !(days.length > 0 && days.every(isFit))) return null;
    const isOffered = model.isAhead(requester, found.day) && minutesOf(duty) === hours * 60;
    return isOffered && found.day === day
      ? later(beginsAt(day, duty), -model.rulesOf(requester).cutoff)
      : null;
  }
  if (kind === 'settimana') {
    const left = leftWork(model, requester, week);
    const [type, another] = typesOf(model, requester, left);
    if (!works(duty) || !week.includes(day) || another !== undefined) return null;
    if (!type || wanted === null || wanted === type || wanted === 'sera') return null;
    const last = the(left.at(-1));
    return beginsAt(last, the(model.duty(requester, last)));
  }
  const wantedWeek = weekOf(day);
  const begin = firstOf(week, wantedWeek);
  const isFit =
    isHolidayWeek(model, requester, week) &&
    workDays(model, requester, wantedWeek).length > 0 &&
    !week.includes(day) &&
    begin > model.now;
  return isFit ? begin : null;
}

/** The days on which each gets something else; null if they cannot swap, regardless of earlier answers. */
export function swapDays(model: Model, wish: Wish, colleague: number) {
  const { kind, requester, offeredDay } = wish;
  if (colleague === requester || !model.areMates(requester, colleague)) return null;
  if (kind === 'turno') {
    const isFit = isSingleFit(model, wish, colleague);
    return isFit ? { requester: [offeredDay], colleague: [offeredDay] } : null;
  }
  const week = weekOf(offeredDay);
  if (kind === 'settimana') return namedShiftDays(model, week, requester, colleague);
  const wanted = weekOf(wish.day);
  // on a day on which one of the two works they trade places; all other days stay
  const [ones, others] = [workDays(model, requester, wanted), workDays(model, colleague, week)];
  const isFit =
    firstOf(week, wanted) > model.now &&
    isHolidayWeek(model, colleague, wanted) &&
    ones.length * others.length > 0;
  const days = [...others, ...ones];
  return isFit ? { requester: days, colleague: days } : null;
}

function isSingleFit(model: Model, { requester, offeredDay: day }: Wish, colleague: number): boolean {
  if (!areAlike(model, requester, colleague)) return false;
  if (!model.isAhead(requester, day) || !model.isAhead(colleague, day)) return false;
  const [offered, own] = [the(model.duty(requester, day)), the(model.duty(colleague, day))];
  return minutesOf(own) === minutesOf(offered) && !isSameDuty(own, offered);
}

/** Each takes the other's named shift on each of their own working days, unless either shift has begun that day. */
function namedShiftDays(model: Model, week: readonly string[], requester: number, colleague: number) {
  const [ones, others] = [leftWork(model, requester, week), leftWork(model, colleague, week)];
  const types = [...typesOf(model, requester, ones), ...typesOf(model, colleague, others)];
  // each has one named shift, and they differ
  if (types.length !== 2 || types[0] === types[1]) return null;
  const given = the(model.duty(requester, the(ones[0])));
  const taken = the(model.duty(colleague, the(others[0])));
  // a day on which both drive and one has begun stays unchanged for both
  const isOneSided = (day: string): boolean =>
    model.works(requester, day) &&
    model.works(colleague, day) &&
    !(ones.includes(day) && others.includes(day));
  const days = {
    requester: ones.filter((day) => model.isToCome(requester, day, taken) && !isOneSided(day)),
    colleague: others.filter((day) => model.isToCome(colleague, day, given) && !isOneSided(day)),
  };
  return days.requester.length > 0 && days.colleague.length > 0 ? days : null;
}

export const couldTake = (model: Model, wish: Wish, colleague: number): boolean =>
  wish.kind === 'giorno'
    ? givableDays(model, wish, colleague).length > 0
    : swapDays(model, wish, colleague) !== null;

/** Whether somebody is notified of a request and counts as left for it. */
export const isMeant = (model: Model, wish: Wish, who: number): boolean =>
  wish.kind === 'giorno' ? askedDays(model, wish, who).length > 0 : couldTake(model, wish, who);
