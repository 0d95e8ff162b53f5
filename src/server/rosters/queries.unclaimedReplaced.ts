import sql from 'sql-template-tag';
import type { Day, Instant } from '../../domain/calendar/day.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import type { NewUnclaimedShift } from './queries.unclaimed.ts';

interface Place {
  worksiteId: string;
  rosterId: string;
  now: Instant;
}

/** Replaces days under names with a newer roster's; the replaced ones are kept to undo it. */
export async function replaceUnclaimedDays(
  tx: Transaction,
  { worksiteId, rosterId, now }: Place,
  days: readonly { key: string; day: Day }[],
): Promise<void> {
  await tx.run(sql`
    with gone as (
      delete from unclaimed_shifts s
      using unclaimed_people p, jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as n (key text, day date)
      where p.worksite_id = ${worksiteId} and p.name_key = n.key and s.person_id = p.id and s.day = n.day
      returning s.roster_id, p.name, p.name_key, s.day, s.duty
    )
    insert into unclaimed_replaced (replaced_by, roster_id, name, name_key, day, duty, replaced_at)
    select ${rosterId}, roster_id, name, name_key, day, duty, ${now} from gone`);
}

/** Stops a newer roster from restoring this one's days; it will restore what this one had replaced. */
export async function passOnUnclaimed(tx: Transaction, rosterId: string): Promise<void> {
  const passed = await tx.many<{ replacedBy: string; key: string; day: Day }>(sql`
    delete from unclaimed_replaced where roster_id = ${rosterId} returning replaced_by, name_key as key, day`);
  await tx.run(sql`
    update unclaimed_replaced r set replaced_by = n."replacedBy"
    from jsonb_to_recordset(${JSON.stringify(passed)}::jsonb) as n ("replacedBy" uuid, key text, day date)
    where r.replaced_by = ${rosterId} and r.name_key = n.key and r.day = n.day`);
}

export type ReplacedUnclaimed = NewUnclaimedShift & { rosterId: string };

/** Takes the days a roster replaced, from `today` on, that are free since; they are no longer stored. */
export const takeReplaced = (
  tx: Transaction,
  { worksiteId, rosterId }: Omit<Place, 'now'>,
  today: Day,
): Promise<ReplacedUnclaimed[]> =>
  tx.many(sql`
    with taken as (delete from unclaimed_replaced where replaced_by = ${rosterId} returning *)
    select t.roster_id, t.name, t.name_key as key, t.day, t.duty
    from taken t
    where t.day >= ${today} and (
      select s.day from unclaimed_people p join unclaimed_shifts s on s.person_id = p.id
      where p.worksite_id = ${worksiteId} and p.name_key = t.name_key and s.day = t.day) is null`);

export async function forgetReplacedUnclaimed(database: Queryable, loadedBefore: Instant): Promise<void> {
  await database.run(sql`delete from unclaimed_replaced where replaced_at < ${loadedBefore}`);
}
