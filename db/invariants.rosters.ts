import sql, { type Sql } from 'sql-template-tag';

/** What rosters promise; each finds the rows that break a promise, as `id`. */
export const rosterBreaches: Record<string, Sql> = {
  'rosters speak of people of their worksite': sql`
    select r.roster_id as id from roster_rows r join rosters o on o.id = r.roster_id join users u on u.id = r.user_id
    where u.worksite_id <> o.worksite_id`,
  'an entry that a roster wrote is of the person whom it was said of': sql`
    select r.roster_id as id from roster_rows r join shifts s on s.id = r.shift_id
    where s.user_id <> r.user_id or r.status <> 'accepted'`,
  'a row of a roster counts once a day': sql`
    select roster_id as id from roster_rows group by roster_id, user_id, day having count(*) > 1`,
  'what was accepted of a roster was written, or removed': sql`
    select r.roster_id as id from roster_rows r join rosters o on o.id = r.roster_id
    where r.status = 'accepted' and ((r.duty is null) <> (r.shift_id is null) or r.answered_at is null)`,
  'only what was accepted was written': sql`
    select roster_id as id from roster_rows where status <> 'accepted' and (shift_id is not null or replaced is not null)`,
  'who waits for an account waits with working shifts, of rosters of their worksite': sql`
    select p.id from unclaimed_people p join unclaimed_shifts s on s.person_id = p.id
      join rosters o on o.id = s.roster_id
    where o.worksite_id <> p.worksite_id or o.undone_at is not null
      or s.duty ->> 'workLocation' not in ('sede', 'smart_working') or s.day not between o.first_day and o.last_day`,
  'what can wait again is of an older roster of the same worksite, and both stand': sql`
    select k.replaced_by as id from unclaimed_replaced k
      join rosters o on o.id = k.roster_id join rosters n on n.id = k.replaced_by
    where o.worksite_id <> n.worksite_id or o.number >= n.number or o.undone_at is not null or n.undone_at is not null`,
  'a personal invitation is of the worksite of its person': sql`
    select i.id from invitations i join unclaimed_people p on p.id = i.person_id
    where p.worksite_id <> i.worksite_id`,
};
