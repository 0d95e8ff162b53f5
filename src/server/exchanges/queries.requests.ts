import sql, { type Sql } from 'sql-template-tag';
import { type Day, type Instant, saturdayWeekOf } from '../../domain/calendar/day.ts';
import type { ExchangeFacts, HeldEntry } from '../../domain/exchanges/request.ts';
import type { CloseReason, ExchangeKind } from '../../domain/exchanges/schema.ts';
import type { NotificationType } from '../../domain/notifications/types.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { jsonInstant } from '../platform/jsonInstant.ts';
import { dutyColumns, dutyFields } from '../shifts/queries.ts';
import { rowColumns } from './queries.row.ts';

// Requests with everything they are judged by: `r` is the request, `q` its requester.

const offers: Sql = sql`
  select json_agg(json_build_object('userId', p.user_id, 'name', concat_ws(' ', u.first_name, u.last_name),
    'firstName', u.first_name, 'contractHours', u.contract_hours, 'role', u.role, 'isActive', u.is_active,
    'enableFlexibleShifts', u.enable_flexible_shifts, 'status', p.status, 'duties', p.offered_duties,
    'createdAt', ${jsonInstant(sql`p.created_at`)}, 'reservedSince', ${jsonInstant(sql`p.reserved_since`)},
    'reservedUntil', ${jsonInstant(sql`p.reserved_until`)},
    'reservedShiftIds', p.reserved_shift_ids) order by p.created_at, p.user_id)
  from pre_acceptances p join users u on u.id = p.user_id
  where p.request_id = r.id`;

/** The days the rules look at, as in `judgedRange`. */
const range: Sql = sql`
  select case r.kind when 'giorno' then date_trunc('week', min(named) - 1)::date else min(named) end as first,
    case r.kind when 'giorno' then date_trunc('week', max(named) + 1)::date else max(named) end + 6 as last
  from unnest(coalesce(r.acceptable_days, array[r.wanted_week]) || coalesce(r.offered_week, r.requested_day)) named`;

const work: Sql = sql`
  select json_agg(json_build_object('userId', s.user_id, 'shiftId', s.id, ${dutyFields}) order by s.day)
  from (${range}) judged
  join shifts s on s.day between judged.first and judged.last and s.start_time is not null
    and s.user_id in (
      select r.requester_id union all
      select p.user_id from pre_acceptances p where p.request_id = r.id and p.status = 'offerta')`;

/** `ExchangeFacts` of requests `r` of requesters `q`. */
export const factColumns: Sql = sql`
  ${rowColumns}, (select swap_cutoff_hours from worksites where id = r.worksite_id) as cutoff_hours,
  concat_ws(' ', q.first_name, q.last_name) as requester_name, q.first_name as requester_first_name,
  q.is_active as is_requester_active, q.enable_flexible_shifts as is_requester_flexible,
  coalesce((${offers}), '[]') as offers,
  array(select n.user_id from exchange_rejections n where n.request_id = r.id) as rejecter_ids,
  coalesce(case when r.status = 'aperta' and r.kind <> 'turno' then (${work}) end, '[]') as work`;

/**
 * The open requests of a worksite, oldest first, including expired ones that are not closed yet.
 * @param days only those that involve one of these days
 */
export const listOpenRequests = (
  database: Queryable,
  worksiteId: string,
  days: readonly Day[] | null = null,
): Promise<ExchangeFacts[]> =>
  database.many(sql`
    select ${factColumns} from exchange_requests r
    join users q on q.id = r.requester_id and q.worksite_id = r.worksite_id
    where r.worksite_id = ${worksiteId} and r.status = 'aperta' and ${days ? isAbout(days) : sql`true`}
    order by r.created_at, r.id`);

function isAbout(days: readonly Day[]): Sql {
  const saturdays = [...new Set(days.map((day) => saturdayWeekOf(day).from))];
  return sql`(r.requested_day = any(${[...days]}::date[]) or r.acceptable_days && ${[...days]}::date[]
    or r.offered_week = any(${saturdays}::date[]) or r.wanted_week = any(${saturdays}::date[]))`;
}

