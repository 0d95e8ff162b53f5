import sql from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import type { Queryable } from '../platform/database/database.ts';

/** Until when a session lives; null if it was ended or its person shut out. */
export async function findSessionExpiry(database: Queryable, sessionId: string): Promise<Instant | null> {
  const session = await database.maybeOne<{ expiresAt: Instant }>(sql`
    select s.expires_at as "expiresAt"
    from sessions s join users u on u.id = s.user_id
    where s.id = ${sessionId} and u.is_active`);
  return session?.expiresAt ?? null;
}
