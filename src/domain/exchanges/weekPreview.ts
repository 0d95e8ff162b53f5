import { type Day, dayInRome, daysOf, type Instant, type Week } from '../calendar/day.ts';
import { isWorking } from '../shifts/duty.ts';
import type { Entry } from '../shifts/rules.ts';
import { coverChange, receivedFor } from './handover.ts';
import type { ExchangeKind } from './schema.ts';
import { isInWeek, type SeenEntry, type SwapWeeks, type WeekPreview } from './weeks.ts';

type Role = 'requester' | 'colleague';

interface PreviewSide {
  /** All entries of the affected weeks. */
  entries: readonly Entry[];
  gives: readonly Entry[];
}

interface Swap extends Record<Role, PreviewSide> {
  kind: ExchangeKind;
}

interface PreviewFacts extends Swap {
  weeks: SwapWeeks;
  /** The other person's days without work are shown as `assente`, except offered holidays. */
  viewer: Role;
  now: Instant;
}

/** Both people's affected weeks before and after a swap, day by day, as the viewer may see them. */
export function weekPreview(facts: PreviewFacts): WeekPreview[] {
  const { offered, wanted } = facts.weeks;
  const weeks = offered.from === wanted.from ? [offered] : [offered, wanted];
  const today = dayInRome(facts.now);
  return weeks
    .toSorted((one, other) => one.from.localeCompare(other.from))
    .map((week) => weekOf(facts, week, today, (owner, entry) => seenBy(facts, owner, entry)));
}

/**
 * A completed swap as its two people see it, from what each gave; days that were not swapped are not recorded and stay
 * empty.
 * @param weeks the affected weeks, in order
 */
export function completedPreview(
  kind: ExchangeKind,
  weeks: readonly Week[],
  requesterGave: readonly Entry[],
  accepterGave: readonly Entry[],
): WeekPreview[] {
  const requester = { entries: requesterGave, gives: requesterGave };
  const colleague = { entries: accepterGave, gives: accepterGave };
  return weeks.map((week) =>
    weekOf({ kind, requester, colleague }, week, null, (_, entry) => (entry ? lookOf(entry) : null)),
  );
}

/** How an entry or empty day is shown; depends on whose it was, not on who receives it. */
type See = (owner: Role, entry: Entry | undefined) => SeenEntry | null;

/** @param today days after it are open, as are swapped ones; null: only swapped ones */
function weekOf(swap: Swap, week: Week, today: Day | null, see: See): WeekPreview {
  const { kind, requester, colleague } = swap;
  const days = daysOf(week).map((date) => {
    const isSwapped = [...requester.gives, ...colleague.gives].some((duty) => duty.date === date);
    return {
      date,
      isOpen: isSwapped || (today !== null && date > today),
      isSwapped,
      cover: kind === 'settimana' ? coverChange(date, requester.gives, colleague.gives) : null,
      requester: changeOf(swap, 'requester', date, see),
      colleague: changeOf(swap, 'colleague', date, see),
    };
  });
  return { ...week, days };
}

function changeOf(swap: Swap, role: Role, date: Day, see: See): WeekPreview['days'][number][Role] {
  const otherRole = role === 'requester' ? 'colleague' : 'requester';
  const { entries, gives } = swap[role];
  const isOn = (duty: Entry): boolean => duty.date === date;
  const before = see(role, entries.find(isOn));
  const received = receivedFor(swap.kind, gives, swap[otherRole].gives).find(isOn);
  if (!received && !gives.some(isOn)) return { before, after: before };
  return { before, after: see(otherRole, received) };
}

const lookOf = ({ workLocation, startTime, endTime, shiftType }: Entry): SeenEntry => ({
  workLocation,
  startTime,
  endTime,
  shiftType,
});

function seenBy({ viewer, weeks }: PreviewFacts, owner: Role, entry: Entry | undefined): SeenEntry | null {
  const isOwn = viewer === owner;
  if (!entry) return isOwn ? null : absent;
  const isSeen = isOwn || isWorking(entry) || isOffered(entry.date, weeks, owner);
  return isSeen ? lookOf(entry) : absent;
}

/** Whether a day belongs to the holiday week its owner offers; swaps of named shifts offer none. */
const isOffered = (day: Day, { offered, wanted }: SwapWeeks, owner: Role): boolean =>
  offered.from !== wanted.from && isInWeek(day, owner === 'requester' ? offered : wanted);

const absent: SeenEntry = { workLocation: 'assente', startTime: null, endTime: null, shiftType: null };
