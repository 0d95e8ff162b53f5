import sql, { type Sql } from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import type { NotificationEnding } from '../../domain/notifications/endings.it.ts';
import { actionTypes, type NotificationType } from '../../domain/notifications/types.ts';
import type { Transaction } from '../platform/database/database.ts';
import { isUnworkedOn } from '../platform/openDay.ts';

/** A request of which something has changed, and whose it is. */
export interface ChangedRequest {
  id: string;
  requesterId: string;
}

/** A notification that has ended: whose it was. */
export interface ResolvedNotification {
  userId: string;
  type: NotificationType;
}

/** What is set of a notification that has ended: it counts as read, and no mail tells it any more. */
export const ended = (ending: Sql, now: Instant): Sql =>
  sql`is_read = true, over_at = ${now}, ending = ${ending}, mail_due_at = null`;

const asksSomething: Sql = sql`n.over_at is null and n.type = any(${[...actionTypes, 'new_compatible_shift']}::text[])`;

const offeredType = (request: Sql): Sql => sql`(${request}.offered_duties -> 0 ->> 'shiftType')`;

/** Whether `one` offers a day on which the requester of `other` would work and does not yet, and the type they look for. */
const offersWhatIsAsked = (one: Sql, other: Sql): Sql => sql`
  ${one}.requested_day = any(${other}.acceptable_days)
  and coalesce(${other}.requested_shift_type, ${offeredType(one)}) = ${offeredType(one)}
  and ${isUnworkedOn(sql`${other}.requester_id`, sql`${one}.requested_day`)}`;

/** Whether two requests of kind `giorno` offer each what the other asks for. */
export const isDayMirror = (one: Sql, other: Sql): Sql => sql`
  (${offersWhatIsAsked(one, other)} and ${offersWhatIsAsked(other, one)})`;

/** Whether reader of `a` and requester of `r` still want what the other offers. */
const isMirrored: Sql = sql`
  exists (
    select from exchange_requests own
    where own.requester_id = a.user_id and own.status = 'aperta' and own.kind = r.kind
      and case r.kind
        when 'giorno' then ${isDayMirror(sql`own`, sql`r`)}
        when 'ferie' then own.offered_week = r.wanted_week and own.wanted_week = r.offered_week
        else own.requested_day = r.requested_day
          or (own.wanted_week = r.wanted_week and own.wanted_week is not null)
      end
      and (r.kind in ('ferie', 'giorno') or (own.requested_shift_type = r.offered_duties -> 0 ->> 'shiftType'
        and r.requested_shift_type = own.offered_duties -> 0 ->> 'shiftType')))`;

const whenClosed: Sql = sql`
    when r.status = 'completata' then 'completed'
    when r.close_reason = 'day_begun' or (r.status <> 'aperta' and r.closed_at >= r.expires_at) then 'expired'
    when r.status <> 'aperta' then 'closed'`;

/**
 * What became of the matter of notification `a` by what stands of request `r` now; null while it is not over.
 *
 * @param areMatches whether news of matches is among them
 */
const endingNow = (areMatches: boolean): Sql => sql`
  case ${whenClosed}
    when a.type in ('new_exchange_request', 'exchange_match') and (
      exists (select from exchange_rejections x where x.request_id = r.id and x.user_id = a.user_id)
      or exists (select from pre_acceptances p
        where p.request_id = r.id and p.user_id = a.user_id and p.status in ('offerta', 'rifiutata', 'ritirata'))
    ) then 'answered'
    when a.type = 'approval_wanted' and not exists (
      select from pre_acceptances p
      where p.request_id = r.id and p.status = 'offerta' and p.reserved_until is not null
    ) then 'approval_over'
    when a.type = 'request_pre_accepted' and exists (
      select from pre_acceptances p
      where p.request_id = r.id and p.user_id = a.person_id and p.status = 'offerta' and p.reserved_until is not null
    ) then 'answered'
    ${areMatches ? sql`when a.type = 'exchange_match' and not ${isMirrored} then 'closed'` : sql``}
    when a.type = 'request_pre_accepted' and not exists (
      select from pre_acceptances p
      where p.request_id = r.id and p.status = 'offerta' and (a.person_id is null or p.user_id = a.person_id)
    ) then case when exists (
        select from pre_acceptances p where p.request_id = r.id and p.user_id = a.person_id and p.status = 'rifiutata')
      then 'answered' else 'offer_gone' end
  end`;

/**
 * Ends the notifications that ask for something which cannot or need not be done any more, now that these requests have
 * changed; they count as read. A closed request may have told two hundred people: with those, what became of each is not
 * asked (a confirmation that 86 had been told of: 3.9 ms of the embedded database before, 2.0 since).
 *
 * @returns whose they were, and of which type
 */
