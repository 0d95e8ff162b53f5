import sql, { join, raw, type Sql, type Value } from 'sql-template-tag';
import type { Day, Instant } from '../../domain/calendar/day.ts';
import type { AskedDays } from '../../domain/exchanges/askedDays.ts';
import type { HeldEntry } from '../../domain/exchanges/request.ts';
import { type RequestTexts, requestTextsSchema } from '../../domain/exchanges/requestTexts.ts';
import type { ExchangeKind } from '../../domain/exchanges/schema.ts';
import type { SwapWeeks } from '../../domain/exchanges/weeks.ts';
import type { ShiftType } from '../../domain/shifts/duty.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import type { PersonRow } from './queries.people.ts';

// The row of a request: its columns, and how they are written, compared and read.

const inSql = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The texts a requester writes: those of `textsOf` in `requestTexts.ts`, under the same names. */
const textNames = requestTextsSchema.keyof().options;
export const textColumns: Sql = raw(textNames.map((name) => `r.${inSql(name)}`).join(', '));

/** The subject of a request, named as in `StoredSubject`; `r` is the row's alias. */
export const periodColumns: Sql = sql`
  r.kind, r.requested_day, r.offered_week, r.wanted_week, r.acceptable_days`;

/** All columns that requests are judged by and shown with. */
export const rowColumns: Sql = sql`
  r.id, r.worksite_id, ${periodColumns}, r.requester_id, r.requester_contract_hours, r.requester_role, r.within_days,
  r.offered_shift_id, r.offered_duties, r.requested_shift_type, r.status, r.close_reason, r.nobody_left,
  r.nobody_left_told, r.expires_at, r.created_at, r.changed_at, r.closed_at, ${textColumns}`;

/** The offer of a request, and when it ends. */
export interface Offered {
  /** The entry through which it is offered. */
  offered: HeldEntry;
  /** All entries that change hands, by day. */
  gives: HeldEntry[];
  weeks: SwapWeeks | null;
  /** The requested days on which the requester does not work. */
  days: Day[] | null;
  expiresAt: Instant;
}

/** The requester's wishes. */
export interface Wish extends RequestTexts {
  kind: ExchangeKind;
  requestedDay: Day;
  /** Null for `ferie`, and for a `giorno` that accepts any. */
  requestedShiftType: ShiftType | null;
  /** Only in a `giorno`. */
  asked: AskedDays | null;
}

export interface NewRequest extends Offered, Wish {
  requester: PersonRow;
  now: Instant;
}

type Columns = Record<string, Value>;

const wishColumns = ({ kind, requestedDay, requestedShiftType, asked, ...texts }: Wish): Columns => ({
  kind,
  requested_day: requestedDay,
  requested_shift_type: requestedShiftType,
  acceptable_days: asked?.acceptableDays ?? null,
  within_days: asked?.withinDays ?? null,
  ...Object.fromEntries(textNames.map((name) => [inSql(name), texts[name]])),
});

/** The columns written both by publishing and by changing a request. */
const columnsOf = (request: NewRequest): Columns => ({
  ...wishColumns(request),
  offered_shift_id: request.offered.shiftId,
  offered_duties: JSON.stringify(request.gives),
  offered_day: request.offered.date,
  offered_week: request.weeks?.offered.from ?? null,
  wanted_week: request.weeks?.wanted.from ?? null,
  expires_at: request.expiresAt,
  updated_at: request.now,
});

const each = (columns: Columns, between: string, write: (name: Sql, value: Value) => Sql): Sql =>
  join(
    Object.entries(columns).map(([name, value]) => write(raw(name), value)),
    between,
  );

/**
 * @returns the new request's id; a second open one for the same shift or week violates `one_open_request_a_shift` or
 *   `one_open_request_a_week`
 */
export async function insertRequest(tx: Transaction, request: NewRequest): Promise<string> {
  const { requester, now } = request;
  const columns: Columns = {
    worksite_id: requester.worksiteId,
    requester_id: requester.id,
    requester_contract_hours: requester.contractHours,
    requester_role: requester.role,
    created_at: now,
    ...columnsOf(request),
  };
  const { id } = await tx.one<{ id: string }>(sql`
    insert into exchange_requests (${each(columns, ', ', (name) => name)})
    values (${each(columns, ', ', (_name, value) => sql`${value}`)})
    returning id`);
  return id;
}

/** Assignments that clear an offer's reservation for a waiting swap. */
export const unreserved: Sql = sql`
  reserved_since = null, reserved_until = null, reserved_shift_ids = null, reminded_at = null`;

/** Updates an open request; its waiting swap, if any, no longer waits. @returns whose offer was reserved for that */
export async function updateRequest(
  tx: Transaction,
  requestId: string,
  changed: NewRequest,
): Promise<string[]> {
  const released = await tx.many<{ userId: string }>(sql`
    with released as (
      update pre_acceptances set ${unreserved} where request_id = ${requestId} and reserved_until is not null
      returning user_id, status
    ), changed as (
      update exchange_requests set ${each(columnsOf(changed), ', ', (name, value) => sql`${name} = ${value}`)}
      where id = ${requestId}
    )
    select user_id from released where status = 'offerta'`);
  return released.map(({ userId }) => userId);
}

/** The open request with exactly this content for a shift. Days of a range pass by; the range stays the same. */
export function findSameRequest(
  database: Queryable,
  requesterId: string,
  shiftId: string,
  wish: Wish,
  now: Instant,
): Promise<{ id: string } | null> {
  const { acceptable_days: days, ...columns } = wishColumns(wish);
  const named = wish.asked?.withinDays ? columns : { ...columns, acceptable_days: days };
  return database.maybeOne(sql`
    select id from exchange_requests
    where offered_shift_id = ${shiftId} and status = 'aperta' and expires_at > ${now} and requester_id = ${requesterId}
      and ${each(named, ' and ', (name, value) => sql`${name} is not distinct from ${value}`)}`);
}

/** Clears the texts somebody wrote in their requests. */
export async function clearTexts(tx: Transaction, requesterId: string): Promise<void> {
  const emptied = raw(textNames.map((name) => `${inSql(name)} = null`).join(', '));
  await tx.run(sql`
    update exchange_requests r set ${emptied} where requester_id = ${requesterId} and num_nonnulls(${textColumns}) > 0`);
}
