import sql from 'sql-template-tag';
import type { Day, Week } from '../../domain/calendar/day.ts';
import type { DatedDuty } from '../../domain/shifts/rules.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { dutyColumns } from '../shifts/queries.ts';

/** A duty with the row that holds it. */
export interface HeldDuty extends DatedDuty {
  shiftId: string;
}

/** The duty alone, as requests, offers and swaps keep it: what carries it carries more. */
export const heldDutyOf = (held: HeldDuty): HeldDuty => ({
  shiftId: held.shiftId,
  date: held.date,
  workLocation: held.workLocation,
  startTime: held.startTime,
  endTime: held.endTime,
  shiftType: held.shiftType,
  isSplitShift: held.isSplitShift,
  secondStartTime: held.secondStartTime,
  secondEndTime: held.secondEndTime,
});

/** A person's entries of these days, by day. */
export function listEntries(database: Queryable, userId: string, days: readonly Day[]): Promise<HeldDuty[]> {
  return database.many<HeldDuty>(sql`
    select s.id as shift_id, ${dutyColumns} from shifts s
    where s.user_id = ${userId} and s.day = any(${[...days]}::date[])
    order by s.day`);
}

export interface NotedDuty extends HeldDuty {
  notes: string | null;
}

/** The same, locked until the transaction ends, with the notes on them. */
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
    select s.user_id, s.id as shift_id, s.notes, ${dutyColumns} from shifts s
    where s.user_id = any(${[...userIds]}::uuid[]) and s.day = any(${[...days]}::date[])
    order by s.user_id, s.day
    for update`);
  return userIds.map((id) => rows.filter(({ userId }) => userId === id));
}

/** A person's own entry by its row, not locked. */
export function findEntry(database: Queryable, userId: string, shiftId: string): Promise<HeldDuty | null> {
  return database.maybeOne<HeldDuty>(sql`
    select s.id as shift_id, ${dutyColumns} from shifts s where s.id = ${shiftId} and s.user_id = ${userId}`);
}

/** All entries of several people in a span of days, by person. */
export async function listRosters(
  database: Queryable,
  userIds: readonly string[],
  { from, to }: Week,
): Promise<Map<string, DatedDuty[]>> {
  const rows = await database.many<DatedDuty & { userId: string }>(sql`
    select s.user_id, ${dutyColumns} from shifts s
    where s.user_id = any(${[...userIds]}::uuid[]) and s.day between ${from} and ${to}`);
  return new Map(userIds.map((id) => [id, rows.filter(({ userId }) => userId === id)]));
}
