import sql from 'sql-template-tag';
import type { Queryable } from '../../src/server/platform/database/database.ts';

/** A line of the record of what people did. */
interface Act {
  action: string;
  actorId: string | null;
  actedAsId: string | null;
  worksiteId: string | null;
  targetType: string;
  targetId: string | null;
  before: unknown;
  after: unknown;
}

/** What is on record about something, or was done as that person, oldest first. */
export const actsOn = (database: Queryable, targetId: string): Promise<Act[]> =>
  database.many<Act>(sql`
    select action, actor_id, acted_as_id, worksite_id, target_type, target_id, before, after
    from audit_log where target_id = ${targetId} or acted_as_id = ${targetId} order by id`);
