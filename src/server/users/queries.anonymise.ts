import sql, { raw } from 'sql-template-tag';
import type { Day, Instant } from '../../domain/calendar/day.ts';
import { anonymousEmail, exColleague } from '../../domain/users/anonymous.ts';
import { clearTexts } from '../exchanges/queries.row.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';

export interface Person {
  id: string;
  worksiteId: string;
}

/** Tables that belong to a person alone: calendar, notifications, devices, links. */
const ownTables = [
  'shifts',
  'calendar_feeds',
  'roster_rows',
  'roster_names',
  'shift_batches',
  'shift_patterns',
  'notifications',
  'push_devices',
  'push_preferences',
  'mail_preferences',
  'password_links',
  'known_devices',
];

/** Deletes those rows, the person's unreviewed codes, and mails unrelated to swaps. */
export async function deleteOwnRows(tx: Transaction, userId: string): Promise<void> {
  for (const table of ownTables) await tx.run(sql`delete from ${raw(table)} where user_id = ${userId}`);
  await tx.run(sql`delete from operation_codes where user_id = ${userId} and status = 'pending'`);
  await tx.run(sql`delete from mail_outbox where user_id = ${userId} and swap_id is null`);
}

const noContact = JSON.stringify({ taxiLicense: null, phoneNumber: null });

/** Removes texts, licence and phone from records that others keep: swaps, requests, reviewed codes. */
export async function stripSharedRows(tx: Transaction, userId: string): Promise<void> {
  await tx.run(sql`
    update completed_swaps set requester_snapshot = requester_snapshot || ${noContact}::jsonb
    where requester_id = ${userId} and not requester_snapshot @> ${noContact}::jsonb`);
  await tx.run(sql`
    update completed_swaps set accepter_snapshot = accepter_snapshot || ${noContact}::jsonb
    where accepter_id = ${userId} and not accepter_snapshot @> ${noContact}::jsonb`);
  await clearTexts(tx, userId);
  await tx.run(sql`
    update operation_codes set description = null, rejection_reason = null where user_id = ${userId}`);
}

/** Gives up mails to the person, with the mail servers' answers, which quote addresses. */
export async function giveUpMails(tx: Transaction, userId: string): Promise<void> {
  await tx.run(sql`
    update mail_outbox set status = case status when 'queued' then 'failed' else status end,
      last_error = case status when 'queued' then 'account eliminato' end
    where user_id = ${userId}`);
}

/** Reduces an account to the row that others' records reference. */
export async function stripUser(tx: Transaction, userId: string, now: Instant): Promise<void> {
  await tx.run(sql`
    update users set email = ${anonymousEmail(userId)}, password_hash = null, first_name = ${exColleague.firstName},
      last_name = ${exColleague.lastName}, taxi_license = null, phone_number = null,
      enable_flexible_shifts = false, may_review_codes = false, may_approve_swaps = false, may_load_shifts = false, is_active = false, accepted_terms_at = null,
      accepted_terms_version = null, last_active_on = null, anonymised_at = ${now}
    where id = ${userId}`);
}

/** Accounts last active on `lastDay` or before; admins' are managed by the settings and excluded. */
export const listIdlePeople = (database: Queryable, lastDay: Day): Promise<Person[]> =>
  database.many(sql`
    select id, worksite_id from users
    where anonymised_at is null and last_active_on <= ${lastDay} and role <> 'admin'
    order by last_active_on, id
    limit 500`);

/** Locks a person who has still not come back, until the transaction ends. */
export const lockIdlePerson = (
  tx: Transaction,
  userId: string,
  lastDay: Day,
): Promise<{ id: string } | null> =>
  tx.maybeOne(sql`
    select id from users
    where id = ${userId} and anonymised_at is null and last_active_on <= ${lastDay}
    for update`);

/** How many accounts have no activity since `lastDay`, and how many exist; excludes admins. */
export const countIdlePeople = (
  database: Queryable,
  lastDay: Day,
): Promise<{ idle: number; accounts: number }> =>
  database.one(sql`
    select
      (select count(*) from users where anonymised_at is null and last_active_on <= ${lastDay} and role <> 'admin')
        as idle,
      (select count(*) from users where anonymised_at is null and role <> 'admin') as accounts`);
