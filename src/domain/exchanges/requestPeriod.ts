import { addDays, type Day, daysOf, saturdayWeekOf, type Week } from '../calendar/day.ts';
import type { SwapTime } from '../notifications/swapTime.it.ts';
import { type ExchangeKind, isTaxiKind } from './kinds.ts';
import type { SwapWeeks } from './weeks.ts';

/** What a stored request is about: the Saturdays are null for single shifts. */
export interface RequestPeriod {
  kind: ExchangeKind;
  requestedDay: Day;
  offeredWeek: Day | null;
  wantedWeek: Day | null;
  /** Of a `giorno`: the days on which the requester would work instead. */
  acceptableDays: Day[] | null;
}

const weekFrom = (from: Day): Week => ({ from, to: addDays(from, 6) });

export const weeksOf = ({ offeredWeek, wantedWeek }: RequestPeriod): SwapWeeks | null =>
  offeredWeek !== null && wantedWeek !== null
    ? { offered: weekFrom(offeredWeek), wanted: weekFrom(wantedWeek) }
    : null;

/** The weeks that a request is about, from a day in each; null for single shifts. */
export function swapWeeksOf(kind: ExchangeKind, offeredDay: Day, requestedDay: Day): SwapWeeks | null {
  if (!isTaxiKind(kind)) return null;
  return { offered: saturdayWeekOf(offeredDay), wanted: saturdayWeekOf(requestedDay) };
}

/** All days on which a swap of these weeks, or of this day, changes something. */
export function affectedDays(weeks: SwapWeeks | null, requestedDay: Day): Day[] {
  if (!weeks) return [requestedDay];
  const offered = daysOf(weeks.offered);
  return weeks.wanted.from === weeks.offered.from ? offered : [...offered, ...daysOf(weeks.wanted)];
}

export const daysOfPeriod = (period: RequestPeriod): Day[] => [
  ...affectedDays(weeksOf(period), period.requestedDay),
  ...(period.acceptableDays ?? []),
];

export function timeOf(period: RequestPeriod): SwapTime {
  const { kind, requestedDay } = period;
  const weeks = weeksOf(period);
  if (kind === 'giorno') return { kind, day: requestedDay };
  return weeks && isTaxiKind(kind) ? { kind, ...weeks } : requestedDay;
}
