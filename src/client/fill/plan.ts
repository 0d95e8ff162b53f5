import type { Day } from '../../domain/calendar/day.ts';
import { messageOf } from '../../domain/errors/messages.it.ts';
import { judgeDrafts } from '../../domain/shifts/bulk.ts';
import type { Entry, ShiftDraft, ShiftOwner } from '../../domain/shifts/rules.ts';
import type { Shift } from '../../domain/shifts/schema.ts';
import type { RefusedDay } from '../shifts/form/refusedDays.ts';

export interface JudgedPlan {
  /** The entries to send, by day. */
  accepted: { draft: ShiftDraft; duty: Entry }[];
  /** Days of accepted entries that replace an existing one. */
  replaced: Day[];
  /** Days whose existing entry is kept. */
  skipped: Day[];
  /** Days that cannot be recorded, each with the reason. */
  refused: RefusedDay[];
}

/** Whether a plan may replace an entry: not if it comes from a swap or is on offer. */
const isReplaceable = ({ exchangeInfo, openRequestId }: Shift): boolean =>
  exchangeInfo === null && openRequestId === null;

/**
 * @param excluded days the person has removed
 * @param entries all entries within `countingSpanOf` the plan's days
 */
export function judgePlan(
  drafts: readonly ShiftDraft[],
  excluded: ReadonlySet<Day>,
  calendar: { owner: ShiftOwner; today: Day; entries: readonly Shift[]; isReplacing: boolean },
): JudgedPlan {
  const { entries, isReplacing } = calendar;
  const byDay = new Map(entries.map((entry) => [entry.date, entry]));
  const wanted = drafts.filter(({ date }) => !excluded.has(date));
  const isOpen = ({ date }: ShiftDraft): boolean => {
    const entry = byDay.get(date);
    return !entry || (isReplacing && isReplaceable(entry));
  };
  const judged = judgeDrafts(wanted.filter(isOpen), calendar);
  return {
    accepted: judged.accepted,
    replaced: judged.accepted.map(({ duty }) => duty.date).filter((day) => byDay.has(day)),
    skipped: [
      ...wanted.filter((draft) => !isOpen(draft)).map(({ date }) => date),
      ...judged.unchanged.map(({ date }) => date),
    ].toSorted(),
    refused: judged.refused.map(({ day, refusal }) => ({ day, reason: messageOf(refusal) })),
  };
}
