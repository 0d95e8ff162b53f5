import sql from 'sql-template-tag';
import type { Day, Instant } from '../../domain/calendar/day.ts';
import type { Unclaimed } from '../../domain/rosters/schema.answers.ts';
import type { RosterDuty, RosterShift } from '../../domain/rosters/schema.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';

/** People without an account who have shifts from `today` on, by name. */
export const listUnclaimed = (database: Queryable, worksiteId: string, today: Day): Promise<Unclaimed[]> =>
  database.many(sql`
    select p.id, p.name, s.shifts, s."from", s."to"
    from unclaimed_people p cross join lateral (
      select count(*) as shifts, min(day) as "from", max(day) as "to"
      from unclaimed_shifts where person_id = p.id and day >= ${today}
    ) s
    where p.worksite_id = ${worksiteId} and s.shifts > 0
    order by p.name_key`);

/** The days waiting for an unclaimed person from `today` on; null if none are left. */
export const findWaiting = (
  database: Queryable,
  personId: string,
  today: Day,
): Promise<Pick<Unclaimed, 'shifts' | 'from' | 'to'> | null> =>
  database.maybeOne(sql`
    select count(*) as shifts, min(day) as "from", max(day) as "to"
    from unclaimed_shifts where person_id = ${personId} and day >= ${today}
    having count(*) > 0`);

/** A shift of an unclaimed person. */
export interface UnclaimedShift extends RosterShift {
  rosterId: string;
  title: string;
}

export const findUnclaimed = (
  database: Queryable,
  worksiteId: string,
  id: string,
): Promise<{ id: string; name: string } | null> =>
  database.maybeOne(sql`
    select id, name from unclaimed_people where id = ${id} and worksite_id = ${worksiteId}`);

export async function findUnclaimedWorksite(database: Queryable, id: string): Promise<string | null> {
  const row = await database.maybeOne<{ worksiteId: string }>(sql`
    select worksite_id from unclaimed_people where id = ${id}`);
  return row?.worksiteId ?? null;
}

export const listUnclaimedShifts = (
  database: Queryable,
  personId: string,
  today: Day,
): Promise<UnclaimedShift[]> =>
  database.many(sql`
    select s.day, s.roster_id, o.title, s.duty
    from unclaimed_shifts s join rosters o on o.id = s.roster_id
    where s.person_id = ${personId} and s.day >= ${today}
    order by o.number, s.day`);

/** A shift waiting under a name; names without shifts are included. */
export interface NamedShift {
  key: string;
  day: Day | null;
  duty: RosterDuty | null;
}

export const listShiftsOfNames = (
  database: Queryable,
  worksiteId: string,
  keys: readonly string[],
): Promise<NamedShift[]> =>
  database.many(sql`
    select p.name_key as key, s.day, s.duty
    from unclaimed_people p left join unclaimed_shifts s on s.person_id = p.id
    where p.worksite_id = ${worksiteId} and p.name_key = any(${[...keys]}::text[])`);

export interface NewUnclaimedShift extends RosterShift {
  key: string;
  name: string;
}

/** Stores shifts under their names, spelled as in the newest file. */
export async function insertUnclaimed(
  tx: Transaction,
  { worksiteId, rosterId, now }: { worksiteId: string; rosterId: string; now: Instant },
  shifts: readonly NewUnclaimedShift[],
): Promise<void> {
  const given = JSON.stringify(shifts);
  await tx.run(sql`
    insert into unclaimed_people (worksite_id, name, name_key, created_at)
    select distinct on (n.key) ${worksiteId}::uuid, n.name, n.key, ${now}::timestamptz
    from jsonb_to_recordset(${given}::jsonb) as n (key text, name text)
    on conflict (worksite_id, name_key) do update set name = excluded.name`);
  await tx.run(sql`
    insert into unclaimed_shifts (person_id, day, roster_id, duty)
    select p.id, n.day, ${rosterId}, n.duty
    from jsonb_to_recordset(${given}::jsonb) as n (key text, day date, duty jsonb)
    join unclaimed_people p on p.worksite_id = ${worksiteId} and p.name_key = n.key`);
}

/** Deletes unclaimed people without shifts. @returns how many of the worksite still wait */
export async function forgetEmptyPeople(tx: Transaction, worksiteId: string): Promise<number> {
  await tx.run(sql`
    delete from unclaimed_people p
    where p.worksite_id = ${worksiteId} and not exists (select from unclaimed_shifts s where s.person_id = p.id)`);
  const { people } = await tx.one<{ people: number }>(sql`
    select count(*) as people from unclaimed_people where worksite_id = ${worksiteId}`);
  return people;
}

export async function deleteUnclaimed(tx: Transaction, id: string): Promise<void> {
  await tx.run(sql`delete from unclaimed_people where id = ${id}`);
}

/** Deletes the unclaimed shifts of a roster that is undone. */
export async function deleteUnclaimedOf(tx: Transaction, rosterId: string): Promise<void> {
  await tx.run(sql`delete from unclaimed_shifts where roster_id = ${rosterId}`);
}

export async function deleteUnclaimedBefore(database: Queryable, day: Day): Promise<void> {
  await database.run(sql`
    delete from unclaimed_people p
    where not exists (select from unclaimed_shifts s where s.person_id = p.id and s.day >= ${day})`);
}

export async function deleteOldInvitations(database: Queryable, now: Instant): Promise<void> {
  await database.run(sql`delete from invitations where expires_at < ${now}`);
}
