import {
  type Day,
  dayInRome,
  formatShortDay,
  type Instant,
  mondayWeekOf,
  saturdayWeekOf,
  type Week,
} from '../calendar/day.ts';
import { type Refusal, refuse } from '../errors/refusal.ts';
import type { WorksiteVariant } from '../worksites/schema.ts';
import { type Entry, isSameEntry, judgeDay, judgeShift, type ShiftDraft, type ShiftOwner } from './rules.ts';

export const mostAtOnce = 366;

/** How long entries recorded together can be undone, in minutes. */
export const takeBackMinutes = 10;

/** The week whose other entries count for `day`: Saturday-Friday in taxi worksites, otherwise Monday-Sunday. */
export const countingWeekOf = (day: Day, { variant }: { variant: WorksiteVariant }): Week =>
  variant === 'taxi' ? saturdayWeekOf(day) : mondayWeekOf(day);

/** The days whose entries must be known to judge entries on `days`; null if there are none. */
export function countingSpanOf(days: readonly Day[], owner: { variant: WorksiteVariant }): Week | null {
  const [first, last] = [days.toSorted().at(0), days.toSorted().at(-1)];
  return first !== undefined && last !== undefined
    ? { from: countingWeekOf(first, owner).from, to: countingWeekOf(last, owner).to }
    : null;
}

/** Who an entry was swapped with, and when (an instant). */
interface SwapOrigin {
  exchangePartner: string;
  completedDate: Instant;
}

/** The refusal to change a swapped entry without confirmation. */
export const swappedRefusal = ({ exchangePartner, completedDate }: SwapOrigin): Refusal =>
  refuse('shift_swapped', { exchangePartner, completedDate: formatShortDay(dayInRome(completedDate)) });

type KnownEntry = Entry & { exchangeInfo: SwapOrigin | null };

export interface JudgedDrafts<Draft extends ShiftDraft> {
  /** By day, with shift types filled in. */
  accepted: { draft: Draft; duty: Entry }[];
  /** Equal to existing entries. */
  unchanged: Draft[];
  refused: { day: Day; refusal: Refusal }[];
}

interface Calendar<Known extends KnownEntry> {
  owner: ShiftOwner;
  today: Day;
  /** All entries within `countingSpanOf` the drafts' days. */
  entries: readonly Known[];
  /** Whether drafts replace entries of their day; swapped entries are never replaced. */
  isReplacing: boolean;
}

/**
 * Judges entries recorded together by the rules of the shift forms, one by one in order of days: earlier ones count in
 * the week of later ones, and replaced entries no longer do.
 */
export function judgeDrafts<Draft extends ShiftDraft, Known extends KnownEntry>(
  drafts: readonly Draft[],
  { owner, today, entries, isReplacing }: Calendar<Known>,
): JudgedDrafts<Draft> {
  const byDay = new Map(entries.map((entry) => [entry.date, entry]));
  const asked = new Set(drafts.map(({ date }) => date));
  const isKept = (draft: ShiftDraft): boolean => {
    const entry = byDay.get(draft.date);
    return isReplacing && entry !== undefined && isSameEntry(entry, draft);
  };
  const unchanged = drafts.filter(isKept);
  const kept = new Set(unchanged.map(({ date }) => date));
  const known: Entry[] = entries.filter(({ date }) => !isReplacing || !asked.has(date) || kept.has(date));
  const judged: JudgedDrafts<Draft> = { accepted: [], unchanged, refused: [] };
  const seen = new Set<Day>();
  for (const draft of drafts.toSorted((one, other) => (one.date < other.date ? -1 : 1))) {
    const day = draft.date;
    const entry = byDay.get(day);
    const week = countingWeekOf(day, owner);
    const verdict = seen.has(day)
      ? refuse('shift_day_twice')
      : kept.has(day)
        ? null
        : judgeDraft(draft, entry, { owner, today, isReplacing }, known.filter(within(week)));
    seen.add(day);
    if (verdict === null) continue;
    if (!verdict.ok) judged.refused.push({ day, refusal: verdict });
    else {
      const duty = { ...verdict.duty, date: day };
      known.push(duty);
      judged.accepted.push({ draft, duty });
    }
  }
  return judged;
}

const within =
  ({ from, to }: Week) =>
  ({ date }: { date: Day }): boolean =>
    date >= from && date <= to;

function judgeDraft(
  draft: ShiftDraft,
  entry: KnownEntry | undefined,
  { owner, today, isReplacing }: Omit<Calendar<KnownEntry>, 'entries'>,
  week: readonly Entry[],
): ReturnType<typeof judgeShift> {
  const day = judgeDay(draft.date, today);
  if (!day.ok) return day;
  if (entry && !isReplacing) return refuse('shift_day_taken');
  if (entry?.exchangeInfo) return swappedRefusal(entry.exchangeInfo);
  return judgeShift(draft, owner, week);
}
