import type { Instant } from '../../domain/calendar/day.ts';
import type { Verdict } from '../../domain/errors/refusal.ts';
import type { DayTerms } from '../../domain/exchanges/dayRules.ts';
import { weeksOf } from '../../domain/exchanges/requestPeriod.ts';
import type { Publisher } from '../../domain/exchanges/rules.ts';
import type { ExchangeRequest } from '../../domain/exchanges/schema.ts';
import { judgeOffer } from '../../domain/exchanges/swapRules.ts';
import type { DatedDuty } from '../../domain/shifts/rules.ts';
import type { CardRow, MirrorRow, RowFacts } from './cardRow.ts';
import { dayEntriesOf } from './dayCards.ts';

/**
 * Whether a colleague's open request mirrors an own one and the two people can swap, or are about to.
 * @param isHeld an own duty is reserved for another swap
 */
export const isMirrorOfOwn = (row: RowFacts, verdict: Verdict, isHeld: boolean): boolean =>
  (row.isMirrorOfOwn || row.mirroredDay !== null) &&
  ((verdict.ok && !isHeld) || row.ownOfferStatus === 'offerta');

/** The same of an own open request, and which of its mirror images is still to be pre-accepted. */
export function ownMirror(
  row: CardRow,
  viewer: Publisher,
  isHeld: boolean,
  now: Instant,
): Pick<ExchangeRequest, 'isMirrored' | 'mirrorId'> {
  if (isHeld) return { isMirrored: false, mirrorId: null };
  const mirrors = row.mirrors.filter((mirror) => judgeMirror(row, mirror, viewer, now).ok);
  // whose yes is there already is only to be confirmed
  const offering = mirrors.find(({ requesterId }) =>
    row.offers.every(({ userId }) => userId !== requesterId),
  );
  return { isMirrored: mirrors.length > 0, mirrorId: offering?.id ?? null };
}

/** Whether the viewer could pre-accept the mirror image of an own request: what it wants is what this one offers. */
function judgeMirror(row: CardRow, mirror: MirrorRow, viewer: Publisher, now: Instant): Verdict {
  const { requesterId: id, contractHours, role, isActive, duties } = mirror;
  const weeks = weeksOf(row);
  return judgeOffer<DatedDuty>({
    kind: row.kind,
    weeks: weeks && { offered: weeks.wanted, wanted: weeks.offered },
    status: row.status,
    requester: { ...viewer, id, contractHours, role, isActive },
    offered: duties,
    colleague: viewer,
    terms: row.kind === 'giorno' ? termsOfMirror(row, viewer) : null,
    own: row.kind === 'giorno' ? dayEntriesOf(row, viewer.id) : row.offeredDuties,
    wasRefused: false,
    now,
  });
}

/** Of swaps of days the query has found which days are named and open on both sides. */
const termsOfMirror = (row: CardRow, { enableFlexibleShifts }: Publisher): DayTerms => ({
  acceptableDays: [row.requestedDay],
  requesterEntries: [],
  givenDay: row.requestedDay,
  isRequesterFlexible: false,
  isColleagueFlexible: enableFlexibleShifts,
});
