import { saturdayWeekOf, type Week } from '../../domain/calendar/day.ts';
import type { ExchangeRequest } from '../../domain/exchanges/schema.ts';
import { completedPreview } from '../../domain/exchanges/weekPreview.ts';
import type { DatedDuty } from '../../domain/shifts/rules.ts';
import type { Offer } from './offer.ts';
import type { WeekLooks } from './weekLooks.ts';
import type { WeekPerson } from './WeekTable.tsx';

/** The weeks of a taxi swap, day by day, and the names above the rows. */
export interface SwapPreview {
  weeks: readonly WeekLooks[];
  people: readonly WeekPerson[];
  isDone: boolean;
}

/** For the requester: what taking an offer would do; null for single shifts and where it cannot be taken. */
export const offerPreview = ({ name, preview }: Offer): SwapPreview | null =>
  preview && {
    weeks: preview,
    people: [
      { side: 'requester', name: 'Tu' },
      { side: 'colleague', name },
    ],
    isDone: false,
  };

/** What a request would do, as far as it is known who the two are. */
export function previewOf(request: ExchangeRequest, isOwn: boolean): SwapPreview | null {
  if (isOwn) {
    const [only, another] = request.preAcceptedBy;
    return only && !another ? offerPreview(only) : null;
  }
  if (!request.preview || request.status !== 'aperta') return null;
  return {
    weeks: request.preview,
    people: [
      { side: 'colleague', name: 'Tu' },
      { side: 'requester', name: request.requesterName },
    ],
    isDone: false,
  };
}

interface Given {
  name: string;
  gave: readonly DatedDuty[];
}

/** What a completed swap did, from what the two gave. */
export function donePreview(requester: Given, colleague: Given): SwapPreview {
  const weeks = completedPreview(
    weeksOf([...requester.gave, ...colleague.gave]),
    requester.gave,
    colleague.gave,
  );
  return {
    weeks: weeks.map(({ days, ...week }) => ({
      ...week,
      // days on which nothing changed hands are no part of the record
      days: days.map((day) => (day.isSwapped ? day : { ...day, requester: unchanged, colleague: unchanged })),
    })),
    people: [
      { side: 'requester', name: requester.name },
      { side: 'colleague', name: colleague.name },
    ],
    isDone: true,
  };
}

const unchanged = { before: 'unchanged', after: 'unchanged' } as const;

/** The Saturday-Friday weeks in which some duties lie, each once, in order. */
export function weeksOf(duties: readonly DatedDuty[]): Week[] {
  const first = new Set(duties.map(({ date }) => saturdayWeekOf(date).from));
  return [...first].toSorted().map((day) => saturdayWeekOf(day));
}
