import { type Day, formatLongDay } from '../calendar/day.ts';
import { formatWeek } from '../calendar/weekNames.ts';
import type { SwapWeeks } from '../exchanges/weeks.ts';

/** What a swap is about, as texts name it: a day, or whole weeks of the taxi worksite. */
export type SwapTime = Day | (SwapWeeks & { kind: 'settimana' | 'ferie' });

const isDay = (time: SwapTime): time is Day => typeof time === 'string';

/** 'per venerdì 20 novembre 2026', 'per la settimana sab 21 – ven 27 nov', 'per le ferie sab 21 – ven 27 nov' */
export function forTime(time: SwapTime): string {
  if (isDay(time)) return `per ${formatLongDay(time)}`;
  return `per ${time.kind === 'ferie' ? 'le ferie' : 'la settimana'} ${formatWeek(time.offered)}`;
}

/** 'di venerdì 20 novembre 2026', 'della settimana …', 'delle ferie …' */
export function ofTime(time: SwapTime): string {
  if (isDay(time)) return `di ${formatLongDay(time)}`;
  return `${time.kind === 'ferie' ? 'delle ferie' : 'della settimana'} ${formatWeek(time.offered)}`;
}

/** 'il turno di venerdì 20 novembre 2026', 'il turno della settimana …', 'le ferie …' */
export function whatOfTime(time: SwapTime): string {
  if (isDay(time) || time.kind === 'settimana') return `il turno ${ofTime(time)}`;
  return `le ferie ${formatWeek(time.offered)}`;
}

/** Whether `whatOfTime` is a plural. */
export const isPlural = (time: SwapTime): boolean => !isDay(time) && time.kind === 'ferie';

/** 'Il turno di Anna per venerdì …', 'Il calendario di Anna per le ferie …': what changed under a request. */
export function changedThing(owner: string, time: SwapTime): string {
  const thing = isDay(time) || time.kind === 'settimana' ? 'Il turno' : 'Il calendario';
  return `${thing} di ${owner} ${forTime(time)}`;
}
