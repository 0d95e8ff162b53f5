import type { Instant } from '../../domain/calendar/day.ts';
import type { ExchangeKind } from '../../domain/exchanges/schema.ts';
import { judgeOffer } from '../../domain/exchanges/swapRules.ts';
import type { SwapWeeks } from '../../domain/exchanges/weeks.ts';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import type { Queryable } from '../platform/database/database.ts';
import { partyOf } from './party.ts';
import type { HeldDuty } from './queries.duties.ts';
import { type Colleague, listColleagues, type PersonRow } from './queries.people.ts';
import { touchedDays } from './subject.ts';

/** What is on offer, published or not. */
export interface Proposal {
  requester: PersonRow;
  kind: ExchangeKind;
  weeks: SwapWeeks | null;
  /** All that the requester gives, by day. */
  gives: readonly HeldDuty[];
}

/** The colleagues who could pre-accept an offer now, whatever they answered before. */
export async function listAbleColleagues(
  database: Queryable,
  proposal: Proposal,
  variant: WorksiteVariant,
  now: Instant,
): Promise<Colleague[]> {
  const { requester, weeks, gives } = proposal;
  const [first] = gives;
  if (!first) return [];
  const colleagues = await listColleagues(database, requester, variant, touchedDays(weeks, first.date));
  return colleagues.filter((colleague) => isAble(proposal, colleague, variant, now));
}

/** Whether this colleague, with these entries, could pre-accept. */
export const isAble = (
  { requester, kind, weeks, gives }: Proposal,
  colleague: Colleague,
  variant: WorksiteVariant,
  now: Instant,
): boolean =>
  judgeOffer({
    kind,
    weeks,
    status: 'aperta',
    requester: partyOf(requester, variant),
    offered: gives,
    colleague: partyOf(colleague, variant),
    own: colleague.entries,
    wasRefused: false,
    now,
  }).ok;
