import type { Day, Instant } from '../../domain/calendar/day.ts';
import type { Verdict } from '../../domain/errors/refusal.ts';
import { askedShifts } from '../../domain/exchanges/dayRules.ts';
import type { HeldDuty } from '../../domain/exchanges/request.ts';
import { affectedDays } from '../../domain/exchanges/requestPeriod.ts';
import { closedUntil, hasBegun } from '../../domain/exchanges/rules.ts';
import type { ExchangeKind } from '../../domain/exchanges/schema.ts';
import { judgeOffer } from '../../domain/exchanges/swapRules.ts';
import type { Gives } from '../../domain/exchanges/taxiRules.ts';
import type { SwapWeeks } from '../../domain/exchanges/weeks.ts';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import type { Queryable } from '../platform/database/database.ts';
import { type Colleague, listColleagues, type PersonRow, participantOf } from './queries.people.ts';

export interface Proposal {
  requester: PersonRow;
  kind: ExchangeKind;
  weeks: SwapWeeks | null;
  /** All that the requester gives, by day. */
  gives: readonly HeldDuty[];
  /** Of a `giorno`: the days on which the requester would work instead, and does not yet. */
  days: readonly Day[] | null;
}

/** A colleague who could pre-accept, with what they would give, by day; in a swap of days one of these. */
export interface AbleColleague extends Colleague {
  gives: HeldDuty[];
}

/**
 * The colleagues who could pre-accept an offer now, whatever they answered before. In a swap of days those whose working
 * shifts fit: whether they are free on the offered day is theirs to know.
 */
export async function listAbleColleagues(
  database: Queryable,
  proposal: Proposal,
  variant: WorksiteVariant,
  now: Instant,
): Promise<AbleColleague[]> {
  const { requester, weeks, gives, days } = proposal;
  const [first] = gives;
  if (!first) return [];
  const touched = [...affectedDays(weeks, first.date), ...(days ?? [])];
  const colleagues = await listColleagues(database, requester, variant, touched);
  if (days) {
    const closed = closedUntil(now, requester.cutoffHours);
    if (hasBegun(first, closed)) return [];
    return colleagues
      .map((colleague) => ({ ...colleague, gives: askedShifts(first, days, colleague.entries, closed) }))
      .filter((colleague) => colleague.gives.length > 0);
  }
  return colleagues.flatMap((colleague) => {
    const verdict = judgeColleague(proposal, colleague, variant, now);
    return verdict.ok ? [{ ...colleague, gives: verdict.colleagueGives }] : [];
  });
}

const judgeColleague = (
  { requester, kind, weeks, gives }: Omit<Proposal, 'days'>,
  colleague: Colleague,
  variant: WorksiteVariant,
  now: Instant,
): Verdict<Gives<HeldDuty>> =>
  judgeOffer({
    kind,
    weeks,
    status: 'aperta',
    requester: participantOf(requester, variant),
    offered: gives,
    colleague: participantOf(colleague, variant),
    own: colleague.entries,
    wasRefused: false,
    now,
  });
