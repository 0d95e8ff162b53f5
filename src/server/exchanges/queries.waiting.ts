import sql, { type Sql } from 'sql-template-tag';
import { isDayMirror } from '../notifications/queries.resolve.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { CardRow } from './cardRow.ts';
import { cardColumns } from './queries.cards.ts';
import { judgedRequests, tradeOf } from './queries.rows.ts';
import { ownWithOffers } from './queries.tabs.ts';
import { answeredRequests, isAwaitingApproval, type Viewer } from './queries.takeable.ts';

const isSameTrade = sql`${tradeOf(sql`r`, false)} = ${tradeOf(sql`o`, true)}`;

const mirrorsThrough = ({ id, worksiteId, now }: Viewer, place: Sql, isMirror: Sql = isSameTrade): Sql => sql`
  select r.id, r.requested_day
  from own o join exchange_requests r on r.worksite_id = ${worksiteId} and r.status = 'aperta' and ${place}
    and ${isMirror}
  where r.requester_id <> ${id} and r.expires_at > ${now} and r.id not in (${answeredRequests(id)})
    and not exists (select from pre_acceptances p
      where p.request_id = o.id and p.user_id = r.requester_id and p.status = 'offerta')`;

const sameTerms = sql`
  r.requester_contract_hours = o.requester_contract_hours and r.requester_role = o.requester_role`;

/**
 * The first of what waits for the viewer's answer, by day, and how much does.
 * @param most null: all of it
 */
export async function listWaiting(
  database: Queryable,
  viewer: Viewer,
  most: number | null,
): Promise<{ cards: CardRow[]; total: number }> {
  const ofShifts = sql`o.kind = 'turno' and r.kind = 'turno' and r.requested_day = o.requested_day and ${sameTerms}`;
  const ofDays = sql`o.kind = 'giorno' and r.kind = 'giorno' and r.requested_day = any(o.acceptable_days) and ${sameTerms}`;
  const ofWeeks = sql`o.wanted_week is not null and r.wanted_week = o.offered_week`;
  const cards = await database.many<CardRow & { total: number }>(sql`
    with own as materialized (
      select o.* from exchange_requests o
      where o.requester_id = ${viewer.id} and o.status = 'aperta' and o.expires_at > ${viewer.now}
    ), member as materialized (
      ${ownWithOffers(viewer)} and not ${isAwaitingApproval}
      union
      ${mirrorsThrough(viewer, ofShifts)}
      union
      ${mirrorsThrough(viewer, ofDays, isDayMirror(sql`r`, sql`o`))}
      union
      ${mirrorsThrough(viewer, ofWeeks)}
    ), page as materialized (
      select m.id, count(*) over () as total from member m order by m.requested_day, m.id limit ${most}
    )
    select page.total, ${cardColumns(viewer)}
    from ${judgedRequests(viewer, sql`page join exchange_requests r on r.id = page.id`)}
    order by r.requested_day, r.id`);
  return { cards, total: cards[0]?.total ?? 0 };
}
