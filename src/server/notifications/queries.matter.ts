import sql, { type Sql } from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import { isMirror, type MirrorTerms } from '../../domain/exchanges/board.ts';
import type { Matter, RequestMatter, RosterMatter, Subject } from '../../domain/notifications/matter.it.ts';
import type { Notification } from '../../domain/notifications/schema.ts';
import {
  endOf,
  notificationFactsSchema,
  notificationText,
  type NotificationType,
  notificationTypes,
  typesAbout,
} from '../../domain/notifications/types.ts';
import { jsonInstant } from '../platform/jsonInstant.ts';
import { latestRows } from '../platform/latestRows.ts';

/** Whether notification `n` is about one of these subjects; without any, about one that can end. */
export const isAbout = (...subjects: Subject[]): Sql => sql`n.type = any(${typesAbout(...subjects)}::text[])`;

/** As JSON: the `MirrorTerms` of a request. */
const mirrorTerms = (request: Sql): Sql => sql`
  json_build_object('kind', ${request}.kind, 'requesterId', ${request}.requester_id,
    'requesterContractHours', ${request}.requester_contract_hours, 'requesterRole', ${request}.requester_role,
    'requestedDay', ${request}.requested_day, 'offeredWeek', ${request}.offered_week, 'wantedWeek', ${request}.wanted_week,
    'acceptableDays', ${request}.acceptable_days, 'offeredDuties', ${request}.offered_duties,
    'requestedShiftType', ${request}.requested_shift_type, 'work', coalesce((
      select json_agg(json_build_object('userId', s.user_id, 'date', s.day, 'workLocation', s.work_location))
      from shifts s where s.user_id = ${request}.requester_id and s.day = any(${request}.acceptable_days)), '[]'))`;

/** As JSON: the state of request `r` for the reader of notification `n`. */
const requestMatter: Sql = sql`
  json_build_object('status', r.status, 'closeReason', r.close_reason, 'closedAt', ${jsonInstant(sql`r.closed_at`)},
    'expiresAt', ${jsonInstant(sql`r.expires_at`)}, 'changedAt', ${jsonInstant(sql`r.changed_at`)},
    'answer', case when ${isAbout('request', 'match')} then coalesce(
      (select json_build_object('status', 'no', 'givenAt', ${jsonInstant(sql`x.created_at`)})
        from exchange_rejections x where x.request_id = r.id and x.user_id = n.user_id),
      (select json_build_object('status', p.status, 'givenAt', ${jsonInstant(sql`p.created_at`)})
        from pre_acceptances p where p.request_id = r.id and p.user_id = n.user_id)) end,
    'mirrors', case when ${isAbout('match')} then (
      select json_build_object('request', ${mirrorTerms(sql`r`)}, 'own', coalesce(json_agg(${mirrorTerms(sql`own`)}), '[]'))
      from exchange_requests own
      where own.requester_id = n.user_id and own.status = 'aperta' and own.kind = r.kind) end,
    'offer', case when ${isAbout('offer')} then (
      select json_build_object('status', p.status, 'madeAt', ${jsonInstant(sql`p.created_at`)},
        'isReserved', p.reserved_until is not null)
      from pre_acceptances p where p.request_id = r.id and p.user_id = n.person_id) end,
    'awaitedSince', case when ${isAbout('approval')} then (
      select ${jsonInstant(sql`p.reserved_since`)} from pre_acceptances p
      where p.request_id = r.id and p.status = 'offerta' and p.reserved_until is not null) end,
    'mayApprove', case when ${isAbout('approval')} then (
      select u.role = 'admin' or (u.may_approve_swaps and u.worksite_id = r.worksite_id)
      from users u where u.id = n.user_id) end)`;

/** As JSON: what rosters propose to the reader of notification `n`. */
export const rosterMatter: Sql = sql`
  json_build_object(
    'isNewest', not exists (select from notifications later
      where later.user_id = n.user_id and later.type = n.type and (later.created_at, later.id) > (n.created_at, n.id)),
    'lastWaiting', (select max(l.day) from (${latestRows(sql`r.user_id = n.user_id`)}) l where l.status = 'waiting'),
    'isKept', (select true from roster_rows r where r.user_id = n.user_id limit 1) is not null,
    'isUndone', coalesce((
      select o.undone_at is not null from roster_rows r join rosters o on o.id = r.roster_id
      where r.user_id = n.user_id and o.created_at <= n.created_at
      order by o.number desc limit 1), false))`;

/** As JSON: the `StoredMatter` of notification `n`. */
export const matter: Sql = sql`
  case when ${isAbout('roster')} then ${rosterMatter}
    when ${isAbout()} then (select ${requestMatter} from exchange_requests r where r.id = n.related_request_id)
  end`;

/** A matter as selected; the domain decides whether a match still is one. */
export type StoredMatter =
  | RosterMatter
  | (RequestMatter & { mirrors?: { request: MirrorTerms; own: MirrorTerms[] } | null })
  | null;

const judged = (stands: StoredMatter): Matter => {
  if (stands === null || !('mirrors' in stands)) return stands;
  const { mirrors } = stands;
  return { ...stands, isMirrored: mirrors?.own.some((one) => isMirror(one, mirrors.request)) ?? null };
};

export interface JudgedRow {
  // not validated: what another version wrote may be unknown to this one
  type: string;
  createdAt: Instant;
  matter: StoredMatter;
}

/** Maps a type that only another version knows. */
const knownType = (type: string): NotificationType =>
  notificationTypes.find((one) => one === type) ?? 'shift_updated';

export const endOfRow = ({ type, createdAt, matter: stands }: JudgedRow, now: Instant): string | null =>
  endOf(knownType(type), judged(stands), { toldAt: createdAt, now });

/** A stored notification with the state of its matter. */
export interface WaitingNotification extends JudgedRow {
  id: string;
  isRead: boolean;
  relatedRequestId: string | null;
}

/** Adds what its text needs: the name of the person it is about. */
export interface StoredNotification extends WaitingNotification {
  // not validated: what another version wrote may be unknown to this one
  facts: unknown;
  person: string | null;
}

/** The notification as its reader sees it, with current names. */
export function notificationOf(stored: StoredNotification, now: Instant): Notification {
  const { id, person, createdAt, relatedRequestId } = stored;
  const type = knownType(stored.type);
  const facts = notificationFactsSchema.safeParse(stored.facts).data ?? null;
  const end = endOfRow(stored, now);
  const text = notificationText({ type, facts, person, end });
  const isOver = end !== null;
  const personName = person?.split(' ')[0] ?? null;
  const isRead = stored.isRead || isOver;
  return { id, type, ...text, personName, isRead, isOver, createdAt, relatedRequestId };
}

/** The columns of notification `n`, with its matter in SQL. */
export const waitingColumns = (stands: Sql): Sql =>
  sql`n.id, n.type, n.is_read, n.created_at, n.related_request_id, ${stands} as matter`;

export const textColumns: Sql = sql`
  n.facts, (select concat_ws(' ', p.first_name, p.last_name) from users p where p.id = n.person_id) as person`;

export const storedColumns: Sql = sql`${waitingColumns(matter)}, ${textColumns}`;
