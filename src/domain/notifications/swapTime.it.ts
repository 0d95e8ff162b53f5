import { type Day, formatLongDay, formatMediumDay } from '../calendar/day.ts';
import { formatWeek } from '../calendar/weekNames.ts';
import type { SwapWeeks } from '../exchanges/weeks.ts';

/** The time of a swap: a day, a day for another one, or whole weeks of taxi worksites. */
export type SwapTime = Day | { kind: 'giorno'; day: Day } | (SwapWeeks & { kind: 'settimana' | 'ferie' });

/** The day of a swap of single shifts; null for weeks. */
function dayOfTime(time: SwapTime): Day | null {
  if (typeof time === 'string') return time;
  return time.kind === 'giorno' ? time.day : null;
}

/** For titles: 'ven 20 nov', 'sab 21 – ven 27 nov'; for holidays the wanted week */
export function shortTime(time: SwapTime): string {
  const day = dayOfTime(time);
  return day === null ? formatWeek((time as Weeks).wanted) : formatMediumDay(day);
}

type Weeks = Extract<SwapTime, SwapWeeks>;
const holidaysOf = ({ offered }: SwapWeeks): string => `le ferie (${formatWeek(offered)})`;

/** 'per venerdì 20 novembre 2026', 'per la settimana sab 21 – ven 27 nov', 'per le ferie (sab 21 – ven 27 nov)' */
export function forTime(time: SwapTime): string {
  const day = dayOfTime(time);
  if (day !== null) return `per ${formatLongDay(day)}`;
  const weeks = time as Weeks;
  return weeks.kind === 'ferie'
    ? `per ${holidaysOf(weeks)}`
    : `per la settimana ${formatWeek(weeks.offered)}`;
}

/** 'di venerdì 20 novembre 2026', 'della settimana …', 'delle ferie (…)' */
export function ofTime(time: SwapTime): string {
  const day = dayOfTime(time);
  if (day !== null) return `di ${formatLongDay(day)}`;
  const weeks = time as Weeks;
  return weeks.kind === 'ferie'
    ? `delle ferie (${formatWeek(weeks.offered)})`
    : `della settimana ${formatWeek(weeks.offered)}`;
}

/** 'il turno di venerdì 20 novembre 2026', 'il turno della settimana …', 'le ferie (…)' */
export const whatOfTime = (time: SwapTime): string =>
  isPlural(time) ? holidaysOf(time as Weeks) : `il turno ${ofTime(time)}`;

export const isPlural = (time: SwapTime): boolean => typeof time !== 'string' && time.kind === 'ferie';

/** 'Il turno di Anna per venerdì … non è più disponibile': swapped elsewhere, changed or deleted. */
export const lostSwap = (owner: string, time: SwapTime): string =>
  typeof time === 'string' || time.kind === 'settimana'
    ? `Il turno di ${owner} ${forTime(time)} non è più disponibile`
    : `Lo scambio con ${owner} ${forTime(time)} non è più possibile`;
