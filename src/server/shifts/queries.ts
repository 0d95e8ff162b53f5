import sql, { type Sql } from 'sql-template-tag';
import type { Day, Instant } from '../../domain/calendar/day.ts';
import type { Duty } from '../../domain/shifts/duty.ts';
import type { DatedDuty } from '../../domain/shifts/rules.ts';
import type { Shift } from '../../domain/shifts/schema.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';

/** The duty of a shift row, under the names of the API; `s` is the row's alias. */
export const dutyColumns: Sql = sql`
  s.day as "date", s.work_location as "workLocation", s.start_time as "startTime", s.end_time as "endTime",
  s.shift_type as "shiftType", s.is_split_shift as "isSplitShift", s.second_start_time as "secondStartTime",
  s.second_end_time as "secondEndTime"`;

interface ListedShift extends Omit<Shift, 'exchangeInfo'> {
  exchangePartner: string | null;
  completedDate: Instant | null;
}

const listedColumns: Sql = sql`
  s.id, s.user_id as "userId", ${dutyColumns}, s.notes, r.id as "openRequestId",
  case when c.requester_id = s.user_id
    then concat_ws(' ', c.accepter_snapshot ->> 'firstName', c.accepter_snapshot ->> 'lastName')
    else concat_ws(' ', c.requester_snapshot ->> 'firstName', c.requester_snapshot ->> 'lastName')
  end as "exchangePartner",
  c.completed_at as "completedDate"`;

const listedSource: Sql = sql`
  shifts s
  left join completed_swaps c on c.id = s.from_swap_id
  left join lateral (
    select r.id from exchange_requests r
    where r.requester_id = s.user_id and r.status = 'aperta'
      and (r.offered_shift_id = s.id
        or (s.day between r.offered_week and r.offered_week + 6
          and r.offered_duties @> jsonb_build_array(jsonb_build_object('shiftId', s.id))))
    limit 1
  ) r on true`;

function shiftOf({ exchangePartner, completedDate, ...shift }: ListedShift): Shift {
  const exchangeInfo =
    completedDate === null ? null : { exchangePartner: exchangePartner ?? '', completedDate };
  return { ...shift, exchangeInfo };
}

/** A person's entries from `from` to `to`, both included, by day. */
export async function listShifts(database: Queryable, userId: string, from: Day, to: Day): Promise<Shift[]> {
  const rows = await database.many<ListedShift>(sql`
    select ${listedColumns} from ${listedSource}
    where s.user_id = ${userId} and s.day between ${from} and ${to}
    order by s.day`);
  return rows.map(shiftOf);
}

/** A person's working entries from `from` on, by day: what they could offer. At most a year's worth. */
export async function listWorkingShifts(database: Queryable, userId: string, from: Day): Promise<Shift[]> {
  const rows = await database.many<ListedShift>(sql`
    select ${listedColumns} from ${listedSource}
    where s.user_id = ${userId} and s.day >= ${from} and s.start_time is not null
    order by s.day limit 366`);
  return rows.map(shiftOf);
}

/** An entry of this person, locked until the transaction ends. */
export async function lockShift(tx: Transaction, userId: string, shiftId: string): Promise<Shift | null> {
  const row = await tx.maybeOne<ListedShift>(sql`
    select ${listedColumns} from ${listedSource}
    where s.id = ${shiftId} and s.user_id = ${userId}
    for update of s`);
  return row && shiftOf(row);
}

/** A person's entries of a week but for one: what the week's rules compare a draft with. */
export function listWeek(
  database: Queryable,
  userId: string,
  week: { from: Day; to: Day },
  exceptShiftId: string | null,
): Promise<DatedDuty[]> {
  return database.many<DatedDuty>(sql`
    select ${dutyColumns} from shifts s
    where s.user_id = ${userId} and s.day between ${week.from} and ${week.to}
      and (${exceptShiftId}::uuid is null or s.id <> ${exceptShiftId})
    order by s.day`);
}

/** A person's duty of a day, with its row's id. */
export function findShiftOfDay(
  database: Queryable,
  userId: string,
  day: Day,
): Promise<(DatedDuty & { id: string }) | null> {
  return database.maybeOne<DatedDuty & { id: string }>(sql`
    select s.id, ${dutyColumns} from shifts s where s.user_id = ${userId} and s.day = ${day}`);
}

export interface NewShift {
  worksiteId: string;
  userId: string;
  date: Day;
  duty: Duty;
  notes: string | null;
  fromSwapId: string | null;
  now: Instant;
}

/** @returns the new entry's id; a second entry of the day breaks `one_entry_a_person_a_day` */
export async function insertShift(tx: Queryable, shift: NewShift): Promise<string> {
  const { duty } = shift;
  const { id } = await tx.one<{ id: string }>(sql`
    insert into shifts (worksite_id, user_id, day, work_location, start_time, end_time, shift_type, is_split_shift,
      second_start_time, second_end_time, notes, from_swap_id, created_at, updated_at)
    values (${shift.worksiteId}, ${shift.userId}, ${shift.date}, ${duty.workLocation}, ${duty.startTime},
      ${duty.endTime}, ${duty.shiftType}, ${duty.isSplitShift}, ${duty.secondStartTime}, ${duty.secondEndTime},
      ${shift.notes}, ${shift.fromSwapId}, ${shift.now}, ${shift.now})
    returning id`);
  return id;
}

export async function updateShift(
  tx: Queryable,
  shiftId: string,
  change: { date: Day; duty: Duty; notes: string | null; now: Instant },
): Promise<void> {
  const { duty } = change;
  await tx.run(sql`
    update shifts set day = ${change.date}, work_location = ${duty.workLocation}, start_time = ${duty.startTime},
      end_time = ${duty.endTime}, shift_type = ${duty.shiftType}, is_split_shift = ${duty.isSplitShift},
      second_start_time = ${duty.secondStartTime}, second_end_time = ${duty.secondEndTime},
      notes = ${change.notes}, updated_at = ${change.now}
    where id = ${shiftId}`);
}

export async function deleteShift(tx: Queryable, shiftId: string): Promise<void> {
  await tx.run(sql`delete from shifts where id = ${shiftId}`);
}
