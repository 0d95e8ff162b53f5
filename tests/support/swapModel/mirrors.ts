import { askedDays } from './days.ts';
import { couldTake, leftWork, typesOf } from './kinds.ts';
import { type Model, weekOf, type Wish } from './state.ts';

// Which requests are mirror images of one another.

/** The named type that is on offer, or that a colleague would give. */
function typeGivenBy(model: Model, wish: Wish, who: number): string | null {
  if (wish.kind === 'ferie') return null;
  const isSingle = wish.kind === 'turno' || wish.kind === 'giorno';
  const days = isSingle ? [wish.offeredDay] : leftWork(model, who, weekOf(wish.offeredDay));
  const [type] = typesOf(model, who, days);
  return type ?? null;
}

/** Whether two requests are about the same: each could be taken by the other's requester in return. */
export function isMirror(model: Model, one: Wish, other: Wish): boolean {
  if (one.kind === 'giorno' && other.kind === 'giorno') return isDayMirror(model, one, other);
  if (one.kind !== other.kind || !couldTake(model, one, other.requester)) return false;
  if (one.kind === 'ferie') {
    return weekOf(one.day).includes(other.offeredDay) && weekOf(other.day).includes(one.offeredDay);
  }
  const isSameTime = one.kind === 'turno' ? one.day === other.day : weekOf(one.day).includes(other.day);
  return (
    isSameTime &&
    one.wanted === typeGivenBy(model, other, other.requester) &&
    other.wanted === typeGivenBy(model, one, one.requester)
  );
}

function isDayMirror(model: Model, one: Wish, other: Wish): boolean {
  const isWanted = (wish: Wish, offer: Wish): boolean =>
    wish.wanted === null || wish.wanted === typeGivenBy(model, offer, offer.requester);
  return (
    one.requester !== other.requester &&
    askedDays(model, one, other.requester).includes(other.offeredDay) &&
    askedDays(model, other, one.requester).includes(one.offeredDay) &&
    isWanted(one, other) &&
    isWanted(other, one)
  );
}
