import { type Day, dayInRome, daysOf, type Instant, type Week } from '../calendar/day.ts';
import { isWorking } from '../shifts/duty.ts';
import type { DatedDuty } from '../shifts/rules.ts';
import { isInWeek, type SeenEntry, type SwapWeeks, type WeekPreview } from './weeks.ts';

/** One of the two people of a swap, as a preview needs to know them. */
export interface PreviewSide {
  /** All entries of the touched weeks. */
  entries: readonly DatedDuty[];
  /** Those that change hands. */
  gives: readonly DatedDuty[];
}

export interface PreviewFacts {
  weeks: SwapWeeks;
  requester: PreviewSide;
  colleague: PreviewSide;
  /** Who looks: the other's days without work are shown as `assente`, but for holidays put on offer. */
  viewer: 'requester' | 'colleague';
  now: Instant;
}

type Role = 'requester' | 'colleague';

/** The touched weeks of both people before and after a swap, day by day, as one of the two may see them. */
export function weekPreview(facts: PreviewFacts): WeekPreview[] {
  const { offered, wanted } = facts.weeks;
  const weeks = offered.from === wanted.from ? [offered] : [offered, wanted];
  return weeks
    .toSorted((one, other) => one.from.localeCompare(other.from))
    .map((week) => ({ ...week, days: daysOf(week).map((date) => dayOf(facts, date)) }));
}

function dayOf(facts: PreviewFacts, date: Day): WeekPreview['days'][number] {
  const requester = heldOn(facts.requester, date);
  const colleague = heldOn(facts.colleague, date);
  const isSwapped = requester.given !== undefined || colleague.given !== undefined;
  const own = seenBy(facts, 'requester', requester.entry);
  const other = seenBy(facts, 'colleague', colleague.entry);
  return {
    date,
    isOpen: isSwapped || date > dayInRome(facts.now),
    isSwapped,
    requester: { before: own, after: isSwapped ? other : own },
    colleague: { before: other, after: isSwapped ? own : other },
  };
}

const heldOn = ({ entries, gives }: PreviewSide, date: Day) => ({
  entry: entries.find((entry) => entry.date === date),
  given: gives.find((entry) => entry.date === date),
});

/** An entry as the viewer may see it. Whose it was decides, not who gets it. */
function seenBy(facts: PreviewFacts, owner: Role, entry: DatedDuty | undefined): SeenEntry | null {
  const isOwn = facts.viewer === owner;
  if (!entry) return isOwn ? null : absent;
  const { workLocation, startTime, endTime, shiftType } = entry;
  if (isOwn || isWorking(entry) || isInWeek(entry.date, holidaysOf(facts.weeks, owner))) {
    return { workLocation, startTime, endTime, shiftType };
  }
  return absent;
}

/** The holiday week a person put on offer; in a swap of named shifts both weeks are the same and hold work. */
function holidaysOf({ offered, wanted }: SwapWeeks, owner: Role): Week {
  if (offered.from === wanted.from) return { from: '', to: '' };
  return owner === 'requester' ? offered : wanted;
}

const absent: SeenEntry = { workLocation: 'assente', startTime: null, endTime: null, shiftType: null };

/**
 * A completed swap as its own two people see it, from what both gave: days on which nothing changed hands are not part
 * of its record and stay empty.
 *
 * @param weeks the touched weeks, in order
 */
export function completedPreview(
  weeks: readonly Week[],
  requesterGave: readonly DatedDuty[],
  accepterGave: readonly DatedDuty[],
): WeekPreview[] {
  const entryOn = (duties: readonly DatedDuty[], date: Day): SeenEntry | null => {
    const duty = duties.find((one) => one.date === date);
    if (!duty) return null;
    const { workLocation, startTime, endTime, shiftType } = duty;
    return { workLocation, startTime, endTime, shiftType };
  };
  return weeks.map((week) => ({
    ...week,
    days: daysOf(week).map((date) => {
      const own = entryOn(requesterGave, date);
      const other = entryOn(accepterGave, date);
      const isSwapped = own !== null || other !== null;
      return {
        date,
        isOpen: isSwapped,
        isSwapped,
        requester: { before: own, after: other },
        colleague: { before: other, after: own },
      };
    }),
  }));
}
