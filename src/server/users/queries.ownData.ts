import sql from 'sql-template-tag';
import type { OwnData } from '../../domain/users/ownData.ts';
import { textColumns } from '../exchanges/queries.row.ts';
import { mailRecipient, mailSource, type Sourced } from '../mail/queries.source.ts';
import type { Queryable } from '../platform/database/database.ts';

export const getOwnAccount = (database: Queryable, userId: string): Promise<OwnData['account']> =>
  database.one(sql`
    select u.id, u.email, u.first_name, u.last_name,
      u.role, w.name as worksite, u.contract_hours,
      u.enable_flexible_shifts, u.taxi_license,
      u.phone_number, u.may_review_codes, u.may_approve_swaps, u.may_load_shifts,
      u.accepted_terms_at, u.accepted_terms_version,
      u.last_active_on, u.created_at
    from users u join worksites w on w.id = u.worksite_id
    where u.id = ${userId}`);

export const listOwnRosterDays = (database: Queryable, userId: string): Promise<OwnData['rosterDays']> =>
  database.many(sql`
    select o.title, o.created_at as loaded_at, r.day, r.duty, r.status, r.answered_at
    from roster_rows r join rosters o on o.id = r.roster_id
    where r.user_id = ${userId}
    order by o.number, r.day`);

/** The names in a worksite's files that were assigned to the person. */
export const listOwnRosterNames = (database: Queryable, userId: string): Promise<OwnData['rosterNames']> =>
  database.many(sql`
    select name_key as name, said_at from roster_names where user_id = ${userId}
    order by said_at, name_key`);

/** The person's requests, without colleagues' answers. */
export const listOwnRequests = (database: Queryable, userId: string): Promise<OwnData['requests']> =>
  database.many(sql`
    select id, kind, status, offered_duties, requested_day as requested_date,
      requested_shift_type, acceptable_days, within_days, ${textColumns}, created_at, closed_at,
      close_reason
    from exchange_requests r where requester_id = ${userId}
    order by created_at, id`);

/** The person's pre-acceptances, without the requesters. */
export const listOwnOffers = (database: Queryable, userId: string): Promise<OwnData['offers']> =>
  database.many(sql`
    select p.request_id, r.requested_day as requested_date, p.status,
      p.offered_duties, p.created_at, p.updated_at
    from pre_acceptances p join exchange_requests r on r.id = p.request_id
    where p.user_id = ${userId}
    order by p.created_at, p.request_id`);

export const listOwnRejections = (database: Queryable, userId: string): Promise<OwnData['rejections']> =>
  database.many(sql`
    select x.request_id, r.requested_day as requested_date, x.created_at
    from exchange_rejections x join exchange_requests r on r.id = x.request_id
    where x.user_id = ${userId}
    order by x.created_at, x.request_id`);

/** The person's codes, without the reviewers. */
export const listOwnCodes = (database: Queryable, userId: string): Promise<OwnData['operationCodes']> =>
  database.many(sql`
    select type, code, description, status, submitted_at, reviewed_at,
      rejection_reason
    from operation_codes where user_id = ${userId}
    order by submitted_at, id`);

export const listOwnMails = (
  database: Queryable,
  userId: string,
): Promise<(Omit<OwnData['mails'][number], 'subject'> & Sourced)[]> =>
  database.many(sql`
    select kind, ${mailRecipient} as recipient, ${mailSource} as source, status, created_at,
      sent_at
    from mail_outbox m where user_id = ${userId}
    order by created_at, id`);
