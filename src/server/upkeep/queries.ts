import sql, { type Sql } from 'sql-template-tag';
import type { Day, Instant } from '../../domain/calendar/day.ts';
import type { ClockStatus, ClockWatch } from '../../domain/upkeep/clockWatch.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';

/** The last time the clock showed, and the conclusion. */
export interface NotedClock extends ClockWatch {
  seenAt: Instant;
}

const columns = sql`clock as status, seen_at, steady_seconds`;

/** Null until upkeep has run. */
export const lockClockWatch = (tx: Transaction): Promise<NotedClock | null> =>
  tx.maybeOne(sql`select ${columns} from upkeep_state for update`);

/** The day the product was last used; null before anybody used it. */
export async function findNewestActivity(db: Queryable): Promise<Day | null> {
  const { day } = await db.one<{ day: Day | null }>(
    sql`select max(last_active_on) as day from users where anonymised_at is null`,
  );
  return day;
}

export async function saveClockWatch(tx: Transaction, watch: NotedClock): Promise<void> {
  await tx.run(sql`
    insert into upkeep_state (clock, seen_at, steady_seconds)
    values (${watch.status}, ${watch.seenAt}, ${watch.steadySeconds})
    on conflict (is_only_row) do update set
      clock = excluded.clock, seen_at = excluded.seen_at, steady_seconds = excluded.steady_seconds`);
}

export async function readClockStatus(db: Queryable): Promise<ClockStatus> {
  const row = await db.maybeOne<{ status: ClockStatus }>(sql`select clock as status from upkeep_state`);
  return row?.status ?? 'steady';
}

/** The latest last-active day for which a CEO agreed to anonymise accounts; null: never asked. */
export async function readAgreedDay(db: Queryable): Promise<Day | null> {
  const row = await db.maybeOne<{ day: Day | null }>(sql`select agreed_day as day from upkeep_state`);
  return row?.day ?? null;
}

export async function saveAgreedDay(tx: Transaction, day: Day): Promise<void> {
  await tx.run(sql`update upkeep_state set agreed_day = ${day}`);
}

export async function hasActsBefore(database: Queryable, moment: Instant): Promise<boolean> {
  const oldest = await database.maybeOne<{ at: Instant }>(
    sql`select at from audit_log order by at, id limit 1`,
  );
  return oldest !== null && oldest.at < moment;
}

/** @returns how many audit entries were deleted, oldest first; only a transaction that declares it may delete any */
export async function deleteActsBefore(tx: Transaction, moment: Instant, limit: number): Promise<number> {
  await tx.run(sql`select set_config('turnario.audit_kept_since', ${moment}, true)`);
  return tx.run(sql`
    delete from audit_log where id = any(array(
      select id from audit_log where at < ${moment} order by at, id limit ${limit} for update skip locked))`);
}

/** Whether entry `s` is before a day and nothing open depends on it. `offset 0`: index lookups, entry by entry. */
const isOver = (day: Day): Sql => sql`s.day < ${day}
  and not exists (select from exchange_requests r where r.offered_shift_id = s.id and r.status = 'aperta' offset 0)
  and not exists (select from pre_acceptances p where p.offered_shift_id = s.id and p.status = 'offerta' offset 0)`;

export const listWorksitesWithDaysBefore = (database: Queryable, day: Day): Promise<{ id: string }[]> =>
  database.many(sql`
    select w.id from worksites w
    where exists (select from shifts s where s.worksite_id = w.id and ${isOver(day)})
    order by w.id`);

/** @returns how many of a worksite's entries before `day` were deleted, oldest first */
export const deleteDaysBefore = (
  tx: Transaction,
  worksiteId: string,
  day: Day,
  limit: number,
): Promise<number> =>
  tx.run(sql`
    delete from shifts where id in (
      select s.id from shifts s where s.worksite_id = ${worksiteId} and ${isOver(day)}
      order by s.day limit ${limit})`);
