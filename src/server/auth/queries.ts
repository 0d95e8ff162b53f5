import sql, { type Sql } from 'sql-template-tag';
import type { Day, Instant } from '../../domain/calendar/day.ts';
import type { Role } from '../../domain/users/schema.ts';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import type { Queryable } from '../platform/database/database.ts';

export interface Credentials {
  userId: string;
  passwordHash: string | null;
  isActive: boolean;
}

/** The credentials of person `u`. */
export const credentialColumns: Sql = sql`
  u.id as user_id, u.password_hash, u.is_active`;

/** The account with this mail address; `email` normalised. */
export const findCredentials = (database: Queryable, email: string): Promise<Credentials | null> =>
  database.maybeOne(sql`select ${credentialColumns} from users u where u.email = ${email}`);

export interface RegistrationWorksite {
  id: string;
  accessCode: string;
  variant: WorksiteVariant;
}

/** A usable invitation to a worksite open for registration. */
export interface UsableInvitation extends RegistrationWorksite {
  name: string;
  description: string;
  personId: string | null;
}

/** A worksite open for registration. */
export const findOpenWorksite = (database: Queryable, id: string): Promise<RegistrationWorksite | null> =>
  database.maybeOne(sql`
    select id, access_code, variant from worksites
    where id = ${id} and is_active and is_registration_open`);

export interface NewUser {
  worksiteId: string;
  email: string;
  passwordHash: string | null;
  firstName: string;
  lastName: string;
  role: Role;
  contractHours: number;
  taxiLicense: string | null;
  phoneNumber: string | null;
  acceptedTermsAt: Instant | null;
  acceptedTermsVersion: string | null;
  today: Day;
  now: Instant;
}

/** @returns the new person's id; a taken address violates `users_one_email` */
export async function insertUser(database: Queryable, user: NewUser): Promise<string> {
  const { id } = await database.one<{ id: string }>(sql`
    insert into users (worksite_id, email, password_hash, first_name, last_name, role, contract_hours, taxi_license,
      phone_number, accepted_terms_at, accepted_terms_version, last_active_on, created_at)
    values (${user.worksiteId}, ${user.email}, ${user.passwordHash}, ${user.firstName}, ${user.lastName},
      ${user.role}, ${user.contractHours}, ${user.taxiLicense}, ${user.phoneNumber}, ${user.acceptedTermsAt},
      ${user.acceptedTermsVersion}, ${user.today}, ${user.now})
    returning id`);
  return id;
}

export async function insertPasswordLink(
  database: Queryable,
  link: { tokenHash: Uint8Array; userId: string; now: Instant; expiresAt: Instant },
): Promise<void> {
  await database.run(sql`
    insert into password_links (token_hash, user_id, created_at, expires_at)
    values (${link.tokenHash}, ${link.userId}, ${link.now}, ${link.expiresAt})`);
}

/**
 * Stores a link for the active account with this mail address, if any.
 * @returns its person; null for an unknown address
 */
export async function insertLinkOfEmail(
  database: Queryable,
  email: string,
  link: { tokenHash: Uint8Array; now: Instant; expiresAt: Instant },
): Promise<string | null> {
  const made = await database.maybeOne<{ userId: string }>(sql`
    insert into password_links (token_hash, user_id, created_at, expires_at)
    select ${link.tokenHash}, u.id, ${link.now}, ${link.expiresAt}
    from users u where u.email = ${email} and u.is_active
    returning user_id`);
  return made?.userId ?? null;
}

/** Invalidates every link of an account. */
export async function spendLinks(database: Queryable, userId: string, now: Instant): Promise<void> {
  await database.run(sql`
    update password_links set used_at = ${now} where user_id = ${userId} and used_at is null`);
}

export async function findPasswordHash(database: Queryable, userId: string): Promise<string | null> {
  const row = await database.maybeOne<{ passwordHash: string | null }>(sql`
    select password_hash from users where id = ${userId}`);
  return row?.passwordHash ?? null;
}

/** Replaces a password unless it changed since it was checked. @returns whether it was replaced */
export async function replacePassword(
  database: Queryable,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const changed = await database.run(sql`
    update users set password_hash = ${to} where id = ${userId} and password_hash = ${from}`);
  return changed > 0;
}

export async function isLinkOpen(database: Queryable, tokenHash: Uint8Array, now: Instant): Promise<boolean> {
  const { isOpen } = await database.one<{ isOpen: boolean }>(sql`
    select exists (
      select 1 from password_links where token_hash = ${tokenHash} and used_at is null and expires_at > ${now}
    ) as is_open`);
  return isOpen;
}

/** Uses up a link and all others of its account, and returns its person; null if unknown, used or expired. */
export async function usePasswordLink(
  database: Queryable,
  tokenHash: Uint8Array,
  now: Instant,
): Promise<string | null> {
  const used = await database.maybeOne<{ userId: string }>(sql`
    update password_links set used_at = ${now}
    where used_at is null and user_id = (
      select user_id from password_links
      where token_hash = ${tokenHash} and used_at is null and expires_at > ${now})
    returning user_id`);
  return used?.userId ?? null;
}

export async function updateAcceptedTerms(
  database: Queryable,
  userId: string,
  version: string,
  now: Instant,
): Promise<void> {
  await database.run(sql`
    update users set accepted_terms_at = ${now}, accepted_terms_version = ${version}
    where id = ${userId} and is_active`);
}

/** @returns the account's mail address */
export async function updatePassword(
  database: Queryable,
  userId: string,
  passwordHash: string,
): Promise<string> {
  const { email } = await database.one<{ email: string }>(sql`
    update users set password_hash = ${passwordHash} where id = ${userId} returning email`);
  return email;
}

export async function deleteOldLinks(database: Queryable, before: Instant): Promise<void> {
  await database.run(sql`delete from password_links where expires_at < ${before}`);
}
