import { type Day, dayInRome, daysOf, type Instant, type Week } from '../calendar/day.ts';
import { isWorking } from '../shifts/duty.ts';
import type { DatedDuty } from '../shifts/rules.ts';
import { coverChange, receivedFor } from './handover.ts';
import type { ExchangeKind } from './schema.ts';
import { isInWeek, type SeenEntry, type SwapWeeks, type WeekPreview } from './weeks.ts';

export interface PreviewSide {
  /** All entries of the touched weeks. */
  entries: readonly DatedDuty[];
  gives: readonly DatedDuty[];
}

export interface PreviewFacts {
  kind: ExchangeKind;
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
  const isSwapped = [...facts.requester.gives, ...facts.colleague.gives].some((duty) => duty.date === date);
  return {
    date,
    isOpen: isSwapped || date > dayInRome(facts.now),
    isSwapped,
    cover: coverOf(facts.kind, date, facts.requester.gives, facts.colleague.gives),
    requester: changeOf(facts, 'requester', date),
    colleague: changeOf(facts, 'colleague', date),
  };
}

function changeOf(facts: PreviewFacts, role: Role, date: Day): WeekPreview['days'][number][Role] {
  const otherRole = role === 'requester' ? 'colleague' : 'requester';
  const { entries, gives } = facts[role];
  const other = facts[otherRole];
  const isOn = (duty: DatedDuty): boolean => duty.date === date;
  const before = seenBy(facts, role, entries.find(isOn));
  const received = receivedFor(facts.kind, gives, other.gives).find(isOn);
  if (!received && !gives.some(isOn)) return { before, after: before };
  return { before, after: seenBy(facts, otherRole, received) };
}

const coverOf = (
  kind: ExchangeKind,
  date: Day,
  gave: readonly DatedDuty[],
  otherGave: readonly DatedDuty[],
) => (kind === 'settimana' ? coverChange(date, gave, otherGave) : null);

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
 * @param weeks the touched weeks, in order
 */
export function completedPreview(
  kind: ExchangeKind,
  weeks: readonly Week[],
  requesterGave: readonly DatedDuty[],
  accepterGave: readonly DatedDuty[],
): WeekPreview[] {
  const requesterGot = receivedFor(kind, requesterGave, accepterGave);
  const accepterGot = receivedFor(kind, accepterGave, requesterGave);
  return weeks.map((week) => ({
    ...week,
    days: daysOf(week).map((date) => {
      const [own, other] = [entryOn(requesterGave, date), entryOn(accepterGave, date)];
      const isSwapped = own !== null || other !== null;
      return {
        date,
        isOpen: isSwapped,
        isSwapped,
        cover: coverOf(kind, date, requesterGave, accepterGave),
        requester: { before: own, after: entryOn(requesterGot, date) },
        colleague: { before: other, after: entryOn(accepterGot, date) },
      };
    }),
  }));
}

function entryOn(duties: readonly DatedDuty[], date: Day): SeenEntry | null {
  const duty = duties.find((one) => one.date === date);
  if (!duty) return null;
  const { workLocation, startTime, endTime, shiftType } = duty;
  return { workLocation, startTime, endTime, shiftType };
}
