import sql, { raw } from 'sql-template-tag';
import { refuse } from '../../../domain/errors/refusal.ts';
import type { Role } from '../../../domain/users/schema.ts';
import type { Queryable, Transaction } from '../database/database.ts';
import { RefusalError } from '../errors/refusalError.ts';

export interface LockedPerson {
  id: string;
  worksiteId: string;
  firstName: string;
  lastName: string;
  role: Role;
  contractHours: number;
  enableFlexibleShifts: boolean;
  isActive: boolean;
  mayReviewCodes: boolean;
  mayApproveSwaps: boolean;
  mayLoadShifts: boolean;
}

/** Locks a person's row until the transaction ends; null also for an anonymised account. */
export const lockPerson = (tx: Transaction, userId: string): Promise<LockedPerson | null> =>
  tx.maybeOne(sql`
    select id, worksite_id, first_name, last_name, role,
      contract_hours, enable_flexible_shifts, is_active,
      may_review_codes, may_approve_swaps, may_load_shifts
    from users where id = ${userId} and anonymised_at is null
    for no key update`);

/**
 * Locks the row of a person whose session was read before waiting for the lock.
 * @throws RefusalError not_signed_in if they were deactivated or deleted meanwhile
 */
export async function lockActiveUser(tx: Transaction, userId: string): Promise<LockedPerson> {
  const person = await lockPerson(tx, userId);
  if (!person?.isActive) throw new RefusalError(refuse('not_signed_in'));
  return person;
}

/** The ids of a worksite's people with a permission, and of the CEOs, who have it everywhere. */
export async function listPermitted(
  database: Queryable,
  permission: 'may_review_codes' | 'may_approve_swaps',
  worksiteId: string,
  ceoEmails: readonly string[],
): Promise<string[]> {
  const rows = await database.many<{ id: string }>(sql`
    select id from users where worksite_id = ${worksiteId} and ${raw(permission)} and is_active
    union
    select id from users where email = any(${[...ceoEmails]}::text[]) and role = 'admin' and is_active`);
  return rows.map(({ id }) => id);
}
