import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { Day, Instant } from '../../domain/calendar/day.ts';
import type { Role } from '../../domain/users/schema.ts';
import type { Queryable } from '../platform/database/database.ts';

export interface Credentials {
  userId: string;
  passwordHash: string | null;
  isActive: boolean;
}

const credentialColumns: Sql = sql`
  u.id as "userId", u.password_hash as "passwordHash", u.is_active as "isActive"`;

/** The account of a mail address; `email` normalised. */
export function findCredentials(database: Queryable, email: string): Promise<Credentials | null> {
  return database.maybeOne<Credentials>(
    sql`select ${credentialColumns} from users u where u.email = ${email}`,
  );
}

export interface RegistrationWorksite {
  id: string;
  accessCode: string;
}

/** A worksite that takes registrations. */
export function findOpenWorksite(database: Queryable, id: string): Promise<RegistrationWorksite | null> {
  return database.maybeOne<RegistrationWorksite>(sql`
    select id, access_code as "accessCode" from worksites
    where id = ${id} and is_active and is_registration_open`);
}

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

/** @returns the new person's id; a taken address breaks the constraint `users_one_email` */
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

export interface CountedAttempts {
  attempts: number;
  windowStartedAt: Instant;
}

export interface AttemptCounter {
  key: Uint8Array;
  /** A window that started then or before begins anew. */
  oldest: Instant;
  /** Once it holds more, the counters after it are left alone. */
  most: number;
}

/** Steps of a statement that add one attempt to each counter, in their order, and what they leave: `CountedAttempts`. */
function countingAttempts(counters: readonly AttemptCounter[], now: Instant): { steps: Sql; counted: Sql } {
  const stepOf = (at: number): Sql => raw(`attempt_${at}`);
  // each step reads the one before: rows are locked in this order, and what follows a counter that is full stays as it is
  const steps = counters.map(({ key, oldest }, at) => {
    const before = counters[at - 1];
    const isOpen = before ? sql`from ${stepOf(at - 1)} where attempts <= ${before.most}` : empty;
    return sql`${stepOf(at)} as (
      insert into attempt_counters as c (key, window_started_at, attempts)
      select ${key}::bytea, ${now}::timestamptz, 1 ${isOpen}
      on conflict (key) do update set
        attempts = case when c.window_started_at <= ${oldest} then 1 else c.attempts + 1 end,
        window_started_at = case when c.window_started_at <= ${oldest} then ${now} else c.window_started_at end
      returning attempts, window_started_at)`;
  });
  const counted = counters.map(
    (_, at) => sql`select ${at}::int as at, attempts, window_started_at from ${stepOf(at)}`,
  );
  return { steps: join(steps), counted: sql`(${join(counted, ' union all ')})` };
}

/** Adds one attempt to each counter, in their order, and answers the counts; those of counters left alone are missing. */
export function countAttempts(
  database: Queryable,
  counters: readonly AttemptCounter[],
  now: Instant,
): Promise<CountedAttempts[]> {
  const { steps, counted } = countingAttempts(counters, now);
  return database.many<CountedAttempts>(sql`
    with ${steps} select attempts, window_started_at as "windowStartedAt" from ${counted} c order by at`);
}

/** The same, and what a sign-in is checked against; `email` normalised. */
export async function countSignIn(
  database: Queryable,
  counters: readonly AttemptCounter[],
  now: Instant,
  email: string,
): Promise<{ counts: CountedAttempts[]; credentials: Credentials | null }> {
  const { steps, counted } = countingAttempts(counters, now);
  const rows = await database.many<CountedAttempts & Partial<Credentials>>(sql`
    with ${steps}
    select attempts, window_started_at as "windowStartedAt", ${credentialColumns}
    from ${counted} c left join users u on u.email = ${email} order by at`);
  const { userId, passwordHash = null, isActive = false } = rows[0] ?? {};
  return { counts: rows, credentials: userId ? { userId, passwordHash, isActive } : null };
}

/** Takes one attempt back. */
export async function returnAttempt(database: Queryable, key: Uint8Array): Promise<void> {
  await database.run(
    sql`update attempt_counters set attempts = attempts - 1 where key = ${key} and attempts > 0`,
  );
}

/** Steps of a statement: forgets one counter and takes one attempt back from another, in this order. */
export const forgettingAttempts = (forgotten: Uint8Array, returned: Uint8Array): Sql => sql`
  forgotten as (delete from attempt_counters where key = ${forgotten} returning 1),
  returned as (
    update attempt_counters set attempts = attempts - 1
    where key = ${returned} and attempts > 0 and (select count(*) from forgotten) >= 0)`;

/** Forgets one counter and takes one attempt back from another. */
export async function forgetAttempts(
  database: Queryable,
  forgotten: Uint8Array,
  returned: Uint8Array,
): Promise<void> {
  await database.run(sql`with ${forgettingAttempts(forgotten, returned)} select 1`);
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
 * Stores a link for the active account of a mail address, if there is one.
 *
 * @returns whose it is; null for an unknown address
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
    returning user_id as "userId"`);
  return made?.userId ?? null;
}

/** Makes every link of an account worthless. */
export async function spendLinks(database: Queryable, userId: string, now: Instant): Promise<void> {
  await database.run(sql`
    update password_links set used_at = ${now} where user_id = ${userId} and used_at is null`);
}

export async function findPasswordHash(database: Queryable, userId: string): Promise<string | null> {
  const row = await database.maybeOne<{ passwordHash: string | null }>(sql`
    select password_hash as "passwordHash" from users where id = ${userId}`);
  return row?.passwordHash ?? null;
}

/** Replaces a password that is still the one that was checked. @returns whether it was */
export async function replacePassword(
  database: Queryable,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const changed = await database.run(sql`
    update users set password_hash = ${to} where id = ${userId} and password_hash = ${from}`);
  return changed > 0;
}

/** Uses a link up, with every other one of its account, and answers whose it was; null if unknown, used or expired. */
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
    returning user_id as "userId"`);
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

export async function updatePassword(
  database: Queryable,
  userId: string,
  passwordHash: string,
): Promise<void> {
  await database.run(sql`update users set password_hash = ${passwordHash} where id = ${userId}`);
}

/** Removes links that expired before `before`. */
export async function deleteOldLinks(database: Queryable, before: Instant): Promise<void> {
  await database.run(sql`delete from password_links where expires_at < ${before}`);
}

/** Removes counters whose window started before `before`. */
export async function deleteOldAttempts(database: Queryable, before: Instant): Promise<void> {
  await database.run(sql`delete from attempt_counters where window_started_at < ${before}`);
}
