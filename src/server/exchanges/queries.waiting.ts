import sql, { type Sql } from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import { isDayMirror } from '../notifications/queries.resolve.ts';
import { type CardRow, cardRowOf } from './cardRow.ts';
import { selectCards, tradeOf } from './queries.cards.ts';
import { ownWithOffers } from './queries.tabs.ts';
import { answeredRequests, isAwaitingApproval, type Viewer } from './queries.takeable.ts';

/** The first of the requests that wait for the viewer's answer, and how many do. */
export interface WaitingPage {
  cards: CardRow[];
  total: number;
  /** The moment for which it was read. */
  now: Instant;
}

/** The same as the database writes it. */
interface PageJson extends Omit<WaitingPage, 'cards'> {
  cards: object[] | null;
}

const isSameTrade = sql`${tradeOf(sql`r`, false)} = ${tradeOf(sql`o`, true)}`;
const mirrorsThrough = ({ id, worksiteId, now }: Viewer, place: Sql, isMirror: Sql = isSameTrade): Sql => sql`
  select r.id, r.requested_day
  from own o join exchange_requests r on r.worksite_id = ${worksiteId} and r.status = 'aperta' and ${place}
    and ${isMirror}
  where r.requester_id <> ${id} and r.expires_at > ${now} and r.id not in (${answeredRequests(id)})
    and not exists (select from pre_acceptances p
      where p.request_id = o.id and p.user_id = r.requester_id and p.status = 'offerta')`;

/** Everything that waits for the viewer, by day, as one text of JSON (see `tabPage`). */
export function waitingPage(viewer: Viewer, size: number): Sql {
  const shown = sql`page join exchange_requests r on r.id = page.id`;
  return sql`(
    with own as materialized (
      select o.* from exchange_requests o
      where o.requester_id = ${viewer.id} and o.status = 'aperta' and o.expires_at > ${viewer.now}
    ), member as materialized (
      ${ownWithOffers(viewer)} and not ${isAwaitingApproval}
      union
      ${mirrorsThrough(
        viewer,
        sql`o.kind = 'turno' and r.kind = 'turno' and r.requested_day = o.requested_day
        and r.requester_contract_hours = o.requester_contract_hours and r.requester_role = o.requester_role`,
      )}
      union
      ${mirrorsThrough(
        viewer,
        sql`o.kind = 'giorno' and r.kind = 'giorno' and r.requested_day = any(o.acceptable_days)
        and r.requester_contract_hours = o.requester_contract_hours and r.requester_role = o.requester_role`,
        isDayMirror(sql`r`, sql`o`),
      )}
      union
      ${mirrorsThrough(viewer, sql`o.wanted_week is not null and r.wanted_week = o.offered_week`)}
    ), page as materialized (
      select m.id, row_number() over (order by m.requested_day, m.id) as place
      from member m order by m.requested_day, m.id limit ${size}
    )
    select json_build_object('now', ${viewer.now}::text, 'total', (select count(*) from member),
      'cards', (select json_agg(c order by c.place) from (${selectCards(viewer, shown, { place: sql`page.place` })}) c))::text)`;
}

export function readWaitingPage(text: string): WaitingPage {
  const { cards, ...page } = JSON.parse(text) as PageJson;
  return { ...page, cards: cards?.map(cardRowOf) ?? [] };
}
