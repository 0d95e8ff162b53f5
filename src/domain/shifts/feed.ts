import type { Day, Instant, Time } from '../calendar/day.ts';
import type { IcalEvent } from '../calendar/ical.ts';
import { shiftTypeNames, type ShiftType, workLocationNames } from './duty.ts';
import type { Entry } from './rules.ts';

/** How many days back a feed goes; ahead it has no limit. */
export const feedDaysBack = 31;
/** How long removed events are shown as cancelled, in days. */
export const cancelledDays = 30;

/** An entry as a feed may show it: notes and absences only if the person chose so. */
export type FeedEntry = Entry & { id: string; notes: string | null };

/** A calendar event: an entry, or one half of a split shift. */
export type FeedEvent = EventPlace & Pick<IcalEvent, 'summary' | 'location' | 'description' | 'color'>;

interface EventPlace {
  shiftId: string;
  /** 2: the second half of a split shift. */
  part: 1 | 2;
  day: Day;
  /** Null: all day. */
  startTime: Time | null;
  endTime: Time | null;
}

/** An event as a feed last showed it. */
export interface ShownEvent extends EventPlace {
  contentHash: string;
  sequence: number;
  changedAt: Instant;
  /** When its removal was noticed. */
  cancelledAt: Instant | null;
}

const colors: Record<ShiftType, string> = {
  mattina: 'gold',
  pomeriggio: 'darkorange',
  sera: 'mediumpurple',
  notte: 'midnightblue',
  seminotte: 'slateblue',
};

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The events of entries, by day, without rest days. `worksite` is the location of work in the office. */
export const eventsOf = (entries: readonly FeedEntry[], worksite: string): FeedEvent[] =>
  entries.flatMap((entry): FeedEvent[] => {
    const { id: shiftId, date: day, shiftType, notes, workLocation } = entry;
    if (workLocation === 'libero') return [];
    const isAtOffice = workLocation === 'sede';
    const place = capitalised(workLocationNames[workLocation]);
    const event = { shiftId, day, description: notes || null };
    if (shiftType === null) {
      const allDay = { part: 1 as const, startTime: null, endTime: null };
      return [{ ...event, ...allDay, summary: place, location: null, color: null }];
    }
    const shown = { ...event, location: isAtOffice ? worksite : place, color: colors[shiftType] };
    const summary = capitalised(shiftTypeNames[shiftType]);
    const { startTime, endTime } = entry;
    if (!entry.isSplitShift) return [{ ...shown, part: 1, summary, startTime, endTime }];
    const second = { startTime: entry.secondStartTime, endTime: entry.secondEndTime };
    return [
      { ...shown, part: 1, summary: `${summary} (1 di 2)`, startTime, endTime },
      { ...shown, part: 2, summary: `${summary} (2 di 2)`, ...second },
    ];
  });

const keyOf = ({ shiftId, part }: EventPlace): string => `${shiftId}-${part}`;

/**
 * Compares what a feed last showed with the current calendar.
 * @param shown events on days that the feed still covers
 * @param hashOf hashes an event's contents
 * @returns the changes: new events, changed ones (with a higher sequence) and removed ones (cancelled)
 */
export function reviseShown(
  shown: readonly ShownEvent[],
  events: readonly FeedEvent[],
  hashOf: (event: FeedEvent) => string,
  now: Instant,
): ShownEvent[] {
  const before = new Map(shown.map((one) => [keyOf(one), one]));
  const present = new Set(events.map(keyOf));
  const written = events.flatMap((event): ShownEvent[] => {
    const old = before.get(keyOf(event));
    const contentHash = hashOf(event);
    if (old?.contentHash === contentHash && old.cancelledAt === null) return [];
    const { shiftId, part, day, startTime, endTime } = event;
    const sequence = old ? old.sequence + 1 : 0;
    const place = { shiftId, part, day, startTime, endTime };
    return [{ ...place, contentHash, sequence, changedAt: now, cancelledAt: null }];
  });
  const gone = shown
    .filter((one) => one.cancelledAt === null && !present.has(keyOf(one)))
    .map((one) => ({ ...one, sequence: one.sequence + 1, changedAt: now, cancelledAt: now }));
  return [...written, ...gone];
}

/**
 * The events to write to a feed: those of the calendar, then those cancelled since `cancelledSince`.
 * @param shown the events shown before, then the changes of `reviseShown`
 */
export function writtenEvents(
  events: readonly FeedEvent[],
  shown: readonly ShownEvent[],
  cancelledSince: Instant,
): IcalEvent[] {
  const latest = new Map(shown.map((one) => [keyOf(one), one]));
  const live = events.flatMap((event) => {
    const revision = latest.get(keyOf(event));
    return revision ? [{ ...event, ...revisionOf(revision) }] : [];
  });
  const nothing = { summary: 'Non più in calendario', location: null, description: null, color: null };
  const cancelled = [...latest.values()]
    .filter(({ cancelledAt }) => cancelledAt !== null && cancelledAt > cancelledSince)
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
    .map((one) => ({ ...nothing, ...revisionOf(one) }));
  return [...live, ...cancelled];
}

const revisionOf = (shown: ShownEvent) => ({
  uid: `${shown.shiftId}${shown.part === 2 ? '-2' : ''}@turnario`,
  sequence: shown.sequence,
  changedAt: shown.changedAt,
  isCancelled: shown.cancelledAt !== null,
  day: shown.day,
  times:
    shown.startTime !== null && shown.endTime !== null
      ? { start: shown.startTime, end: shown.endTime }
      : null,
});
