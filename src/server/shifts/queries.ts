import sql, { raw, type Sql } from 'sql-template-tag';
import type { Day, Instant } from '../../domain/calendar/day.ts';
import type { Duty } from '../../domain/shifts/duty.ts';
import type { Entry } from '../../domain/shifts/rules.ts';
import type { Shift, TeamDay, WorkingColleague } from '../../domain/shifts/schema.ts';
import { exColleagueName } from '../../domain/users/anonymous.ts';
import type { User } from '../../domain/users/schema.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { jsonInstant } from '../platform/jsonInstant.ts';

/** The columns of a duty; all reads and writes use these. */
const columns: Record<keyof Duty, string> = {
  workLocation: 'work_location',
  startTime: 'start_time',
  endTime: 'end_time',
  shiftType: 'shift_type',
  isSplitShift: 'is_split_shift',
  secondStartTime: 'second_start_time',
  secondEndTime: 'second_end_time',
};
const named = Object.entries(columns) as [field: keyof Duty, column: string][];

export const dutyNames: Sql = raw(Object.values(columns).join(', '));

/** The entry of a shift row, under the names of the API; `s` is the row's alias. */
export const dutyColumns: Sql = sql`s.day as "date", ${raw(named.map(([, column]) => `s.${column}`).join(', '))}`;

/** Like `dutyColumns`, as the fields of a JSON object. */
export const dutyFields: Sql = sql`'date', s.day, ${raw(named.map(jsonField).join(', '))}`;

function jsonField([field, column]: [string, string]): string {
  return column.endsWith('_time') ? `'${field}', to_char(s.${column}, 'HH24:MI')` : `'${field}', s.${column}`;
}

/** An entry `s` with the swap it came from and the requests that offer it. */
const listedColumns: Sql = sql`
  s.id, s.user_id, ${dutyColumns}, s.notes,
  case when (select exists (select from open_offers)) then (
    select r.id from open_offers r
    where r.offered_shift_id = s.id
      or (s.day between r.offered_week and r.offered_week + 6
        and r.offered_duties @> jsonb_build_array(jsonb_build_object('shiftId', s.id)))
    limit 1) end as open_request_id,
  case when (select exists (select from held)) then (
    select h.request_id from held h where s.id = any(h.reserved_shift_ids) limit 1) end as reserved_request_id,
  case when s.from_swap_id is not null then (
    select json_build_object(
      'exchangePartner', coalesce((select concat_ws(' ', p.first_name, p.last_name) from users p
        where p.id = case when c.requester_id = s.user_id then c.accepter_id else c.requester_id end), ${exColleagueName}),
      'completedDate', ${jsonInstant(sql`c.completed_at`)})
    from completed_swaps c where c.id = s.from_swap_id) end as exchange_info`;

/** The shifts a person offers in open requests, and those reserved in colleagues' waiting swaps: read once per list. */
const openOffers = (userId: string): Sql => sql`
  with open_offers as materialized (
    select r.id, r.offered_shift_id, r.offered_week, r.offered_duties
    from exchange_requests r where r.requester_id = ${userId} and r.status = 'aperta'
  ), held as materialized (
    select p.request_id, p.reserved_shift_ids
    from pre_acceptances p
    where p.user_id = ${userId} and p.status = 'offerta' and p.reserved_until is not null)`;

/** A person's entries from `from` to `to`, inclusive, by day. */
export const listShifts = (database: Queryable, userId: string, from: Day, to: Day): Promise<Shift[]> =>
  database.many(sql`
    ${openOffers(userId)}
    select ${listedColumns} from shifts s
    where s.user_id = ${userId} and s.day between ${from} and ${to}
    order by s.day`);

/** A person's working entries from `from` on, by day, which they could offer. At most a year's worth. */
export const listWorkingShifts = (database: Queryable, userId: string, from: Day): Promise<Shift[]> =>
  database.many(sql`
    ${openOffers(userId)}
    select ${listedColumns} from shifts s
    where s.user_id = ${userId} and s.day >= ${from} and s.start_time is not null
    order by s.day limit 366`);

