import sql from 'sql-template-tag';
import type { OwnData } from '../../domain/users/ownData.ts';
import type { Queryable } from '../platform/database/database.ts';

/** A person's account as it is stored; `worksite` by name. */
export function getOwnAccount(database: Queryable, userId: string): Promise<OwnData['account']> {
  return database.one<OwnData['account']>(sql`
    select u.id, u.email, u.first_name as "firstName", u.last_name as "lastName", u.former_names as "formerNames",
      u.role, w.name as worksite, u.contract_hours as "contractHours",
      u.enable_flexible_shifts as "enableFlexibleShifts", u.taxi_license as "taxiLicense",
      u.phone_number as "phoneNumber", u.may_review_codes as "mayReviewCodes",
      u.accepted_terms_at as "acceptedTermsAt", u.accepted_terms_version as "acceptedTermsVersion",
      u.last_active_on as "lastActiveOn", u.created_at as "createdAt"
    from users u join worksites w on w.id = u.worksite_id
    where u.id = ${userId}`);
}

/** One's own requests, without what colleagues answered to them. */
export function listOwnRequests(database: Queryable, userId: string): Promise<OwnData['requests']> {
  return database.many(sql`
    select id, kind, status, offered_duties as "offeredDuties", requested_day as "requestedDate",
      requested_shift_type as "requestedShiftType", message, created_at as "createdAt", closed_at as "closedAt",
      close_reason as "closeReason"
    from exchange_requests where requester_id = ${userId}
    order by created_at, id`);
}

/** One's own pre-acceptances, without whose request it was. */
export function listOwnOffers(database: Queryable, userId: string): Promise<OwnData['offers']> {
  return database.many(sql`
    select p.request_id as "requestId", r.requested_day as "requestedDate", p.status,
      p.offered_duties as "offeredDuties", p.created_at as "createdAt", p.updated_at as "updatedAt"
    from pre_acceptances p join exchange_requests r on r.id = p.request_id
    where p.user_id = ${userId}
    order by p.created_at, p.request_id`);
}

export function listOwnRejections(database: Queryable, userId: string): Promise<OwnData['rejections']> {
  return database.many(sql`
    select x.request_id as "requestId", r.requested_day as "requestedDate", x.created_at as "createdAt"
    from exchange_rejections x join exchange_requests r on r.id = x.request_id
    where x.user_id = ${userId}
    order by x.created_at, x.request_id`);
}

export function listOwnNews(database: Queryable, userId: string): Promise<OwnData['notifications']> {
  return database.many(sql`
    select type, title, message, is_read as "isRead", created_at as "createdAt"
    from notifications where user_id = ${userId}
    order by created_at, id`);
}

/** One's own codes, without who reviewed them. */
export function listOwnCodes(database: Queryable, userId: string): Promise<OwnData['operationCodes']> {
  return database.many(sql`
    select type, code, description, status, submitted_at as "submittedAt", reviewed_at as "reviewedAt",
      rejection_reason as "rejectionReason"
    from operation_codes where user_id = ${userId}
    order by submitted_at, id`);
}

/** Mails that went or will go to the person. */
export function listOwnMails(database: Queryable, userId: string): Promise<OwnData['mails']> {
  return database.many(sql`
    select kind, recipient, subject, status, created_at as "createdAt", sent_at as "sentAt"
    from mail_outbox where user_id = ${userId}
    order by created_at, id`);
}