export async function resolveOutdated(
  tx: Transaction,
  touched: readonly ChangedRequest[],
  now: Instant,
): Promise<ResolvedNotification[]> {
  const ids = touched.map(({ id }) => id);
  const isOfRequests = sql`n.related_request_id = any(${ids}::uuid[]) and ${asksSomething}`;
  // of the many who were told of an open request only those who answered it are judged
  const isOfOpen = sql`
    n.related_request_id in (select o.id from exchange_requests o where o.id = any(${ids}::uuid[]) and o.status = 'aperta')
    and ${asksSomething} and (n.type <> 'new_exchange_request' or n.user_id in (
      select x.user_id from exchange_rejections x where x.request_id = any(${ids}::uuid[])
      union all
      select p.user_id from pre_acceptances p where p.request_id = any(${ids}::uuid[])))`;
  const isMatchOfRequesters = sql`
    n.user_id = any(${touched.map(({ requesterId }) => requesterId)}::uuid[])
    and n.type = 'exchange_match' and n.over_at is null`;
  const are = await tx.one<{ closed: boolean; others: boolean; matches: boolean }>(sql`
    select exists (select from exchange_requests r where r.id = any(${ids}::uuid[]) and r.status <> 'aperta') as closed,
      exists (select from notifications n where ${isOfOpen}) as others,
      exists (select from notifications n where ${isMatchOfRequesters})
        or exists (select from notifications n where n.type = 'exchange_match' and ${isOfRequests}) as matches`);
  const ofClosed = are.closed
    ? await tx.many<ResolvedNotification>(sql`
        update notifications n set ${ended(sql`case ${whenClosed} end`, now)}
        from exchange_requests r
        where r.id = n.related_request_id and r.status <> 'aperta' and ${isOfRequests}
        returning n.user_id, n.type`)
    : [];
  if (!are.others && !are.matches) return ofClosed;
  const columns = sql`n.id, n.type, n.user_id, n.person_id, n.related_request_id`;
  const others = await tx.many<ResolvedNotification>(sql`
    with asking as (
      select ${columns} from notifications n where ${isOfOpen}
      ${are.matches ? sql`union select ${columns} from notifications n where ${isMatchOfRequesters}` : sql``}
    ), judged as materialized (
      select a.id, ${endingNow(are.matches)} as ending from asking a join exchange_requests r on r.id = a.related_request_id
    )
    update notifications n set ${ended(sql`judged.ending`, now)}
    from judged where n.id = judged.id and judged.ending is not null
    returning n.user_id, n.type`);
  return [...ofClosed, ...others];
}

/** Ends everything that is asked about requests of a worksite. @returns whose news it was, and of which type */
export const resolveAllOfWorksite = (
  tx: Transaction,
  worksiteId: string,
  ending: NotificationEnding,
  now: Instant,
): Promise<ResolvedNotification[]> =>
  tx.many(sql`
    update notifications n set ${ended(sql`${ending}`, now)}
    from exchange_requests r
    where r.id = n.related_request_id and r.worksite_id = ${worksiteId} and ${asksSomething}
    returning n.user_id, n.type`);

/** Ends what a person was asked to approve. @returns whose news it was, and of which type */
export const resolveApprovalsOf = (
  tx: Transaction,
  userId: string,
  now: Instant,
): Promise<ResolvedNotification[]> =>
  tx.many(sql`
    update notifications n set ${ended(sql`'approval_over'`, now)}
    where n.user_id = ${userId} and n.type = 'approval_wanted' and n.over_at is null
    returning n.user_id, n.type`);

/** What a person was asked about a request and has answered asks again: they took the answer back. It stays read. */
export async function reopenAnswered(tx: Transaction, requestId: string, userId: string): Promise<void> {
  await tx.run(sql`
    update notifications set over_at = null, ending = null
    where related_request_id = ${requestId} and user_id = ${userId} and ending = 'answered'
      and type in ('new_exchange_request', 'exchange_match')`);
}

/** Ends what was asked about one colleague's offer up to now: another shift takes its place. @returns whose news it was */
export async function resolveOffer(
  tx: Transaction,
  requestId: string,
  offererId: string,
  now: Instant,
): Promise<string[]> {
  const rows = await tx.many<{ userId: string }>(sql`
    update notifications n set ${ended(sql`'offer_gone'`, now)}
    where n.related_request_id = ${requestId} and n.person_id = ${offererId} and n.type = 'request_pre_accepted'
      and n.over_at is null
    returning n.user_id`);
  return rows.map(({ userId }) => userId);
}

/** Ends everything that was asked about a request up to now. @returns whose news it was, and of which type */
export function resolveAllOfRequest(
  tx: Transaction,
  requestId: string,
  ending: NotificationEnding,
  now: Instant,
): Promise<ResolvedNotification[]> {
  return tx.many<ResolvedNotification>(sql`
    update notifications n set ${ended(sql`${ending}`, now)}
    where n.related_request_id = ${requestId} and ${asksSomething}
    returning n.user_id, n.type`);
}
