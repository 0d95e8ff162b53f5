import { type Day, dayInRome, type Instant } from '../../domain/calendar/day.ts';
import { openDays, unworkedDays } from '../../domain/exchanges/askedDays.ts';
import { askedShifts, type DayTerms, fittingShifts } from '../../domain/exchanges/dayRules.ts';
import { type HeldDuty, heldDutyOf } from '../../domain/exchanges/request.ts';
import { closedUntil, type Publisher } from '../../domain/exchanges/rules.ts';
import type { RowFacts } from './cardRow.ts';
import { termsOf } from './openDays.ts';

// What cards of swaps of a day for another day show beyond those of a single day. Of others nobody sees more than on which
// days they would work.

/** A person's entries of the days of an open request, and of their weeks with flexible shifts. */
export const dayEntriesOf = (row: RowFacts, userId: string): HeldDuty[] =>
  row.dayEntries.filter((entry) => entry.userId === userId).map(heldDutyOf);

/** What the rules need to know of a swap of days; null for other kinds. */
export const dayTerms = (
  row: RowFacts,
  colleague: Pick<Publisher, 'enableFlexibleShifts'>,
  givenDay: Day | null,
): DayTerms | null =>
  termsOf(
    row,
    { enableFlexibleShifts: row.isRequesterFlexible, entries: dayEntriesOf(row, row.requesterId) },
    colleague,
    givenDay,
  );

/** The own shifts of which a colleague can give one for an open request now, by day. */
export function dayChoices(row: RowFacts, viewer: Publisher, now: Instant): HeldDuty[] {
  const terms = dayTerms(row, viewer, null);
  if (!terms || row.status !== 'aperta') return [];
  return fittingShifts({
    terms,
    status: row.status,
    requester: {
      ...viewer,
      id: row.requesterId,
      contractHours: row.requesterContractHours,
      role: row.requesterRole,
      isActive: row.isRequesterActive,
    },
    offered: row.offeredDuties,
    colleague: viewer,
    own: dayEntriesOf(row, viewer.id),
    wasRefused: row.ownOfferStatus === 'rifiutata',
    now,
  });
}

/**
 * The days on which the requester of an open request would work and, for themselves, still could: others see those on which
 * they do not work yet, of any day within so many only those of the shifts that the viewer is asked for.
 */
export function seenDays(row: RowFacts, viewer: Publisher, now: Instant): Day[] {
  if (!row.acceptableDays) return [];
  const isRequester = row.requesterId === viewer.id;
  if (row.status !== 'aperta') return isRequester ? row.acceptableDays : [];
  const today = dayInRome(now);
  const entries = dayEntriesOf(row, row.requesterId);
  const days = row.acceptableDays.filter((day) => day >= today);
  if (isRequester) return openDays(days, entries);
  const left = unworkedDays(days, entries);
  if (row.withinDays === null) return left;
  const [offered] = row.offeredDuties;
  const isAlike = row.requesterRole === viewer.role && row.requesterContractHours === viewer.contractHours;
  if (!offered || !isAlike) return [];
  return askedShifts(offered, left, dayEntriesOf(row, viewer.id), closedUntil(now, viewer.cutoffHours))
    .map(({ date }) => date)
    .toSorted();
}
