import type { Instant } from '../../domain/calendar/day.ts';
import type { Verdict } from '../../domain/errors/refusal.ts';
import type { HeldDuty } from '../../domain/exchanges/request.ts';
import { type RequestPeriod, weeksOf } from '../../domain/exchanges/requestPeriod.ts';
import { type Gives, isTaxiKind, stillGiven, taxiMatchScore } from '../../domain/exchanges/taxiRules.ts';
import { weekPreview } from '../../domain/exchanges/weekPreview.ts';
import type { WeekPreview } from '../../domain/exchanges/weeks.ts';
import type { DatedDuty } from '../../domain/shifts/rules.ts';
import type { RowFacts } from './cardRow.ts';

// What cards of the taxi worksite show beyond those of single shifts. Days on which another person does not work are left
// out or shown as absence, but for a holiday week that its owner put on offer.

type Role = 'requester' | 'colleague';

/** The duty as it is shown, without the row that holds it. */
export const withoutRow = ({ shiftId: _shiftId, ...duty }: HeldDuty): DatedDuty => duty;

/**
 * Somebody's duties of a request as they are shown: of an open request for named shifts what is left of the week. Days on
 * which somebody does not work are among them only in a week of holidays that they offer.
 * @param closed see `closedUntil`
 */
export function seenDuties(
  row: RequestPeriod & Pick<RowFacts, 'kind' | 'status'>,
  duties: readonly HeldDuty[],
  closed: Instant,
): DatedDuty[] {
  const weeks = weeksOf(row);
  const isLeft = row.kind === 'settimana' && row.status === 'aperta' && weeks !== null;
  const left = isLeft ? stillGiven('settimana', duties, weeks, closed) : duties;
  return (left.length > 0 ? left : duties).map(withoutRow);
}

export const entriesOf = (row: RowFacts, userId: string): DatedDuty[] =>
  row.weekEntries.filter((entry) => entry.userId === userId).map(({ userId: _userId, ...entry }) => entry);

export function ownWeekDuties(row: RowFacts, viewerId: string, closed: Instant): DatedDuty[] {
  const weeks = weeksOf(row);
  if (!isTaxiKind(row.kind) || !weeks) return [];
  const isGiven = row.ownOfferStatus === 'offerta' || row.ownOfferStatus === 'scelta';
  if (row.ownOfferDuties && (isGiven || row.status !== 'aperta')) {
    return seenDuties(row, row.ownOfferDuties, closed);
  }
  return stillGiven(row.kind, entriesOf(row, viewerId), weeks, closed);
}

/** 100 or 25: for a colleague whether they have what is wanted, for the requester whether somebody offered it. */
export function taxiScore(
  row: RowFacts,
  viewer: { isRequester: boolean; ownDuties: readonly DatedDuty[]; isAble: boolean },
): number {
  const isWanted = (duties: readonly DatedDuty[]): boolean => duties[0]?.shiftType === row.requestedShiftType;
  if (row.kind === 'ferie') {
    const isTaken = row.ownOfferStatus === 'offerta' || row.ownOfferStatus === 'scelta';
    return taxiMatchScore(viewer.isRequester ? row.offers.length > 0 : viewer.isAble || isTaken);
  }
  return taxiMatchScore(
    viewer.isRequester ? row.offers.some(({ duties }) => isWanted(duties)) : isWanted(viewer.ownDuties),
  );
}

/** The touched weeks of both people as they would be after a swap that is possible now; null where none is. */
export function cardPreview(
  row: RowFacts,
  verdict: Verdict<Gives<DatedDuty>>,
  colleagueId: string,
  viewer: Role,
  closed: Instant,
): WeekPreview[] | null {
  const weeks = weeksOf(row);
  if (!weeks || !verdict.ok) return null;
  return weekPreview({
    kind: row.kind,
    weeks,
    requester: { entries: entriesOf(row, row.requesterId), gives: verdict.requesterGives },
    colleague: { entries: entriesOf(row, colleagueId), gives: verdict.colleagueGives },
    viewer,
    now: closed,
  });
}
