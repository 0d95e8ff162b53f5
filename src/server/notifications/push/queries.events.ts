import sql, { type Sql } from 'sql-template-tag';
import type { Instant } from '../../../domain/calendar/day.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { pushChannel } from './queries.outbox.ts';

/**
 * Statements of a `with` that note what a former one, named `told`, has inserted (`id`, `user_id`) for people with a
 * device, and name the channel of their senders. In one row: whoever publishes to two hundred people does not wait for two
 * hundred pushes (3.4 ms of PostgreSQL before).
 */
export const noteEvent = (now: Instant): Sql => sql`
  event as (
    insert into push_events (notification_ids, created_at)
    select array_agg(told.id), ${now} from told
    where exists (select from push_devices d where d.user_id = told.user_id)
    having count(*) > 0
    returning id)
  select ${pushChannel}::text as channel where exists (select from event)`;

/** Queues the pushes of events, for each device that their people have now. */
export async function queuePushes(database: Queryable): Promise<void> {
  await database.run(sql`
    with event as (
      delete from push_events where id = any(array(select id from push_events for update))
      returning notification_ids, created_at
    ), told as (
      select n.id, n.user_id, event.created_at
      from event cross join unnest(event.notification_ids) as of (id) join notifications n on n.id = of.id
    )
    insert into push_outbox (notification_id, device_id, due_at, created_at)
    select told.id, d.id, greatest(told.created_at, d.paused_until), told.created_at
    from told join push_devices d on d.user_id = told.user_id`);
}
