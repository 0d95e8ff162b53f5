import sql, { type Sql } from 'sql-template-tag';
import { isDayMirror } from '../notifications/queries.resolve.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { CardRow } from './cardRow.ts';
import { judgedRequests, listWhere, rowColumns, tradeOf } from './queries.rows.ts';
import type { Viewer } from './queries.takeable.ts';

const isSameTrade = sql`${tradeOf(sql`m`, true)} = ${tradeOf(sql`r`, false)}`;

const sameTerms = sql`
  m.requester_contract_hours = r.requester_contract_hours and m.requester_role = r.requester_role`;

/** Mirror images in one place in time, the oldest few: what else keeps two people from a swap keeps few of them. */
const mirrorsThrough = ({ now }: Viewer, place: Sql, isMirror: Sql = isSameTrade): Sql => sql`
  select json_agg(json_build_object('id', m.id, 'requesterId', m.requester_id, 'contractHours', u.contract_hours,
    'role', u.role, 'isActive', u.is_active, 'duties', m.offered_duties) order by m.created_at, m.id)
  from (
    select m.id, m.requester_id, m.offered_duties, m.created_at
    from exchange_requests m
    where m.worksite_id = r.worksite_id and m.status = 'aperta' and m.expires_at > ${now}
      and m.requester_id <> r.requester_id and ${place} and ${isMirror}
      and not exists (select from pre_acceptances p
        where p.request_id = m.id and p.user_id = r.requester_id and p.status = 'rifiutata')
    order by m.created_at, m.id
    limit 5
  ) m join users u on u.id = m.requester_id`;

const mirrorsOf = (viewer: Viewer): Sql => sql`
  case r.kind
    when 'turno' then (${mirrorsThrough(viewer, sql`m.kind = 'turno' and m.requested_day = r.requested_day and ${sameTerms}`)})
    when 'giorno' then (${mirrorsThrough(
      viewer,
      sql`m.kind = 'giorno' and m.requested_day = any(r.acceptable_days) and ${sameTerms}`,
      isDayMirror(sql`m`, sql`r`),
    )})
    else (${mirrorsThrough(viewer, sql`m.kind in ('settimana', 'ferie') and m.wanted_week = r.offered_week`)}) end`;

/** `CardRow` of requests `r` in `judgedRequests`. */
export const cardColumns = (viewer: Viewer): Sql => sql`
  ${rowColumns(viewer)},
  ${listWhere(sql`r.requester_id = ${viewer.id} and r.status = 'aperta'`, mirrorsOf(viewer))} as mirrors`;

/** The card of a request of the viewer's worksite. */
export const findCard = (database: Queryable, id: string, viewer: Viewer): Promise<CardRow | null> =>
  database.maybeOne(sql`
    select ${cardColumns(viewer)} from ${judgedRequests(viewer, sql`exchange_requests r`)}
    where r.id = ${id} and r.worksite_id = ${viewer.worksiteId}`);
