import type { Day } from '../calendar/day.ts';
import { dutyAlone } from '../shifts/duty.ts';
import { type Entry, restDuty } from '../shifts/rules.ts';
import type { ExchangeKind } from './schema.ts';
import type { WeekPreview } from './weeks.ts';

// What two people have after a swap. See the decision ‘In a weekly swap each driver takes the other's named shift’.

export const sameShiftOn = (shift: Entry, date: Day): Entry => ({ date, ...dutyAlone(shift) });

/** What a person receives: in a swap of named shifts, the other's shift on each day on which they gave their own. */
export function receivedFor(
  kind: ExchangeKind,
  gave: readonly Entry[],
  otherGave: readonly Entry[],
): Entry[] {
  const [named] = otherGave;
  if (kind !== 'settimana' || !named) return [...otherGave];
  return gave.map(({ date }) => sameShiftOn(named, date));
}

/** How a swap changes the named shift driven on a day; null unless exactly one of the two drives. */
export function coverChange(
  date: Day,
  gave: readonly Entry[],
  otherGave: readonly Entry[],
): WeekPreview['days'][number]['cover'] {
  const isOn = (duty: Entry): boolean => duty.date === date;
  const before = gave.find(isOn) ?? otherGave.find(isOn);
  const after = (gave.some(isOn) ? otherGave : gave)[0];
  if (gave.some(isOn) === otherGave.some(isOn) || !before?.shiftType || !after?.shiftType) return null;
  return { before: before.shiftType, after: after.shiftType };
}

/** A person's entry after a swap; notes stay with their author, on their day. */
export interface EntryAfter {
  entry: Entry;
  notes: string | null;
  /** Received in the swap; a rest day left behind is not. */
  isReceived: boolean;
}

/**
 * A person's entries after a swap: rest on days on which they gave an entry and receive none; in a swap of holidays
 * only where there are notes.
 * @param notes of their entries, by day
 */
export function entriesAfter(
  kind: ExchangeKind,
  gave: readonly Entry[],
  otherGave: readonly Entry[],
  notes: ReadonlyMap<Day, string | null>,
): EntryAfter[] {
  const received = receivedFor(kind, gave, otherGave);
  const rest = gave
    .filter(({ date }) => kind === 'giorno' || notes.get(date))
    .filter(({ date }) => !received.some((duty) => duty.date === date))
    .map(({ date }) => ({ date, ...restDuty('libero') }));
  return [...received, ...rest].map((entry) => ({
    entry,
    notes: notes.get(entry.date) ?? null,
    isReceived: received.includes(entry),
  }));
}
