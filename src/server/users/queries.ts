import sql from 'sql-template-tag';
import type { TaxiInfo } from '../../domain/users/schema.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';

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

export const findWorksiteOf = (database: Queryable, userId: string): Promise<{ worksiteId: string } | null> =>
  database.maybeOne(sql`
    select worksite_id from users where id = ${userId}`);

/** The access code of a person's worksite, for comparison only: never send it. */
export async function getAccessCode(database: Queryable, worksiteId: string): Promise<string> {
  const { accessCode } = await database.one<{ accessCode: string }>(sql`
    select access_code from worksites where id = ${worksiteId}`);
  return accessCode;
}

export async function updateProfile(
  tx: Transaction,
  userId: string,
  profile: { firstName: string; lastName: string; contractHours: number; enableFlexibleShifts: boolean },
): Promise<void> {
  await tx.run(sql`
    update users set first_name = ${profile.firstName}, last_name = ${profile.lastName},
      contract_hours = ${profile.contractHours}, enable_flexible_shifts = ${profile.enableFlexibleShifts}
    where id = ${userId}`);
}

const permissionColumns = {
  mayReviewCodes: sql`may_review_codes`,
  mayApproveSwaps: sql`may_approve_swaps`,
  mayLoadShifts: sql`may_load_shifts`,
};
export type Permission = keyof typeof permissionColumns;

export async function setPermission(
  tx: Queryable,
  userId: string,
  permission: Permission,
  isGiven: boolean,
): Promise<void> {
  await tx.run(sql`update users set ${permissionColumns[permission]} = ${isGiven} where id = ${userId}`);
}

export async function setActive(tx: Transaction, userId: string, isActive: boolean): Promise<void> {
  await tx.run(sql`update users set is_active = ${isActive} where id = ${userId}`);
}
