import { addDays, dayInRome, type Instant, saturdayWeekOf, type Week } from '../../domain/calendar/day.ts';
import type { Verdict } from '../../domain/errors/refusal.ts';
import { judgePublication } from '../../domain/exchanges/publishing.ts';
import { type HeldEntry, heldEntryOf, withoutRow } from '../../domain/exchanges/request.ts';
import { closedUntil } from '../../domain/exchanges/rules.ts';
import type { HolidayWeeks } from '../../domain/exchanges/schema.preview.ts';
import { isHolidayWeek, isInWeek, weekBeginsAt } from '../../domain/exchanges/weeks.ts';
import type { Shift } from '../../domain/shifts/schema.ts';
import { judgeKind } from '../../domain/worksites/swapPolicy.ts';
import type { AppContext } from '../platform/context.ts';
import { requireFound } from '../platform/errors/refusalError.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { listShifts } from '../shifts/queries.ts';
import { permissionBy } from './offerCards.ts';
import { findPerson, type PersonRow, participantOf } from './queries.people.ts';

/** How many weeks ahead holidays can be swapped. */
const weeksAhead = 26;

/**
 * The caller's holiday weeks that can be offered in 'Scambia Ferie'; given one of them, through any of its days, also
 * the future weeks to ask for. Who could take one, and how many, stays private.
 * @throws RefusalError not_found if the entry is not the person's own or not in the future weeks
 */
export async function readHolidayWeeks(
  context: AppContext,
  { user, worksite }: SignedIn,
  offeredShiftId: string | null,
): Promise<HolidayWeeks> {
  const { database, clock } = context;
  const now = clock.now();
  const weeks = comingWeeks(now);
  const range = rangeOf(weeks);
  const requester = requireFound(await findPerson(database, user.id));
  const shifts = worksite.variant === 'taxi' ? await listShifts(database, user.id, range.from, range.to) : [];
  const closed = closedUntil(now, requester.cutoffHours);
  const own = weeks.flatMap((week) => ownWeekOf(week, shifts, closed) ?? []);
  if (offeredShiftId === null) return { own, wanted: [] };
  const entries = shifts.map(({ id, ...entry }) => heldEntryOf({ ...entry, shiftId: id }));
  const shift = requireFound(entries.find(({ shiftId }) => shiftId === offeredShiftId) ?? null);
  const offered = saturdayWeekOf(shift.date);
  const offers = judgeKind('ferie', worksite.swapPolicy, worksite.variant);
  const wish: HolidayWish = { requester, offers, shift, entries, now };
  const wanted = weeks.filter((week) => week.from !== offered.from).map((week) => wantedWeekOf(week, wish));
  return { own, wanted };
}

function comingWeeks(now: Instant): Week[] {
  const today = dayInRome(now);
  return Array.from({ length: weeksAhead }, (_, index) => saturdayWeekOf(addDays(today, 7 * (index + 1))));
}

const rangeOf = (weeks: readonly Week[]): Week => ({
  from: weeks[0]?.from ?? '',
  to: weeks.at(-1)?.to ?? '',
});

function ownWeekOf(
  week: Week,
  shifts: readonly Shift[],
  closed: Instant,
): HolidayWeeks['own'][number] | null {
  const inWeek = shifts.filter(({ date }) => isInWeek(date, week));
  const first = inWeek.find(({ workLocation }) => workLocation === 'ferie');
  if (!first || !isHolidayWeek(inWeek, week) || weekBeginsAt(week) <= closed) return null;
  return {
    ...week,
    shiftId: first.id,
    days: inWeek,
    openRequestId: inWeek.find(({ openRequestId }) => openRequestId !== null)?.openRequestId ?? null,
  };
}

interface HolidayWish {
  requester: PersonRow;
  /** Whether the worksite offers the kind. */
  offers: Verdict;
  shift: HeldEntry;
  entries: readonly HeldEntry[];
  now: Instant;
}

function wantedWeekOf(
  week: Week,
  { requester, offers, shift, entries, now }: HolidayWish,
): HolidayWeeks['wanted'][number] {
  const days = entries.filter(({ date }) => isInWeek(date, week)).map(withoutRow);
  const publication = {
    kind: 'ferie',
    requester: participantOf(requester, 'taxi'),
    shift,
    requestedDate: week.from,
    requestedShiftType: null,
    entries,
    now,
  } as const;
  const verdict = offers.ok ? judgePublication(publication) : offers;
  return { ...week, days, ...permissionBy(verdict) };
}
