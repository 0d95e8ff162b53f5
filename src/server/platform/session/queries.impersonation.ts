import sql, { type Sql } from 'sql-template-tag';
import type { Instant } from '../../../domain/calendar/day.ts';
import type { Transaction } from '../database/database.ts';
import { isAbandoned } from './idlePeriod.ts';

export interface NewImpersonation {
  tokenHash: Uint8Array;
  /** Whose account. */
  userId: string;
  /** The CEO's own session, without whose cookie this one counts for nothing. */
  parentSessionId: string;
  now: Instant;
  /** At the latest; never after the end of the CEO's own session. */
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

/** Removes the impersonations that a condition on `s` names and answers what they were. */
const endWhere = (tx: Transaction, condition: Sql): Promise<EndedImpersonation[]> =>
  tx.many(sql`
    delete from sessions s using sessions parent, users ceo, users u
    where parent.id = s.parent_session_id and ceo.id = parent.user_id and u.id = s.user_id and ${condition}
    returning s.user_id, u.worksite_id, ceo.id as ceo_id,
      parent.id as parent_session_id`);

/** @returns null if the token's session is none, or no longer there */
export async function endImpersonation(
  tx: Transaction,
  tokenHash: Uint8Array,
): Promise<EndedImpersonation | null> {
  const [ended] = await endWhere(tx, sql`s.token_hash = ${tokenHash}`);
  return ended ?? null;
}

/** Impersonations that end because of something else: of whom, or of which CEO. */
export type ImpersonationScope =
  /** Within this person's account, and those they opened themselves. */
  | { person: string }
  /** Opened in any of the CEO's sessions but one. */
  | { ceo: string; notFrom: string }
  /** Opened in one of the CEO's sessions. */
  | { ceo: string; from: string }
  /** Opened in the session of this token. */
  | { own: Uint8Array }
  /** Within the accounts of a worksite. */
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

/** Gives a session a new token; the old one is worth nothing from then on. */
export const renewToken = (
  tx: Transaction,
  sessionId: string,
  tokenHash: Uint8Array,
): Promise<{ isRemembered: boolean; expiresAt: Instant } | null> =>
  tx.maybeOne(sql`
    update sessions set token_hash = ${tokenHash} where id = ${sessionId}
    returning is_remembered, expires_at`);
