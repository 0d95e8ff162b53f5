import type { Day } from '../../domain/calendar/day.ts';
import { messageOf } from '../../domain/errors/messages.it.ts';
import { judgeDrafts } from '../../domain/shifts/bulk.ts';
import type { Entry, ShiftDraft, ShiftOwner } from '../../domain/shifts/rules.ts';
import type { Shift } from '../../domain/shifts/schema.ts';
import type { RefusedDay } from '../shifts/form/refusedDays.ts';

export interface JudgedPlan {
  /** What is sent, by day. */
  accepted: { draft: ShiftDraft; duty: Entry }[];
  /** Of them, those that take the place of an entry. */
  replaced: Day[];
  /** Days that have an entry already, which stays. */
  skipped: Day[];
  /** Days that cannot be recorded, with the reason. */
  refused: RefusedDay[];
}

/** Whether an entry gives way to a plan: what two people agreed on, or are about to, never does. */
const isReplaceable = ({ exchangeInfo, openRequestId }: Shift): boolean =>
  exchangeInfo === null && openRequestId === null;

/**
 * @param excluded days that the person took out
 * @param entries all of the span of `countingSpanOf` the plan's days
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
