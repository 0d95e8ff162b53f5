import sql, { type Sql } from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import type { RestRules } from '../../domain/rest/limits.ts';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import type { StoredSwapPolicy } from '../../domain/worksites/swapPolicy.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { requireFound } from '../platform/errors/refusalError.ts';

export interface WorksiteRow extends StoredSwapPolicy {
  id: string;
  name: string;
  description: string;
  accessCode: string;
  email: string;
  isActive: boolean;
  variant: WorksiteVariant;
  /** Null: the defaults of its variant. */
  restRules: RestRules | null;
}

/** A worksite's swap rules: rest limits, cut-off, kinds and approval. */
export const swapRuleColumns: Sql = sql`rest_rules, swap_cutoff_hours, swap_kinds, swap_approval`;

/** Worksites open for registration, by name. */
export const listOpenWorksites = (database: Queryable): Promise<WorksiteRow[]> =>
  database.many(sql`
    select id, name, description, access_code, email, is_active, variant, ${swapRuleColumns}
    from worksites where is_active and is_registration_open
    order by lower(name)`);

export interface NewWorksite {
  name: string;
  description: string;
  accessCode: string;
  email: string;
  isActive: boolean;
  variant: WorksiteVariant;
  isRegistrationOpen: boolean;
  now: Instant;
}

/** @returns the new worksite's id; a taken name violates `worksites_one_name` */
export async function insertWorksite(database: Queryable, worksite: NewWorksite): Promise<string> {
  const { id } = await database.one<{ id: string }>(sql`
    insert into worksites (name, description, access_code, email, is_active, variant, is_registration_open, created_at)
    values (${worksite.name}, ${worksite.description}, ${worksite.accessCode}, ${worksite.email},
      ${worksite.isActive}, ${worksite.variant}, ${worksite.isRegistrationOpen}, ${worksite.now})
    returning id`);
  return id;
}

export const findWorksiteByName = (database: Queryable, name: string): Promise<{ id: string } | null> =>
  database.maybeOne(sql`select id from worksites where lower(name) = lower(${name})`);

type LockedWorksite = Pick<WorksiteRow, 'name' | 'email' | 'restRules'> & StoredSwapPolicy;

/**
 * The lock of every command that affects a worksite's swaps. It is taken first, so that two commands never interleave
 * or deadlock. Reads the clock afterwards, since the wait may be long. Increments the revision: cached data of the
 * worksite is valid as long as that stays the same.
 */
export async function lockWorksite(tx: Transaction, worksiteId: string): Promise<LockedWorksite> {
  // deleted while the call waited: nothing left to do
  return requireFound(
    await tx.maybeOne<LockedWorksite>(sql`
      update worksites set revision = revision + 1 where id = ${worksiteId}
      returning name, email, ${swapRuleColumns}`),
  );
}
