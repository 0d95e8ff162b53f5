import sql, { type Sql } from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import type { RosterMode } from '../../domain/rosters/schema.ts';
import type { WorksiteContents } from '../../domain/worksites/schema.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { swapRuleColumns, type WorksiteRow } from './queries.ts';

export interface CeoWorksiteRow extends WorksiteRow {
  isRegistrationOpen: boolean;
  rosterMode: RosterMode;
  userCount: number;
  joinedToday: number;
}

const columns = (now: Instant): Sql => sql`w.id, w.name, w.description, w.access_code, w.email, w.is_active,
  w.variant, ${swapRuleColumns}, w.roster_mode, w.is_registration_open,
  (select count(*) from users u where u.worksite_id = w.id and u.anonymised_at is null) as user_count,
  (select count(*) from users u where u.worksite_id = w.id and u.anonymised_at is null
    and u.created_at >= date_trunc('day', ${now}::timestamptz, 'Europe/Rome')) as joined_today`;

export const listWorksites = (database: Queryable, now: Instant): Promise<CeoWorksiteRow[]> =>
  database.many(sql`select ${columns(now)} from worksites w order by lower(w.name)`);

/** Locks a worksite's row against every other command until the transaction ends. */
export const lockWholeWorksite = (tx: Transaction, id: string, now: Instant) =>
  tx.maybeOne<CeoWorksiteRow>(sql`select ${columns(now)} from worksites w where w.id = ${id} for update`);

export async function updateWorksite(tx: Transaction, worksite: CeoWorksiteRow): Promise<void> {
  await tx.run(sql`
    update worksites set revision = revision + 1, name = ${worksite.name}, description = ${worksite.description},
      access_code = ${worksite.accessCode}, email = ${worksite.email}, is_active = ${worksite.isActive},
      variant = ${worksite.variant}, rest_rules = ${worksite.restRules && JSON.stringify(worksite.restRules)},
      swap_cutoff_hours = ${worksite.swapCutoffHours}, swap_kinds = ${worksite.swapKinds}::text[],
      swap_approval = ${worksite.swapApproval}, roster_mode = ${worksite.rosterMode}
    where id = ${worksite.id}`);
}

/** Ends the public invitation, which replaces the access code. */
export async function endWallInvitation(tx: Transaction, worksiteId: string): Promise<void> {
  await tx.run(sql`delete from invitations where worksite_id = ${worksiteId} and person_id is null`);
}

/** The active people of a worksite. */
export async function listPeopleOf(database: Queryable, worksiteId: string): Promise<string[]> {
  const rows = await database.many<{ id: string }>(
    sql`select id from users where worksite_id = ${worksiteId} and is_active`,
  );
  return rows.map(({ id }) => id);
}

/** What would be deleted with a worksite; null if there is no such worksite. */
export const findContents = (database: Queryable, worksiteId: string): Promise<WorksiteContents | null> =>
  database.maybeOne(sql`
    select
      (select count(*) from users u where u.worksite_id = w.id and u.anonymised_at is null) as people,
      (select count(*) from shifts s where s.worksite_id = w.id) as shifts,
      (select count(*) from users u join exchange_requests r on r.requester_id = u.id
        where u.worksite_id = w.id) as requests,
      (select count(*) from completed_swaps c where c.worksite_id = w.id) as swaps,
      (select count(*) from users u join operation_codes o on o.user_id = u.id
        where u.worksite_id = w.id) as operation_codes,
      exists (select from users u where u.worksite_id = w.id and u.role = 'admin') as holds_admin
    from worksites w where w.id = ${worksiteId}`);

/**
 * Deletes a worksite with everything in it. Rows that reference shifts are deleted first: an open request without its
 * shift would violate a constraint, and each shift would search for remaining references.
 */
export async function deleteWorksite(tx: Transaction, worksiteId: string): Promise<void> {
  await tx.run(sql`delete from completed_swaps where worksite_id = ${worksiteId}`);
  await tx.run(sql`
    delete from exchange_requests r using users u where u.id = r.requester_id and u.worksite_id = ${worksiteId}`);
  await tx.run(sql`delete from shifts where worksite_id = ${worksiteId}`);
  await tx.run(sql`delete from users where worksite_id = ${worksiteId}`);
  await tx.run(sql`delete from worksites where id = ${worksiteId}`);
}
