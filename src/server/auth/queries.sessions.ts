import sql from 'sql-template-tag';
import type { OwnSession } from '../../domain/auth/ownAccount.ts';
import type { Instant } from '../../domain/calendar/day.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { isAbandoned } from '../platform/session/idlePeriod.ts';

export type OwnSessionRow = Omit<OwnSession, 'isCurrent'>;

// An impersonation is the CEO's session: shown in the notifications, not the person's to end.
const isOwn = sql`parent_session_id is null`;

/** A person's active sessions, most recently used first. */
export const listOwnSessions = (
  database: Queryable,
  userId: string,
  now: Instant,
): Promise<OwnSessionRow[]> =>
  database.many(sql`
    select s.id, s.device, s.created_at, s.last_used_at
    from sessions s join users u on u.id = s.user_id
    where s.user_id = ${userId} and s.expires_at > ${now} and ${isOwn}
      and not ${isAbandoned(sql`s`, sql`u.role = 'admin'`, now)}
    order by s.last_used_at desc, s.id
    limit 100`);

export async function deleteOtherSessions(tx: Transaction, userId: string, keptId: string): Promise<void> {
  await tx.run(sql`delete from sessions where user_id = ${userId} and id <> ${keptId} and ${isOwn}`);
}

export async function deleteOwnSession(tx: Transaction, userId: string, sessionId: string): Promise<boolean> {
  const ended = await tx.run(
    sql`delete from sessions where id = ${sessionId} and user_id = ${userId} and ${isOwn}`,
  );
  return ended > 0;
}
