import sql from 'sql-template-tag';
import { refuse } from '../../domain/errors/refusal.ts';
import type { Role, TaxiInfo } from '../../domain/users/schema.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { RefusalError } from '../platform/errors/refusalError.ts';

export interface ProfileRow {
  id: string;
  worksiteId: string;
  firstName: string;
  lastName: string;
  role: Role;
  contractHours: number;
  enableFlexibleShifts: boolean;
  isActive: boolean;
  mayReviewCodes: boolean;
}

/** A person's row, locked until the transaction ends. */
function lockUser(tx: Transaction, userId: string): Promise<ProfileRow | null> {
  return tx.maybeOne<ProfileRow>(sql`
    select id, worksite_id as "worksiteId", first_name as "firstName", last_name as "lastName", role,
      contract_hours as "contractHours", enable_flexible_shifts as "enableFlexibleShifts", is_active as "isActive",
      may_review_codes as "mayReviewCodes"
    from users where id = ${userId}
    for no key update`);
}

/**
 * The row of a person whose session was read before the lock was waited for.
 *
 * @throws RefusalError not_signed_in, if they were shut out or left meanwhile
 */
export async function lockActiveUser(tx: Transaction, userId: string): Promise<ProfileRow> {
  const person = await lockUser(tx, userId);
  if (!person?.isActive) throw new RefusalError(refuse('not_signed_in'));
  return person;
}

export async function updateTaxiInfo(
  tx: Transaction,
  userId: string,
  { field, value }: TaxiInfo,
): Promise<void> {
  await tx.run(
    field === 'taxiLicense'
      ? sql`update users set taxi_license = ${value} where id = ${userId}`
      : sql`update users set phone_number = ${value} where id = ${userId}`,
  );
}

export function findWorksiteOf(database: Queryable, userId: string): Promise<{ worksiteId: string } | null> {
  return database.maybeOne<{ worksiteId: string }>(sql`
    select worksite_id as "worksiteId" from users where id = ${userId}`);
}

/** The access code of a person's worksite, to compare with: never to be sent. */
export async function getAccessCode(database: Queryable, worksiteId: string): Promise<string> {
  const { accessCode } = await database.one<{ accessCode: string }>(sql`
    select access_code as "accessCode" from worksites where id = ${worksiteId}`);
  return accessCode;
}

export async function updateProfile(
  tx: Transaction,
  userId: string,
  profile: { firstName: string; lastName: string; contractHours: number; enableFlexibleShifts: boolean },
): Promise<void> {
  await tx.run(sql`
    update users set first_name = ${profile.firstName}, last_name = ${profile.lastName},
      former_names = case
        when first_name = ${profile.firstName} and last_name = ${profile.lastName} then former_names
        else array_append(array_remove(former_names, concat_ws(' ', first_name, last_name)),
          concat_ws(' ', first_name, last_name))
      end,
      contract_hours = ${profile.contractHours}, enable_flexible_shifts = ${profile.enableFlexibleShifts}
    where id = ${userId}`);
}

/** Whether a person may approve and reject the operation codes of their worksite. */
export async function setMayReviewCodes(tx: Queryable, userId: string, mayReview: boolean): Promise<void> {
  await tx.run(sql`update users set may_review_codes = ${mayReview} where id = ${userId}`);
}

export async function setActive(tx: Transaction, userId: string, isActive: boolean): Promise<void> {
  await tx.run(sql`update users set is_active = ${isActive} where id = ${userId}`);
}
