import sql, { type Sql } from 'sql-template-tag';
import type { Instant } from '../../../domain/calendar/day.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { channelOfNews, isToMail, mailDueAt } from '../queries.mail.ts';
import { queuePushes } from './queries.outbox.ts';

/** Removes a device that its push service no longer knows, or whose session ended. */
export const removeDevice = (database: Queryable, deviceId: string, now: Instant): Promise<void> =>
  removeDevices(database, sql`select ${deviceId}::uuid as id`, now);

/** Removes devices whose session ended, as many as one index scan finds at a time. */
export const removeLapsedDevices = (database: Queryable, now: Instant): Promise<void> =>
  removeDevices(
    database,
    sql`
      select d.id from push_devices d where d.session_id = any(array(
        select id from sessions where expires_at <= ${now} order by expires_at limit 5000))`,
    now,
  );

/** Undelivered pushes become mails for people without another device. */
async function removeDevices(database: Queryable, ids: Sql, now: Instant): Promise<void> {
  await queuePushes(database);
  await database.run(sql`
    with ending as materialized (${ids}), lost as (
      select o.notification_id from push_outbox o join ending e on e.id = o.device_id
      where o.status in ('queued', 'sending')
    ), told as (
      update notifications n set mail_due_at =
        ${mailDueAt(sql`n.type`, sql`n.user_id`, now, sql`d.id in (select id from ending)`)}
      where n.id in (select notification_id from lost) and n.mail_id is null and ${isToMail}
      returning n.mail_due_at
    ), removed as (
      delete from push_devices d where d.id in (select id from ending)
    )
    select pg_notify(news.channel, '') from (${channelOfNews}) news`);
}
