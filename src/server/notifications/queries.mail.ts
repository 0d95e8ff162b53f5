import sql, { type Sql } from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import { digestSeconds, newsKeptSeconds } from '../../domain/mail/news.ts';
import { subjectOfMailed } from '../../domain/notifications/types.ts';
import type { Database, Queryable, Transaction } from '../platform/database/database.ts';
import { endOfRow, type JudgedRow, matter } from './queries.matter.ts';

/** Notifies the workers of all processes that mails fall due when the digest delay is over. */
export const newsChannel = 'turnario_news';

const types: Sql = sql`${[...subjectOfMailed.keys()]}::text[]`;
const subjects: Sql = sql`${[...subjectOfMailed.values()]}::text[]`;

/**
 * When a notification of this type is due as a mail to this person; null if they have a device, or for other types. The
 * subquery per device forces an index lookup whatever the planner estimates (decision ‘Plans are made once a connection’).
 * @param but a condition on devices `d` to ignore
 */
export const mailDueAt = (type: Sql, userId: Sql, now: Instant, but: Sql = sql`false`): Sql => sql`
  case when ${type} = any(${types}) and not exists (
      select from push_devices d
      where d.user_id = ${userId} and not (${but})
        and exists (select from sessions s where s.id = d.session_id and s.expires_at > ${now} offset 0))
    then ${now}::timestamptz + interval '1 second' * ${digestSeconds}::int end`;

/** Follows a `with`: the workers' channel if its `told` (`mail_due_at`) holds rows due later. */
export const channelOfNews: Sql = sql`
  select ${newsChannel}::text as channel where exists (select from told where mail_due_at is not null)`;

/** Whether notification `n` may still be mailed: its person is active, has not read it and wants such mails. */
export const isToMail: Sql = sql`
  (not n.is_read and exists (select from users u where u.id = n.user_id and u.is_active)
    and (${subjects})[array_position(${types}, n.type)] <> all(coalesce(
      (select p.subjects_off from mail_preferences p where p.user_id = n.user_id), '{}')))`;

/**
 * Gathers the news of the person for whom they have been due longest.
 * @returns false if none are due, or another process is gathering them
 */
export const gatherNewsOfNext = async (database: Database, now: Instant): Promise<boolean> =>
  database.transaction(async (tx) => {
    const reader = await lockNextReader(tx, now);
    if (reader === null) return false;
    await gatherNews(tx, reader, now);
    return true;
  });

/** Puts a person's waiting news into one mail, and discards those read, over, unwanted or old. */
export async function gatherNews(tx: Transaction, reader: string, now: Instant): Promise<void> {
  const due = await tx.many<JudgedRow & { id: string; isToMail: boolean }>(sql`
    select n.id, n.type, n.created_at, ${matter} as matter,
      ${isToMail} and n.created_at > ${now}::timestamptz - interval '1 second' * ${newsKeptSeconds}::int as is_to_mail
    from notifications n where n.user_id = ${reader} and n.mail_due_at is not null`);
  const ids = (rows: typeof due): Sql => sql`any(${rows.map(({ id }) => id)}::uuid[])`;
  const wanted = due.filter((one) => one.isToMail && endOfRow(one, now) === null);
  await tx.run(sql`
    with mail as (
      insert into mail_outbox (id, dedupe_key, kind, user_id, due_at, created_at)
      select id, 'news:' || id, 'news', ${reader}, ${now}, ${now} from (select gen_random_uuid() as id) made
      where ${wanted.length > 0}
      returning id
    )
    update notifications n set mail_due_at = null,
      mail_id = case when n.id = ${ids(wanted)} then (select id from mail) end
    where n.id = ${ids(due)}`);
}

/** Locks the next person's row, so that only one process gathers their news. */
export async function lockNextReader(tx: Transaction, now: Instant): Promise<string | null> {
  const found = await tx.maybeOne<{ id: string }>(sql`
    with due as materialized (
      select user_id, mail_due_at from notifications where mail_due_at <= ${now} order by mail_due_at limit 100
    )
    select reader.id from due cross join lateral (
      select u.id from users u where u.id = due.user_id for no key update skip locked
    ) reader
    limit 1`);
  return found?.id ?? null;
}

/** When the next news are due as a mail; null if there are none. */
export async function findNextNews(database: Queryable): Promise<Instant | null> {
  const { dueAt } = await database.one<{ dueAt: Instant | null }>(sql`
    select min(mail_due_at) as due_at from notifications where mail_due_at is not null`);
  return dueAt;
}

/** Used after restoring a backup: news due at that time are outdated. */
export async function forgetDueNews(database: Queryable): Promise<void> {
  await database.run(sql`update notifications set mail_due_at = null where mail_due_at is not null`);
}
