import { type Day, dayInRome, type Instant } from '../../domain/calendar/day.ts';
import { refuse, type Verdict } from '../../domain/errors/refusal.ts';
import {
  type AskedDays,
  judgeAskedDays,
  judgeKeptDays,
  unworkedDays,
} from '../../domain/exchanges/askedDays.ts';
import { judgePublication } from '../../domain/exchanges/publishing.ts';
import { affectedDays, type HeldEntry, heldEntryOf, swapWeeksOf } from '../../domain/exchanges/request.ts';
import { isOpen } from '../../domain/exchanges/rules.ts';
import type { ExchangeKind } from '../../domain/exchanges/schema.ts';
import type { SwapWeeks } from '../../domain/exchanges/weeks.ts';
import type { ShiftType } from '../../domain/shifts/duty.ts';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { RefusalError, requireAllowed, requireFound } from '../platform/errors/refusalError.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { closeExpired } from './commands.expire.ts';
import {
  findEntry,
  judgeReservations,
  listGivenEntries,
  lockEntries,
  participantOf,
  type PersonRow,
  requireUnreserved,
} from './queries.people.ts';
import { listRequestsOffering } from './queries.requests.ts';
import type { Offered } from './queries.row.ts';

export interface Offering {
  requester: PersonRow;
  kind: ExchangeKind;
  shiftId: string;
  requestedDate: Day;
  /** Null for `ferie`, and until one is chosen. */
  requestedShiftType: ShiftType | null;
  /** `giorno`: the days its requester would work instead. */
  asked: AskedDays | null;
  /** Requested before: entries recorded on them since are ignored, unless another day is offered. */
  keptDays?: 'for the same day' | 'for another day' | null;
  now: Instant;
}

/**
 * The duties a request may offer, on locked rows, and when the offer expires.
 * @param exceptRequestId the request being changed: its own hold on the shift is ignored
 * @throws RefusalError exchange_already_open, exchange_duty_reserved, and every refusal of `judgePublication`
 */
export async function requireOffering(
  tx: Transaction,
  { worksite }: SignedIn,
  offering: Offering,
  exceptRequestId: string | null,
): Promise<Offered> {
  const { requester, kind, shiftId, asked, now } = offering;
  const shift = await findEntry(tx, requester.id, shiftId);
  const weeks = shift && swapWeeksOf(kind, shift.date, offering.requestedDate);
  const days = shift ? [...affectedDays(weeks, shift.date), ...(asked?.acceptableDays ?? [])] : [];
  const [entries = []] = await lockEntries(tx, [requester.id], days);
  const offered = requireAllowed(judgeOffering(offering, shift, entries.map(heldEntryOf), worksite.variant));
  const offeredWeek = weeks?.offered.from ?? null;
  const offerings = await listRequestsOffering(tx, requester.id, shiftId, { kind, offeredWeek });
  const others = offerings.filter(({ id }) => id !== exceptRequestId);
  if (others.some((request) => isOpen(request, now))) throw new RefusalError(refuse('exchange_already_open'));
  // holidays ahead, in exchange for a week that has begun: the job has not closed that request yet
  if (others.length > 0) await closeExpired(tx, requester.worksiteId, now);
  requireUnreserved(entries, offered.gives, exceptRequestId);
  return {
    ...offered,
    offered: requireFound(shift),
    weeks,
    days: asked && unworkedDays(asked.acceptableDays, entries),
  };
}

/** An offering that is not complete yet. */
interface Draft extends Omit<Offering, 'requestedDate' | 'asked'> {
  /** Null until one is chosen: only the offered week is judged then. */
  requestedDate: Day | null;
}

/** What publishing this would offer; takes no locks. */
export async function findOffering(
  database: Queryable,
  draft: Draft,
  variant: WorksiteVariant,
): Promise<{ shift: HeldEntry; weeks: SwapWeeks | null; verdict: Verdict<{ gives: HeldEntry[] }> }> {
  const { requester, kind, shiftId } = draft;
  const shift = requireFound(await findEntry(database, requester.id, shiftId));
  const requestedDate = draft.requestedDate ?? shift.date;
  const offering = { ...draft, requestedDate, asked: null };
  const weeks = swapWeeksOf(kind, shift.date, requestedDate);
  const entries = await listGivenEntries(database, requester.id, affectedDays(weeks, shift.date));
  const verdict = judgeOffering(offering, shift, entries.map(heldEntryOf), variant);
  const free = verdict.ok ? judgeReservations(entries, verdict.gives, null) : verdict;
  return { shift, weeks, verdict: free.ok ? verdict : free };
}

/** @param entries the requester's entries on all days of the request */
function judgeOffering(
  { requester, kind, requestedDate, requestedShiftType, asked, keptDays, now }: Offering,
  shift: HeldEntry | null,
  entries: readonly HeldEntry[],
  variant: WorksiteVariant,
): Verdict<{ gives: HeldEntry[]; expiresAt: Instant }> {
  const participant = participantOf(requester, variant);
  const verdict = judgePublication({
    kind,
    requester: participant,
    shift,
    requestedDate,
    requestedShiftType,
    entries,
    now,
  });
  if (verdict.ok && asked && keptDays !== 'for the same day') {
    const today = dayInRome(now);
    const days = keptDays
      ? judgeKeptDays(asked, entries, today)
      : judgeAskedDays(asked, requestedDate, entries, today);
    if (!days.ok) return days;
  }
  return verdict;
}
