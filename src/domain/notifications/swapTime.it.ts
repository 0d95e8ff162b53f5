import { type Day, formatLongDay } from '../calendar/day.ts';
import { formatWeek } from '../calendar/weekNames.ts';
import type { SwapWeeks } from '../exchanges/weeks.ts';

/** What a swap is about, as texts name it: a day, or whole weeks of the taxi worksite. */
export type SwapTime = Day | (SwapWeeks & { kind: 'settimana' | 'ferie' });

const isDay = (time: SwapTime): time is Day => typeof time === 'string';
const holidaysOf = ({ offered }: SwapWeeks): string => `le ferie (${formatWeek(offered)})`;

/** 'per venerdì 20 novembre 2026', 'per la settimana sab 21 – ven 27 nov', 'per le ferie (sab 21 – ven 27 nov)' */
export function forTime(time: SwapTime): string {
  if (isDay(time)) return `per ${formatLongDay(time)}`;
  return time.kind === 'ferie' ? `per ${holidaysOf(time)}` : `per la settimana ${formatWeek(time.offered)}`;
}

/** 'di venerdì 20 novembre 2026', 'della settimana …', 'delle ferie (…)' */
export function ofTime(time: SwapTime): string {
  if (isDay(time)) return `di ${formatLongDay(time)}`;
  return time.kind === 'ferie'
    ? `delle ferie (${formatWeek(time.offered)})`
    : `della settimana ${formatWeek(time.offered)}`;
}

/** 'il turno di venerdì 20 novembre 2026', 'il turno della settimana …', 'le ferie (…)' */
export function whatOfTime(time: SwapTime): string {
  if (isDay(time) || time.kind === 'settimana') return `il turno ${ofTime(time)}`;
  return holidaysOf(time);
}

/** Whether `whatOfTime` is a plural. */
export const isPlural = (time: SwapTime): boolean => !isDay(time) && time.kind === 'ferie';

/** 'Il turno di Anna per venerdì … non è più disponibile': swapped elsewhere, changed or deleted. */
export function lostSwap(owner: string, time: SwapTime): string {
  if (isDay(time) || time.kind === 'settimana')
    return `Il turno di ${owner} ${forTime(time)} non è più disponibile`;
  return `Lo scambio con ${owner} ${forTime(time)} non è più possibile`;
}
