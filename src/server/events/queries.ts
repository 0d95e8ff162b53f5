import sql from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import type { Queryable } from '../platform/database/database.ts';
import { idlePeriod } from '../platform/session/idlePeriod.ts';

/** Until when a session lives if nobody uses it from now on; null if it was ended or its person shut out. */
export async function findSessionExpiry(database: Queryable, sessionId: string): Promise<Instant | null> {
  const session = await database.maybeOne<{ expiresAt: Instant }>(sql`
    select least(s.expires_at, s.last_used_at + ${idlePeriod(sql`s`, sql`u.role = 'admin'`)}) as expires_at
    from sessions s join users u on u.id = s.user_id
    where s.id = ${sessionId} and u.is_active`);
  return session?.expiresAt ?? null;
}
