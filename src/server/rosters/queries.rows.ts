import sql from 'sql-template-tag';
import type { Day, Instant, Week } from '../../domain/calendar/day.ts';
import type { RosterDay } from '../../domain/rosters/schema.ts';
import type { Queryable } from '../platform/database/database.ts';
import { latestRows } from '../platform/latestRows.ts';
import type { UnwrittenEntry } from '../shifts/queries.ts';

/** The latest loaded row of a person's day. */
export interface LatestRow extends RosterDay {
  userId: string;
}

export const listLatestRows = (
  database: Queryable,
  userIds: readonly string[],
  { from, to }: Week,
): Promise<LatestRow[]> =>
  database.many(sql`
    select l.user_id, l.day, l.duty
    from (${latestRows(
      sql`r.user_id = any(${[...userIds]}::uuid[]) and r.day between ${from} and ${to}`,
    )}) l`);

/** A row that waits for this person's answer, by day, from `today` on. */
export interface WaitingRow extends RosterDay {
  rosterId: string;
  number: number;
}

export const listWaitingRows = (database: Queryable, userId: string, today: Day): Promise<WaitingRow[]> =>
  database.many(sql`
    select l.roster_id, l.day, l.duty, l.number
    from (${latestRows(sql`r.user_id = ${userId} and r.day >= ${today}`)}) l
    where l.status = 'waiting'
    order by l.day`);

/** The previous entry of a day that a roster replaced. */
export type ReplacedByRoster = UnwrittenEntry & { id: string; updatedAt: Instant };

export interface WrittenRow {
  userId: string;
  day: Day;
  /** Null if it removed an entry. */
  shiftId: string | null;
  replaced: ReplacedByRoster | null;
}

/**
 * Entries a roster wrote from `today` on that are unchanged and part of no swap, and entries it removed whose day is
 * still empty.
 */
export const listUndoable = (database: Queryable, rosterId: string, today: Day): Promise<WrittenRow[]> =>
  database.many(sql`
    select r.user_id, r.day, r.shift_id, r.replaced
    from roster_rows r left join shifts s on s.id = r.shift_id
    where r.roster_id = ${rosterId} and r.status = 'accepted' and r.day >= ${today}
      and case when r.shift_id is null
        then r.replaced is not null
          and not exists (select from shifts x where x.user_id = r.user_id and x.day = r.day)
        else s.user_id = r.user_id and s.day = r.day and s.updated_at = r.answered_at and s.from_swap_id is null end`);
