import sql, { type Sql } from 'sql-template-tag';
import type { Attention, Overview } from '../../domain/admin/schema.ts';
import type { Day, Instant } from '../../domain/calendar/day.ts';
import { mailSubjects } from '../../domain/mail/news.ts';
import { pushSubjects } from '../../domain/notifications/push/schema.ts';
import type { Queryable } from '../platform/database/database.ts';

export interface OverviewPeriod {
  now: Instant;
  /** Monday of the first week. */
  firstDay: Day;
  /** When it begins in Rome. */
  since: Instant;
  /** Requests published before this are long open. */
  longOpenSince: Instant;
}

/** Completed swaps by week, including weeks without any, oldest first. */
export const countSwapsByWeek = (
  database: Queryable,
  { firstDay, since, now }: OverviewPeriod,
): Promise<Overview['swapsPerWeek']> =>
  database.many(sql`
    with weeks as (
      select ${firstDay}::date + 7 * n as monday
      from generate_series(0, ((${now}::timestamptz at time zone 'Europe/Rome')::date - ${firstDay}::date) / 7) n
    ), swaps as (
      select ${firstDay}::date + ((completed_at at time zone 'Europe/Rome')::date - ${firstDay}::date) / 7 * 7 as monday,
        count(*) as swaps
      from completed_swaps where completed_at >= ${since} group by 1
    )
    select w.monday as "from", coalesce(s.swaps, 0) as swaps
    from weeks w left join swaps s using (monday) order by w.monday`);

const unsentMails = sql`
  select count(*) filter (where status in ('queued', 'sending')) as queued,
    count(*) filter (where status = 'failed') as failed, count(*) filter (where status = 'unsure') as unsure
  from mail_outbox where status in ('queued', 'sending', 'failed', 'unsure')`;

/** Unreachable people are counted up to this number. */
const mostCountedPeople = 1000;

/** Whether person `u` has switched off everything their profile offers: approvals are for approvers. */
const wantsNone = (preferences: Sql, subjects: readonly string[]): Sql => sql`
  coalesce((select p.subjects_off || case when u.may_approve_swaps then '{}' else '{approvals}'::text[] end
    from ${preferences} p where p.user_id = u.id) @> ${[...subjects]}::text[], false)`;

/** Pending codes, unsent mails, people who joined since `joinedSince`, and unreachable people. */
export const countAttention = (
  database: Queryable,
  { joinedSince, now, canSendMail }: { joinedSince: Instant; now: Instant; canSendMail: boolean },
): Promise<Omit<Attention, 'failedSignIns' | 'isMailReady'>> =>
  database.one(sql`
    with mails as (${unsentMails})
    select json_build_object('queued', mails.queued, 'failed', mails.failed, 'unsure', mails.unsure) as mail,
      json_build_object(
        'OPP', (select count(*) from operation_codes where type = 'OPP' and status = 'pending'),
        'Case', (select count(*) from operation_codes where type = 'Case' and status = 'pending')) as codes,
      (select count(*) from users where created_at >= ${joinedSince} and anonymised_at is null) as new_people,
      (select count(*) from (
        select from users u
        where u.role <> 'admin' and u.is_active and u.anonymised_at is null
          -- index lookups per person: avoids scanning all devices and preferences
          and case when (select s.id from push_devices d join sessions s on s.id = d.session_id
              where d.user_id = u.id and s.expires_at > ${now} limit 1) is null
            then not ${canSendMail}::boolean or ${wantsNone(sql`mail_preferences`, mailSubjects)}
            else ${wantsNone(sql`push_preferences`, pushSubjects)} end
        order by u.id limit ${mostCountedPeople}) counted) as unreachable
    from mails`);

/** Requests open now and closed since, and unsent mails. */
export const countRequestsAndMails = (
  database: Queryable,
  { now, since, longOpenSince }: OverviewPeriod,
): Promise<Omit<Overview, 'swapsPerWeek'>> =>
  database.one(sql`
    with open as (
      select count(*) as n, count(*) filter (where created_at < ${longOpenSince}) as long
      from exchange_requests where status = 'aperta' and expires_at > ${now}
    ), closed as (
      select count(*) as n, count(*) filter (where status = 'completata') as found
      from exchange_requests where closed_at >= ${since}
    ), mails as (
      ${unsentMails}
    )
    select open.n as open_requests, open.long as open_long, closed.n as closed, closed.found as found_partner,
      json_build_object('queued', mails.queued, 'failed', mails.failed, 'unsure', mails.unsure) as mail
    from open, closed, mails`);
