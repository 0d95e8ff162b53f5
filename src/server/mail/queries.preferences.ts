import sql from 'sql-template-tag';
import { mailSubjects, type MailSubject } from '../../domain/mail/news.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';

export async function findSubjectsOff(database: Queryable, userId: string): Promise<MailSubject[]> {
  const row = await database.maybeOne<{ subjectsOff: string[] }>(sql`
    select subjects_off from mail_preferences where user_id = ${userId}`);
  return mailSubjects.filter((subject) => row?.subjectsOff.includes(subject));
}

export async function saveSubjectsOff(
  tx: Transaction,
  userId: string,
  subjectsOff: readonly MailSubject[],
): Promise<void> {
  await tx.run(sql`
    insert into mail_preferences (user_id, subjects_off) values (${userId}, ${[...new Set(subjectsOff)]}::text[])
    on conflict (user_id) do update set subjects_off = excluded.subjects_off`);
}

/** Switches off these mail subjects for the person. */
export async function addSubjectsOff(
  tx: Transaction,
  userId: string,
  subjectsOff: readonly MailSubject[],
): Promise<void> {
  await tx.run(sql`
    insert into mail_preferences as p (user_id, subjects_off) values (${userId}, ${[...subjectsOff]}::text[])
    on conflict (user_id) do update set subjects_off = array(
      select distinct one from unnest(p.subjects_off || excluded.subjects_off) one order by one)`);
}
