import sql, { type Sql } from 'sql-template-tag';

/** Invariants of rosters: each query returns the `id` of every violating row. */
export const rosterInvariants: Record<string, Sql> = {
  'rosters only have people of their worksite': sql`
    select r.roster_id as id from roster_rows r join rosters o on o.id = r.roster_id join users u on u.id = r.user_id
    where u.worksite_id <> o.worksite_id`,
  'an entry written by a roster belongs to the row’s person': sql`
    select r.roster_id as id from roster_rows r join shifts s on s.id = r.shift_id
    where s.user_id <> r.user_id or r.status <> 'accepted'`,
  'a roster has one row per person and day': sql`
    select roster_id as id from roster_rows group by roster_id, user_id, day having count(*) > 1`,
  'accepted rows wrote or removed an entry': sql`
    select r.roster_id as id from roster_rows r join rosters o on o.id = r.roster_id
    where r.status = 'accepted' and ((r.duty is null) <> (r.shift_id is null) or r.answered_at is null)`,
  'only accepted rows were written': sql`
    select roster_id as id from roster_rows where status <> 'accepted' and (shift_id is not null or replaced is not null)`,
  'people without an account have working shifts from rosters of their worksite': sql`
    select p.id from unclaimed_people p join unclaimed_shifts s on s.person_id = p.id
      join rosters o on o.id = s.roster_id
    where o.worksite_id <> p.worksite_id or o.undone_at is not null
      or s.duty ->> 'workLocation' not in ('sede', 'smart_working') or s.day not between o.first_day and o.last_day`,
  'replaced days are of an older roster of the same worksite, and neither was undone': sql`
    select k.replaced_by as id from unclaimed_replaced k
      join rosters o on o.id = k.roster_id join rosters n on n.id = k.replaced_by
    where o.worksite_id <> n.worksite_id or o.number >= n.number or o.undone_at is not null or n.undone_at is not null`,
  'a personal invitation is for the person’s worksite': sql`
    select i.id from invitations i join unclaimed_people p on p.id = i.person_id
    where p.worksite_id <> i.worksite_id`,
};
