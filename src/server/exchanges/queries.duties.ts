import sql, { type Sql } from 'sql-template-tag';
import type { Day, Week } from '../../domain/calendar/day.ts';
import type { Verdict } from '../../domain/errors/refusal.ts';
import { judgeUnreserved } from '../../domain/exchanges/approval.ts';
import type { HeldEntry } from '../../domain/exchanges/request.ts';
import type { Entry } from '../../domain/shifts/rules.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { requireAllowed } from '../platform/errors/refusalError.ts';
import { dutyColumns, dutyFields } from '../shifts/queries.ts';

/** A person's entries of these days, by day. */
export const listEntries = (
  database: Queryable,
  userId: string,
  days: readonly Day[],
): Promise<HeldEntry[]> =>
  database.many(sql`
    select s.id as shift_id, ${dutyColumns} from shifts s
    where s.user_id = ${userId} and s.day = any(${[...days]}::date[])
    order by s.day`);

/** An entry that may be given in a swap. */
export interface GivenEntry extends HeldEntry {
  /** The request with a swap that waits for approval, in which it would change hands; null for none. */
  reservedBy: string | null;
}

export interface NotedDuty extends GivenEntry {
  notes: string | null;
}

const reservedBy: Sql = sql`(
  select p.request_id from pre_acceptances p
  where p.status = 'offerta' and p.reserved_until is not null and p.reserved_shift_ids @> array[s.id]
  limit 1) as reserved_by`;

/** The same entries, with what they are reserved for. */
export const listGivenEntries = (
  database: Queryable,
  userId: string,
  days: readonly Day[],
): Promise<GivenEntry[]> =>
  database.many(sql`
    select s.id as shift_id, ${reservedBy}, ${dutyColumns} from shifts s
    where s.user_id = ${userId} and s.day = any(${[...days]}::date[])
    order by s.day`);

/** Whether none of these duties would change hands in a waiting swap of another request. */
export function judgeReservations(
  entries: readonly GivenEntry[],
  given: readonly HeldEntry[],
  requestId: string | null,
): Verdict {
  const isTaken = given.some(({ shiftId }) =>
    entries.some(
      (entry) => entry.shiftId === shiftId && entry.reservedBy !== null && entry.reservedBy !== requestId,
    ),
  );
  return judgeUnreserved(isTaken);
}

/** @throws RefusalError exchange_duty_reserved, as `judgeReservations` has it */
export const requireUnreserved = (...given: Parameters<typeof judgeReservations>): void =>
  void requireAllowed(judgeReservations(...given));

/** A person's entries of these days, locked until the transaction ends, with the notes on them. */
export async function lockEntries(
  tx: Transaction,
  userId: string,
  days: readonly Day[],
): Promise<NotedDuty[]> {
  const [entries = []] = await lockEntriesOf(tx, [userId], days);
  return entries;
}

/** The entries of several people, in their order. */
export async function lockEntriesOf(
  tx: Transaction,
  userIds: readonly string[],
  days: readonly Day[],
): Promise<NotedDuty[][]> {
  const rows = await tx.many<NotedDuty & { userId: string }>(sql`
    select s.user_id, s.id as shift_id, s.notes, ${reservedBy}, ${dutyColumns} from shifts s
    where s.user_id = any(${[...userIds]}::uuid[]) and s.day = any(${[...days]}::date[])
    order by s.user_id, s.day
    for update`);
  return userIds.map((id) => rows.filter(({ userId }) => userId === id));
}

export const findEntry = (database: Queryable, userId: string, shiftId: string): Promise<HeldEntry | null> =>
  database.maybeOne(sql`
    select s.id as shift_id, ${dutyColumns} from shifts s where s.id = ${shiftId} and s.user_id = ${userId}`);

export interface RosterSpan extends Week {
  userId: string;
}

/** All entries of several people, each in a span of days of theirs, in this order. */
export async function listRosters(database: Queryable, spans: readonly RosterSpan[]): Promise<Entry[][]> {
  const rosters = await database.many<{ entries: Entry[] }>(sql`
    select (
      select coalesce(json_agg(json_build_object(${dutyFields})), '[]')
      from shifts s where s.user_id = span.user_id and s.day between span.first and span.last) as entries
    from unnest(${spans.map(({ userId }) => userId)}::uuid[], ${spans.map(({ from }) => from)}::date[],
      ${spans.map(({ to }) => to)}::date[]) with ordinality as span (user_id, first, last, place)
    order by span.place`);
  return rosters.map(({ entries }) => entries);
}
