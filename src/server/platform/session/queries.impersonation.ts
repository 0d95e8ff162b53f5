import sql, { type Sql } from 'sql-template-tag';
import type { Instant } from '../../../domain/calendar/day.ts';
import type { Transaction } from '../database/database.ts';
import { isAbandoned } from './idlePeriod.ts';

export interface NewImpersonation {
  tokenHash: Uint8Array;
  /** The impersonated person. */
  userId: string;
  /** The CEO's own session; without its cookie this one is invalid. */
  parentSessionId: string;
  now: Instant;
  /** At the latest; never after the CEO's own session ends. */
  expiresAt: Instant;
}

export async function insertImpersonation(tx: Transaction, session: NewImpersonation): Promise<void> {
  await tx.run(sql`
    insert into sessions (token_hash, user_id, parent_session_id, is_remembered, created_at, last_used_at, expires_at)
    select ${session.tokenHash}, ${session.userId}, parent.id, false, ${session.now}, ${session.now},
      least(parent.expires_at, ${session.expiresAt})
    from sessions parent where parent.id = ${session.parentSessionId}`);
}

export interface EndedImpersonation {
  userId: string;
  worksiteId: string;
  ceoId: string;
  parentSessionId: string;
}

/** Deletes the impersonations that match a condition on `s`, and returns them. */
const endWhere = (tx: Transaction, condition: Sql): Promise<EndedImpersonation[]> =>
  tx.many(sql`
    delete from sessions s using sessions parent, users ceo, users u
    where parent.id = s.parent_session_id and ceo.id = parent.user_id and u.id = s.user_id and ${condition}
    returning s.user_id, u.worksite_id, ceo.id as ceo_id,
      parent.id as parent_session_id`);

/** @returns null if the token has no impersonation */
export async function endImpersonation(
  tx: Transaction,
  tokenHash: Uint8Array,
): Promise<EndedImpersonation | null> {
  const [ended] = await endWhere(tx, sql`s.token_hash = ${tokenHash}`);
  return ended ?? null;
}

/** Which impersonations end with something else: by person, or by CEO. */
export type ImpersonationScope =
  /** Of this person, and those they opened themselves. */
  | { person: string }
  /** Opened in any of the CEO's sessions except one. */
  | { ceo: string; notFrom: string }
  /** Opened in one of the CEO's sessions. */
  | { ceo: string; from: string }
  /** Opened in the session of this token. */
  | { own: Uint8Array }
  /** Of people of a worksite. */
  | { worksite: string };

function conditionOf(scope: ImpersonationScope): Sql {
  if ('person' in scope) return sql`(s.user_id = ${scope.person} or ceo.id = ${scope.person})`;
  if ('worksite' in scope) return sql`u.worksite_id = ${scope.worksite}`;
  if ('own' in scope) return sql`parent.token_hash = ${scope.own}`;
  const isFrom = 'from' in scope ? sql`parent.id = ${scope.from}` : sql`parent.id <> ${scope.notFrom}`;
  return sql`ceo.id = ${scope.ceo} and ${isFrom}`;
}

export const endImpersonations = (
  tx: Transaction,
  scope: ImpersonationScope,
): Promise<EndedImpersonation[]> => endWhere(tx, conditionOf(scope));

export const endExpiredImpersonations = (tx: Transaction, now: Instant): Promise<EndedImpersonation[]> =>
  endWhere(
    tx,
    sql`s.parent_session_id is not null and (s.expires_at <= ${now}
      or ${isAbandoned(sql`s`, sql`true`, now)} or ${isAbandoned(sql`parent`, sql`true`, now)})`,
  );

/** Gives a session a new token; the old one becomes invalid. */
export const renewToken = (
  tx: Transaction,
  sessionId: string,
  tokenHash: Uint8Array,
): Promise<{ isRemembered: boolean; expiresAt: Instant } | null> =>
  tx.maybeOne(sql`
    update sessions set token_hash = ${tokenHash} where id = ${sessionId}
    returning is_remembered, expires_at`);
