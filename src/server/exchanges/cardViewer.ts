import type { Verdict } from '../../domain/errors/refusal.ts';
import type { HeldDuty } from '../../domain/exchanges/request.ts';
import { weeksOf } from '../../domain/exchanges/requestPeriod.ts';
import type { Participant, Publisher } from '../../domain/exchanges/rules.ts';
import { judgeOffer } from '../../domain/exchanges/swapRules.ts';
import type { Gives } from '../../domain/exchanges/taxiRules.ts';
import type { DatedDuty } from '../../domain/shifts/rules.ts';
import type { SignedIn } from '../platform/session/session.ts';
import type { RowFacts } from './cardRow.ts';
import { dayEntriesOf, dayTerms } from './dayCards.ts';
import { entriesOf, ownWeekDuties, withoutRow } from './weekCards.ts';

/** Whether the viewer, who may be anybody of the worksite, could take the request or could have. */
export function judgeViewer(
  row: RowFacts,
  signedIn: SignedIn,
  choices: readonly DatedDuty[],
  now: string,
): Verdict<Gives<DatedDuty>> {
  const viewer = viewerOf(signedIn);
  return judgeOffer<DatedDuty>({
    kind: row.kind,
    weeks: weeksOf(row),
    status: row.status,
    requester: requesterOf(row, signedIn),
    offered: row.offeredDuties,
    colleague: viewer,
    // whichever is chosen of several
    terms: dayTerms(row, viewer, choices[0]?.date ?? null),
    calendars: { requester: entriesOf(row, row.requesterId), colleague: entriesOf(row, viewer.id) },
    own: ownEntriesOf(row, viewer.id),
    wasRefused: row.ownOfferStatus === 'rifiutata',
    now,
  });
}

export function ownDutiesOf(
  row: RowFacts,
  { user }: SignedIn,
  { verdict, choices }: { verdict: Verdict<Gives<DatedDuty>>; choices: HeldDuty[] },
  closed: string,
): DatedDuty[] {
  if (row.kind === 'giorno') {
    const isGiven = row.ownOfferStatus === 'offerta' || row.status !== 'aperta';
    return (isGiven ? (row.ownOfferDuties ?? []) : choices).map(withoutRow);
  }
  if (row.kind !== 'turno') return verdict.ok ? verdict.colleagueGives : ownWeekDuties(row, user.id, closed);
  return row.ownOfferDuties ? row.ownOfferDuties.map(withoutRow) : singleOf(row.ownDuty);
}

/** What the viewer has on the days that an open request is about. */
function ownEntriesOf(row: RowFacts, viewerId: string): DatedDuty[] {
  if (row.kind === 'turno') return singleOf(row.ownDuty);
  return row.kind === 'giorno' ? dayEntriesOf(row, viewerId) : entriesOf(row, viewerId);
}

const singleOf = (duty: DatedDuty | null): DatedDuty[] => (duty ? [duty] : []);

// cards are read within one worksite: requester and viewer share it
export const requesterOf = (row: RowFacts, { worksite }: SignedIn): Participant => ({
  id: row.requesterId,
  worksiteId: worksite.id,
  variant: worksite.variant,
  cutoffHours: worksite.swapPolicy.cutoffHours,
  contractHours: row.requesterContractHours,
  role: row.requesterRole,
  isActive: row.isRequesterActive,
});

export const viewerOf = ({ user, worksite }: SignedIn): Publisher => ({
  ...user,
  variant: worksite.variant,
  cutoffHours: worksite.swapPolicy.cutoffHours,
});
