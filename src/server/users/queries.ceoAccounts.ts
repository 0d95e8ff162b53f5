import sql from 'sql-template-tag';
import type { Role } from '../../domain/users/schema.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';

export interface CeoAccount {
  id: string;
  email: string;
  role: Role;
  hasPassword: boolean;
  worksiteId: string;
  worksiteName: string;
  /** Of the management's own worksite, where nobody registers: the account was made from the settings. */
  isOfManagement: boolean;
}

/** The accounts of the listed addresses, and every administrator's. */
export const listCeoAccounts = (database: Queryable, emails: readonly string[]): Promise<CeoAccount[]> =>
  database.many(sql`
    select u.id, u.email, u.role, u.password_hash is not null as has_password, u.worksite_id,
      w.name as worksite_name, not w.is_registration_open as is_of_management
    from (
      select * from users where email = any(${[...emails]}::text[])
      union
      select * from users where role = 'admin' and anonymised_at is null
    ) u
    join worksites w on w.id = u.worksite_id
    order by u.email`);

/** An administrator goes on as an ordinary person. */
export async function takeAdminRole(tx: Transaction, userId: string): Promise<void> {
  await tx.run(
    sql`update users set role = 'operatore', may_review_codes = false, may_approve_swaps = false, may_load_shifts = false where id = ${userId}`,
  );
}

/** A person becomes an administrator, and active: nobody can let an administrator in. */
export async function giveAdminRole(tx: Transaction, userId: string): Promise<void> {
  await tx.run(sql`
    update users set role = 'admin', is_active = true, may_review_codes = false, may_approve_swaps = false, may_load_shifts = false where id = ${userId}`);
}
