import sql from 'sql-template-tag';
import type { Day, Instant, Week } from '../../domain/calendar/day.ts';
import type { RosterDay } from '../../domain/rosters/schema.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import type { ReplacedByRoster } from './queries.rows.ts';

export interface NewRoster {
  worksiteId: string;
  loaderId: string;
  title: string;
  days: Week;
  isEntered: boolean;
  now: Instant;
}

export async function insertRoster(tx: Transaction, roster: NewRoster): Promise<string> {
  const { id } = await tx.one<{ id: string }>(sql`
    insert into rosters (worksite_id, loader_id, title, first_day, last_day, is_entered, created_at)
    values (${roster.worksiteId}, ${roster.loaderId}, ${roster.title}, ${roster.days.from}, ${roster.days.to},
      ${roster.isEntered}, ${roster.now})
    returning id`);
  return id;
}

export interface NewRosterRow extends RosterDay {
  userId: string;
  status: 'waiting' | 'same' | 'accepted';
  /** For the loader; the person may already know it. */
  isNews: boolean;
  shiftId: string | null;
  replaced: ReplacedByRoster | null;
}

/** Inserts all of them in one statement. */
export async function insertRosterRows(
  tx: Transaction,
  rosterId: string,
  rows: readonly NewRosterRow[],
  now: Instant,
): Promise<void> {
  await tx.run(sql`
    insert into roster_rows (roster_id, user_id, day, duty, status, answered_at, shift_id, replaced)
    select ${rosterId}, n."userId", n.day, nullif(n.duty, 'null'::jsonb), n.status,
      case when n.status = 'accepted' or (n.status = 'same' and n."isNews") then ${now}::timestamptz end, n."shiftId", nullif(n.replaced, 'null'::jsonb)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n ("userId" uuid, day date, duty jsonb, status text, "isNews" boolean, "shiftId" uuid, replaced jsonb)
    -- if two names in a file are one person, the first row wins
    on conflict (roster_id, user_id, day) do nothing`);
}

/** Stores what was learned from reading files; omitted fields stay. */
export async function rememberOfFiles(
  tx: Transaction,
  worksiteId: string,
  { legend, layout }: { legend: unknown; layout: unknown },
): Promise<void> {
  const given = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));
  await tx.run(sql`
    update worksites set roster_legend = coalesce(${given(legend)}::jsonb, roster_legend),
      roster_layout = coalesce(${given(layout)}::jsonb, roster_layout)
    where id = ${worksiteId}`);
}

export interface AnsweredRow {
  rosterId: string;
  day: Day;
  shiftId: string | null;
  replaced: ReplacedByRoster | null;
}

/** Stores a person's answer to waiting rows. */
export async function answerRows(
  tx: Transaction,
  userId: string,
  status: 'accepted' | 'declined' | 'same',
  rows: readonly AnsweredRow[],
  now: Instant,
): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(sql`
    update roster_rows r set status = ${status}, answered_at = ${now}, shift_id = n."shiftId",
      replaced = nullif(n.replaced, 'null'::jsonb)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n ("rosterId" uuid, day date, "shiftId" uuid, replaced jsonb)
    where r.roster_id = n."rosterId" and r.user_id = ${userId} and r.day = n.day and r.status = 'waiting'`);
}

export interface LockedRoster {
  id: string;
  title: string;
  worksiteId: string;
  createdAt: Instant;
  undoneAt: Instant | null;
}

export const findRoster = (database: Queryable, id: string): Promise<LockedRoster | null> =>
  database.maybeOne(sql`
    select id, title, worksite_id, created_at, undone_at from rosters where id = ${id}`);

/** Passes what this roster replaced, on days from `today` on that a later one rewrote, to the later one to restore. */
export async function passOnReplaced(tx: Transaction, rosterId: string, today: Day): Promise<void> {
  await tx.run(sql`
    update roster_rows later set replaced = r.replaced
    from roster_rows r
    where r.roster_id = ${rosterId} and r.status = 'accepted' and r.day >= ${today}
      and later.user_id = r.user_id and later.day = r.day and later.roster_id <> r.roster_id and later.status = 'accepted'
      and case when r.shift_id is null
        then later.replaced is null and later.shift_id is not null and later.answered_at >= r.answered_at
        else later.replaced ->> 'id' = r.shift_id::text and (later.replaced ->> 'updatedAt')::timestamptz = r.answered_at end`);
}

/** Links restored entries to the rosters that wrote them. */
export async function giveBack(
  tx: Transaction,
  entries: readonly { userId: string; day: Day; id: string; updatedAt: Instant }[],
  now: Instant,
): Promise<void> {
  await tx.run(sql`
    update roster_rows r set answered_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as n ("userId" uuid, day date, id uuid, "updatedAt" timestamptz)
    where r.user_id = n."userId" and r.day = n.day and r.shift_id = n.id and r.answered_at = n."updatedAt"`);
}

/** @returns the people it had rows for */
export async function markUndone(
  tx: Transaction,
  rosterId: string,
  now: Instant,
): Promise<{ id: string; isActive: boolean }[]> {
  await tx.run(sql`update rosters set undone_at = ${now} where id = ${rosterId}`);
  return tx.many(sql`
    select r.user_id as id, (select u.is_active from users u where u.id = r.user_id) as is_active
    from (select distinct user_id from roster_rows
      where roster_id = ${rosterId} and status in ('waiting', 'accepted')) r`);
}

export async function deleteRostersBefore(database: Queryable, day: Day): Promise<void> {
  await database.run(sql`delete from rosters where last_day < ${day}`);
}

/** Deletes replaced entries of rosters that can no longer be undone. */
export async function forgetReplaced(database: Queryable, loadedBefore: Instant): Promise<void> {
  await database.run(sql`
    update roster_rows r set replaced = null
    from rosters o where o.id = r.roster_id and r.replaced is not null and o.created_at < ${loadedBefore}`);
}
