import sql from 'sql-template-tag';
import type { Day, Instant } from '../../domain/calendar/day.ts';
import { anonymousEmail, exColleague, type Traces } from '../../domain/users/anonymous.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';

export interface Person {
  id: string;
  worksiteId: string;
}

/** Every name, licence and phone that a person has or had, as far as anything still holds them; null if there is no such person left. */
export function findTraces(tx: Transaction, userId: string): Promise<Traces | null> {
  return tx.maybeOne<Traces>(sql`
    with snapshots as (
      select requester_snapshot as s from completed_swaps where requester_id = ${userId}
      union select accepter_snapshot from completed_swaps where accepter_id = ${userId}
    ), known as (
      select jsonb_build_object('firstName', first_name, 'lastName', last_name, 'taxiLicense', taxi_license,
        'phoneNumber', phone_number) as s, former_names
      from users where id = ${userId} and anonymised_at is null
    ), everything as (select s from known union select s from snapshots)
    select array(
        select concat_ws(' ', s ->> 'firstName', s ->> 'lastName') from everything
        union select unnest(former_names) from known
      ) as names,
      array(select s ->> 'taxiLicense' from everything where s ->> 'taxiLicense' <> '') as "taxiLicenses",
      array(select s ->> 'phoneNumber' from everything where s ->> 'phoneNumber' <> '') as "phoneNumbers"
    where exists (select from known)`);
}

/** Removes what belongs to the person alone: calendar, news, links, codes that nobody will review any more. */
export async function deleteOwnRows(tx: Transaction, userId: string): Promise<void> {
  await tx.run(sql`delete from shifts where user_id = ${userId}`);
  await tx.run(sql`delete from notifications where user_id = ${userId}`);
  await tx.run(sql`delete from password_links where user_id = ${userId}`);
  await tx.run(sql`delete from operation_codes where user_id = ${userId} and status = 'pending'`);
  await tx.run(sql`delete from mail_outbox where user_id = ${userId} and swap_id is null`);
}

/** Takes the person out of what others keep: swaps, requests, reviewed codes. */
export async function stripSharedRows(tx: Transaction, userId: string): Promise<void> {
  const nobody = JSON.stringify({
    ...exColleague,
    email: anonymousEmail(userId),
    taxiLicense: null,
    phoneNumber: null,
  });
  await tx.run(sql`
    update completed_swaps set requester_snapshot = requester_snapshot || ${nobody}::jsonb
    where requester_id = ${userId}`);
  await tx.run(sql`
    update completed_swaps set accepter_snapshot = accepter_snapshot || ${nobody}::jsonb
    where accepter_id = ${userId}`);
  await tx.run(sql`
    update exchange_requests set message = null where requester_id = ${userId} and message is not null`);
  await tx.run(sql`
    update operation_codes set description = null, rejection_reason = null where user_id = ${userId}`);
}

export interface WrittenMail {
  id: string;
  subject: string;
  html: string;
  text: string;
}

/** The mails about a person's swaps, to whomever they go. */
export function listSwapMails(tx: Transaction, userId: string): Promise<WrittenMail[]> {
  return tx.many<WrittenMail>(sql`
    select m.id, m.subject, m.html_body as html, m.text_body as text
    from mail_outbox m
    where m.swap_id in (
      select id from completed_swaps where requester_id = ${userId}
      union select id from completed_swaps where accepter_id = ${userId})`);
}

export async function rewriteMails(tx: Transaction, mails: readonly WrittenMail[]): Promise<void> {
  const column = (name: keyof WrittenMail): string[] => mails.map((mail) => mail[name]);
  await tx.run(sql`
    update mail_outbox m set subject = w.subject, html_body = w.html, text_body = w.text
    from unnest(${column('id')}::uuid[], ${column('subject')}::text[], ${column('html')}::text[],
      ${column('text')}::text[]) as w (id, subject, html, text)
    where m.id = w.id`);
}

/** No mail goes to the person any more, and no row says where it went; servers' answers quote addresses. */
export async function stripRecipient(tx: Transaction, userId: string): Promise<void> {
  await tx.run(sql`
    update mail_outbox set recipient = ${anonymousEmail(userId)},
      status = case status when 'queued' then 'failed' else status end,
      last_error = case status when 'queued' then 'account cancellato' end
    where user_id = ${userId}`);
}

export interface WrittenNews {
  id: string;
  message: string;
}

/** Notifications of colleagues that name one of these names. */
export function listNewsNaming(
  tx: Transaction,
  worksiteId: string,
  names: readonly string[],
): Promise<WrittenNews[]> {
  return tx.many<WrittenNews>(sql`
    select n.id, n.message
    from users u
    -- person by person, whatever the planner thinks of a worksite: the table holds those of all others
    cross join lateral (select id, message from notifications where user_id = u.id offset 0) n
    where u.worksite_id = ${worksiteId}
      and exists (select from unnest(${[...names]}::text[]) as name where position(name in n.message) > 0)`);
}

export async function rewriteNews(tx: Transaction, news: readonly WrittenNews[]): Promise<void> {
  await tx.run(sql`
    update notifications n set message = w.message
    from unnest(${news.map(({ id }) => id)}::uuid[], ${news.map(({ message }) => message)}::text[])
      as w (id, message)
    where n.id = w.id`);
}

/** What is left of an account: a row that others' records point at. */
export async function stripUser(tx: Transaction, userId: string, now: Instant): Promise<void> {
  await tx.run(sql`
    update users set email = ${anonymousEmail(userId)}, password_hash = null, first_name = ${exColleague.firstName},
      last_name = ${exColleague.lastName}, former_names = '{}', taxi_license = null, phone_number = null,
      enable_flexible_shifts = false, may_review_codes = false, is_active = false, accepted_terms_at = null,
      accepted_terms_version = null, last_active_on = null, anonymised_at = ${now}
    where id = ${userId}`);
}

/** Accounts whose last activity was on `lastDay` or before; admins' belong to the settings and stay. */
export function listIdlePeople(database: Queryable, lastDay: Day): Promise<Person[]> {
  return database.many<Person>(sql`
    select id, worksite_id as "worksiteId" from users
    where anonymised_at is null and last_active_on <= ${lastDay} and role <> 'admin'
    order by last_active_on, id
    limit 500`);
}

/** A person who has still not come back, locked until the transaction ends. */
export function lockIdlePerson(
  tx: Transaction,
  userId: string,
  lastDay: Day,
): Promise<{ id: string } | null> {
  return tx.maybeOne<{ id: string }>(sql`
    select id from users
    where id = ${userId} and anonymised_at is null and last_active_on <= ${lastDay}
    for update`);
}
