import sql, { type Sql } from 'sql-template-tag';
import type { Day, Instant } from '../../../domain/calendar/day.ts';
import type { RestRules } from '../../../domain/rest/limits.ts';
import type { User } from '../../../domain/users/schema.ts';
import type { WorksiteVariant } from '../../../domain/worksites/schema.ts';
import type { StoredSwapPolicy } from '../../../domain/worksites/swapPolicy.ts';
import type { Queryable } from '../database/database.ts';
import { idlePeriod, isAbandoned } from './idlePeriod.ts';

type StoredUser = Omit<User, 'id' | 'isActive' | 'isCeo' | 'acceptedTerms'>;

export interface SessionRow extends StoredSwapPolicy, StoredUser {
  sessionId: string;
  /** The CEO's own session during an impersonation. */
  parentSessionId: string | null;
  impersonatorId: string | null;
  impersonatorEmail: string | null;
  userId: string;
  acceptedTermsVersion: string | null;
  lastActiveOn: Day | null;
  lastUsedAt: Instant;
  worksiteName: string;
  worksiteDescription: string;
  worksiteVariant: WorksiteVariant;
  /** Null: the defaults of its variant. */
  restRules: RestRules | null;
}

interface TokenHashes {
  own: Uint8Array;
  /** The impersonation's token hash; invalid without the own session. */
  acting: Uint8Array | null;
}

/** A session `s` with its person `u` and worksite `w` and, for an impersonation, the CEO's session and person. */
const sessionSource: Sql = sql`
  sessions s
  join users u on u.id = s.user_id
  join worksites w on w.id = u.worksite_id
  left join sessions parent on parent.id = s.parent_session_id
  left join users ceo on ceo.id = parent.user_id`;

const sessionColumns: Sql = sql`
  s.id as session_id, s.parent_session_id, ceo.id as impersonator_id,
  ceo.email as impersonator_email, u.id as user_id, u.worksite_id, u.email,
  u.first_name, u.last_name, u.role, u.contract_hours,
  u.enable_flexible_shifts, u.taxi_license,
  u.phone_number, u.may_review_codes, u.may_approve_swaps, u.may_load_shifts, u.accepted_terms_at,
  u.accepted_terms_version, u.last_active_on,
  s.last_used_at, u.created_at, w.name as worksite_name,
  w.description as worksite_description, w.variant as worksite_variant,
  w.swap_cutoff_hours, w.swap_kinds, w.swap_approval, w.rest_rules`;

/** The active session of the tokens: not expired, in use, the person active. */
export function findSession(
  database: Queryable,
  { own, acting }: TokenHashes,
  now: Instant,
): Promise<SessionRow | null> {
  const isWithin = acting
    ? sql`parent.token_hash = ${own} and parent.expires_at > ${now} and ceo.is_active and ceo.role = 'admin'
        and not ${isAbandoned(sql`parent`, sql`true`, now)}`
    : sql`s.parent_session_id is null`;
  return database.maybeOne<SessionRow>(sql`
    select ${sessionColumns}
    from ${sessionSource}
    where s.token_hash = ${acting ?? own} and s.expires_at > ${now} and u.is_active
      and not ${isAbandoned(sql`s`, sql`u.role = 'admin'`, now)}
      and ${isWithin}`);
}

export interface NewSession {
  tokenHash: Uint8Array;
  userId: string;
  isRemembered: boolean;
  /** In plain words; see `deviceOf`. */
  device: string | null;
  now: Instant;
  expiresAt: Instant;
}

export async function insertSession(database: Queryable, session: NewSession): Promise<void> {
  await database.run(sql`
    insert into sessions (token_hash, user_id, is_remembered, device, created_at, last_used_at, expires_at)
    values (${session.tokenHash}, ${session.userId}, ${session.isRemembered}, ${session.device}, ${session.now},
      ${session.now}, ${session.expiresAt})`);
}

/** @returns the person of the session; null if there was none */
export async function deleteSession(database: Queryable, tokenHash: Uint8Array): Promise<string | null> {
  const ended = await database.maybeOne<{ userId: string }>(sql`
    delete from sessions where token_hash = ${tokenHash} returning user_id`);
  return ended?.userId ?? null;
}

export async function deleteSessionsOf(database: Queryable, userId: string): Promise<void> {
  await database.run(sql`delete from sessions where user_id = ${userId}`);
}

/** Deletes expired sessions, as many as one index scan finds (upkeep repeats it), and administrators' unused ones. */
export async function deleteExpiredSessions(database: Queryable, now: Instant): Promise<number> {
  const old = await database.run(sql`
    delete from sessions where id = any(array(
      select id from sessions where expires_at <= ${now} order by expires_at limit 5000))`);
  const idle = await database.run(sql`
    delete from sessions s using users u
    where u.id = s.user_id and u.role = 'admin' and ${isAbandoned(sql`s`, sql`true`, now)}`);
  return old + idle;
}

/** Records a day on which a person was active; retention counts from it. */
export async function noteActivity(database: Queryable, userId: string, today: Day): Promise<void> {
  await database.run(sql`
    update users set last_active_on = ${today}
    where id = ${userId} and (last_active_on is null or last_active_on < ${today})`);
}

export async function noteUse(database: Queryable, sessionId: string, now: Instant): Promise<void> {
  await database.run(sql`update sessions set last_used_at = ${now} where id = ${sessionId}`);
}

/** When a session expires if unused from now on; null if it was ended or its person deactivated. */
export async function findSessionExpiry(database: Queryable, sessionId: string): Promise<Instant | null> {
  const session = await database.maybeOne<{ expiresAt: Instant }>(sql`
    select least(s.expires_at, s.last_used_at + ${idlePeriod(sql`s`, sql`u.role = 'admin'`)}) as expires_at
    from sessions s join users u on u.id = s.user_id
    where s.id = ${sessionId} and u.is_active`);
  return session?.expiresAt ?? null;
}