/** The expired open requests of a worksite, earliest expiry first, at most `limit`. */
export const listExpiredRequests = (
  tx: Transaction,
  worksiteId: string,
  now: Instant,
  most: number,
): Promise<ExchangeFacts[]> =>
  tx.many(sql`
    select ${factColumns} from exchange_requests r join users q on q.id = r.requester_id
    where r.worksite_id = ${worksiteId} and r.status = 'aperta' and r.expires_at <= ${now}
    order by r.expires_at, r.id
    limit ${most}`);

/** The open requests of all worksites with a waiting swap. */
export const listReservedRequests = (database: Queryable): Promise<ExchangeFacts[]> =>
  database.many(sql`
    select ${factColumns} from exchange_requests r join users q on q.id = r.requester_id
    where r.status = 'aperta' and r.id = any(array(
      select request_id from pre_acceptances where status = 'offerta' and reserved_until is not null))`);

/** These requests, in any state. */
export const listRequestFacts = (database: Queryable, ids: readonly string[]): Promise<ExchangeFacts[]> =>
  database.many(sql`
    select ${factColumns} from exchange_requests r join users q on q.id = r.requester_id
    where r.id = any(${[...ids]}::uuid[])
    order by r.id`);

/** One request of a worksite, in any state. */
export const findRequestFacts = (
  database: Queryable,
  worksiteId: string,
  requestId: string,
): Promise<ExchangeFacts | null> =>
  database.maybeOne(sql`
    select ${factColumns} from exchange_requests r join users q on q.id = r.requester_id
    where r.id = ${requestId} and r.worksite_id = ${worksiteId}`);

/** Counts changes to anything the worksite's requests are judged by; `lockWorksite` increments it. */
export const findRevision = (database: Queryable, worksiteId: string): Promise<{ revision: number }> =>
  database.one(sql`
    select coalesce(max(revision), 0) as revision from worksites where id = ${worksiteId}`);

/** A person's entries in a span of days and on some others, with the worksite's revision from the same snapshot. */
export async function findOwnEntries(
  database: Queryable,
  person: { id: string; worksiteId: string },
  { from, to }: { from: Day; to: Day },
  days: readonly Day[],
): Promise<{ revision: number; entries: HeldEntry[] }> {
  const rows = await database.many<HeldEntry & { revision: number; shiftId: string | null }>(sql`
    select w.revision, s.id as shift_id, ${dutyColumns}
    from worksites w left join shifts s on s.user_id = ${person.id}
      and (s.day between ${from} and ${to} or s.day = any(${[...days]}::date[]))
    where w.id = ${person.worksiteId}
    order by s.day`);
  const revision = rows[0]?.revision ?? 0;
  const entries = rows.flatMap(({ revision: _revision, ...entry }) =>
    entry.shiftId === null ? [] : [entry],
  );
  return { revision, entries };
}

/**
 * The person's open requests, including expired ones not closed yet, that already offer this shift, or this week in the
 * same way.
 */
export const listRequestsOffering = (
  database: Queryable,
  requesterId: string,
  shiftId: string,
  offering: { kind: ExchangeKind; offeredWeek: Day | null },
): Promise<Pick<ExchangeFacts, 'id' | 'status' | 'expiresAt'>[]> =>
  database.many(sql`
    select id, status, expires_at from exchange_requests
    where requester_id = ${requesterId} and status = 'aperta'
      and (offered_shift_id = ${shiftId}
        or (kind = ${offering.kind} and offered_week = ${offering.offeredWeek}::date))`);

const published: NotificationType = 'new_exchange_request';

export async function countNotified(database: Queryable, requestId: string): Promise<number> {
  const { count } = await database.one<{ count: number }>(sql`
    select count(*) as count from notifications where related_request_id = ${requestId} and type = ${published}`);
  return count;
}

export type Closing = { status: 'annullata' | 'rifiutata'; reason: CloseReason } | { status: 'completata' };