export const lockShift = (tx: Transaction, userId: string, shiftId: string): Promise<Shift | null> =>
  tx.maybeOne(sql`
    ${openOffers(userId)}
    select ${listedColumns} from shifts s
    where s.id = ${shiftId} and s.user_id = ${userId}
    for update of s`);

/** A person's entries of a week except one, to check a draft against the week's rules. */
export const listWeek = (
  database: Queryable,
  userId: string,
  week: { from: Day; to: Day },
  exceptShiftId: string | null,
): Promise<Entry[]> =>
  database.many(sql`
    select ${dutyColumns} from shifts s
    where s.user_id = ${userId} and s.day between ${week.from} and ${week.to}
      and (${exceptShiftId}::uuid is null or s.id <> ${exceptShiftId})
    order by s.day`);

export const findShiftOfDay = (
  database: Queryable,
  userId: string,
  day: Day,
): Promise<(Entry & { id: string }) | null> =>
  database.maybeOne(sql`
    select s.id, ${dutyColumns} from shifts s where s.user_id = ${userId} and s.day = ${day}`);

/** An entry without a row: to be inserted, or restored. */
export type UnwrittenEntry = Entry & { notes: string | null };

/** A new entry, with a given id or a generated one. */
export type NewEntry = UnwrittenEntry & { id?: string; userId: string; fromSwapId?: string | null };

const written: Sql = sql`day, ${dutyNames}, notes`;

const rowOf = ({ date, notes, ...duty }: UnwrittenEntry) => ({
  day: date,
  ...Object.fromEntries(named.map(([field, column]) => [column, duty[field]])),
  notes,
});

/** Inserts all of them in one statement, for any number of people; a second entry for a day violates `one_entry_a_person_a_day`. */
export async function insertEntries(
  tx: Queryable,
  worksiteId: string,
  entries: readonly NewEntry[],
  now: Instant,
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((entry) => ({
    ...rowOf(entry),
    id: entry.id ?? crypto.randomUUID(),
    user_id: entry.userId,
    from_swap_id: entry.fromSwapId,
  }));
  await tx.run(sql`
    insert into shifts (id, worksite_id, user_id, ${written}, from_swap_id, created_at, updated_at)
    select id, ${worksiteId}, user_id, ${written}, from_swap_id, ${now}, ${now}
    from jsonb_populate_recordset(null::shifts, ${JSON.stringify(rows)}::jsonb)`);
}

export async function updateShift(
  tx: Queryable,
  shiftId: string,
  entry: UnwrittenEntry,
  now: Instant,
): Promise<void> {
  await tx.run(sql`
    update shifts set updated_at = ${now}, (${written}) = (
      select ${written} from jsonb_populate_record(null::shifts, ${JSON.stringify(rowOf(entry))}::jsonb))
    where id = ${shiftId}`);
}

export async function deleteShift(tx: Queryable, shiftId: string): Promise<void> {
  await tx.run(sql`delete from shifts where id = ${shiftId}`);
}

export async function deleteShifts(tx: Queryable, shiftIds: readonly string[]): Promise<void> {
  await tx.run(sql`delete from shifts where id = any(${[...shiftIds]}::uuid[])`);
}

export type TeamMember = Pick<User, 'id' | 'worksiteId' | 'role' | 'contractHours'>;

/** Active colleagues of the same worksite, role and contract hours with a working shift on a day. */
export async function readTeamDay(
  database: Queryable,
  { id, worksiteId, role, contractHours }: TeamMember,
  day: Day,
  most: number,
): Promise<TeamDay> {
  const rows = await database.many<WorkingColleague & { total: number }>(sql`
    select u.id, concat_ws(' ', u.first_name, u.last_name) as name, ${dutyColumns}, count(*) over () as total
    from shifts s join users u on u.id = s.user_id
    where s.worksite_id = ${worksiteId} and s.day = ${day} and s.work_location in ('sede', 'smart_working')
      and u.worksite_id = ${worksiteId} and u.id <> ${id} and u.is_active and u.role = ${role} and u.contract_hours = ${contractHours}
    order by s.start_time, s.end_time, u.last_name, u.first_name, u.id
    limit ${most}`);
  return {
    colleagues: rows.map(({ total: _total, ...colleague }) => colleague),
    total: rows[0]?.total ?? 0,
  };
}
