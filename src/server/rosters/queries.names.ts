import sql, { type Sql } from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import { mostNames, type RememberedName } from '../../domain/rosters/remembered.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';

/** Whether an unclaimed person has this name: written to force an index lookup per name. */
const waitingOf = (name: Sql): Sql => sql`
  select true as waits from unclaimed_people p
  where p.worksite_id = ${name}.worksite_id and p.name_key = ${name}.name_key offset 0`;

/** Which people the names in a worksite's files mean: current colleagues, and people who still wait for an account. */
export const listNames = (database: Queryable, worksiteId: string): Promise<RememberedName[]> =>
  database.many(sql`
    select n.name_key as name, n.user_id, n.is_without_account as without_account, n.others
    from roster_names n
    left join lateral (select true as is_here from users u
      where u.id = n.user_id and u.worksite_id = n.worksite_id and u.is_active and u.anonymised_at is null offset 0) u on true
    left join lateral (${waitingOf(sql`n`)}) p on true
    where n.worksite_id = ${worksiteId} and (n.user_id is null or u.is_here) and (not n.is_without_account or p.waits)
    order by n.name_key`);

/** Stores the meanings of names, the last one winning, only for people of the worksite. The oldest make room. */
export async function rememberNames(
  tx: Transaction,
  worksiteId: string,
  names: readonly RememberedName[],
  now: Instant,
): Promise<void> {
  if (names.length === 0) return;
  await tx.run(sql`
    insert into roster_names (worksite_id, name_key, user_id, is_without_account, others, said_at)
    select ${worksiteId}::uuid, n.name, n."userId", n."withoutAccount", n.others, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(names)}::jsonb)
      as n (name text, "userId" uuid, "withoutAccount" boolean, others uuid[])
    left join lateral (select u.id from users u
      where u.id = n."userId" and u.worksite_id = ${worksiteId} and u.anonymised_at is null offset 0) u on true
    where n."userId" is null or (u.id is not null and not n."withoutAccount")
    on conflict (worksite_id, name_key) do update set user_id = excluded.user_id,
      is_without_account = excluded.is_without_account, others = excluded.others, said_at = excluded.said_at`);
  await tx.run(sql`
    delete from roster_names
    where worksite_id = ${worksiteId} and name_key = any(array(
      select name_key from roster_names where worksite_id = ${worksiteId}
      order by said_at desc, name_key offset ${mostNames}))`);
}

/** Deletes names that no file has had since. */
export async function deleteNamesBefore(database: Queryable, saidBefore: Instant): Promise<void> {
  await database.run(sql`delete from roster_names where said_at < ${saidBefore}`);
}

/** Deletes names of unclaimed people that no longer wait. */
export async function deleteNamesOfNobody(tx: Queryable): Promise<void> {
  await tx.run(sql`
    delete from roster_names
    where ctid = any(array(
      select n.ctid from roster_names n left join lateral (${waitingOf(sql`n`)}) p on true
      where n.is_without_account and p.waits is null))`);
}
