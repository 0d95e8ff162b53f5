import { createHash } from 'node:crypto';
import pg from 'pg';
import sql, { raw, type Sql } from 'sql-template-tag';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, addHours, daysOf } from '../../src/domain/calendar/day.ts';
import { mostApprovals } from '../../src/domain/exchanges/schema.approval.ts';
import {
  type ExchangeRow,
  type ExchangeTab,
  exchangeTabs,
  mostWaiting,
} from '../../src/domain/exchanges/schema.ts';
import { defaultPushPreferences } from '../../src/domain/notifications/push/schema.ts';
import { spanOfMonth, yearOf } from '../../src/domain/operations/rules.ts';
import { defaultRestLimits } from '../../src/domain/rest/limits.ts';
import { listActors, listAudit } from '../../src/server/admin/queries.audit.ts';
import { listShiftsAfter } from '../../src/server/admin/queries.export.ts';
import * as overview from '../../src/server/admin/queries.overview.ts';
import { listRecentShifts } from '../../src/server/admin/queries.panel.ts';
import { countFailedSignIns } from '../../src/server/auth/commands.attempts.ts';
import { deleteDevicesOf, noteDevice } from '../../src/server/auth/queries.devices.ts';
import { deleteOtherSessions, listOwnSessions } from '../../src/server/auth/queries.sessions.ts';
import { findCredentials, insertLinkOfEmail, spendLinks } from '../../src/server/auth/queries.ts';
import { readApprovals } from '../../src/server/exchanges/approvalViews.ts';
import { readCompleted } from '../../src/server/exchanges/completedViews.ts';
import * as approvalQueries from '../../src/server/exchanges/queries.approvals.ts';
import { findCard } from '../../src/server/exchanges/queries.cards.ts';
import { countCompletedSwaps, listCompletedSwaps } from '../../src/server/exchanges/queries.completed.ts';
import * as dayQueries from '../../src/server/exchanges/queries.days.ts';
import * as duties from '../../src/server/exchanges/queries.duties.ts';
import * as endings from '../../src/server/exchanges/queries.ending.ts';
import * as pages from '../../src/server/exchanges/queries.page.ts';
import * as peopleQueries from '../../src/server/exchanges/queries.people.ts';
import type { PersonRow } from '../../src/server/exchanges/queries.people.ts';
import { findTab } from '../../src/server/exchanges/queries.tabs.ts';
import type { Viewer } from '../../src/server/exchanges/queries.takeable.ts';
import * as requestQueries from '../../src/server/exchanges/queries.ts';
import { listWaiting } from '../../src/server/exchanges/queries.waiting.ts';
import { endRequestRows, lapseOffersOf } from '../../src/server/exchanges/queries.write.ts';
import * as views from '../../src/server/exchanges/views.ts';
import * as mails from '../../src/server/mail/queries.outbox.ts';
import { giveUpUseless } from '../../src/server/mail/queries.password.ts';
import { claimMail, findNextInstants, giveUpClaims, hasDueMail } from '../../src/server/mail/queries.ts';
import { queuePushes } from '../../src/server/notifications/push/queries.events.ts';
import * as pushes from '../../src/server/notifications/push/queries.outbox.ts';
import { removeDevice, removeLapsedDevices } from '../../src/server/notifications/push/queries.removal.ts';
import * as devices from '../../src/server/notifications/push/queries.ts';
import { findNextNews, gatherNews, lockNextReader } from '../../src/server/notifications/queries.mail.ts';
import { resolveAllOfRequest, resolveOutdated } from '../../src/server/notifications/queries.resolve.ts';
import {
  countUnread,
  listNotifications,
  markAllRead,
  readNotificationPage,
} from '../../src/server/notifications/queries.ts';
import * as operations from '../../src/server/operations/queries.ts';
import * as operationWrites from '../../src/server/operations/queries.write.ts';
import type { AppContext } from '../../src/server/platform/context.ts';
import type { Queryable, Transaction } from '../../src/server/platform/database/database.ts';
import { readOutboxState } from '../../src/server/platform/metrics/state.ts';
import { deleteExpiredSessions, findSession } from '../../src/server/platform/session/queries.ts';
import { readSession, type SignedIn } from '../../src/server/platform/session/session.ts';
import * as rosterCalendars from '../../src/server/rosters/queries.calendars.ts';
import * as invitations from '../../src/server/rosters/queries.invitations.ts';
import * as nameQueries from '../../src/server/rosters/queries.names.ts';
import * as rosterPeople from '../../src/server/rosters/queries.people.ts';
import * as rosterRows from '../../src/server/rosters/queries.rows.ts';
import * as rosters from '../../src/server/rosters/queries.ts';
import * as unclaimed from '../../src/server/rosters/queries.unclaimed.ts';
import * as replaced from '../../src/server/rosters/queries.unclaimedReplaced.ts';
import * as rosterWrites from '../../src/server/rosters/queries.write.ts';
import { deleteOldBatches, findBatch, listUnchangedOf } from '../../src/server/shifts/queries.batches.ts';
import * as feed from '../../src/server/shifts/queries.feed.ts';
import { deletePattern, listPatterns } from '../../src/server/shifts/queries.patterns.ts';
import * as shifts from '../../src/server/shifts/queries.ts';
import * as upkeep from '../../src/server/upkeep/queries.ts';
import * as anonymising from '../../src/server/users/queries.anonymise.ts';
import { listCeoAccounts, listPeople } from '../../src/server/users/queries.ceo.ts';
import * as ownData from '../../src/server/users/queries.ownData.ts';
import { endWallInvitation } from '../../src/server/worksites/queries.ceo.ts';
import { testDatabase } from '../support/database.ts';

// Every query of a list, a card and a command reads through an index once the tables have grown (on PostgreSQL alone: the
// embedded database is the same planner): 10,000 people in 50
// worksites with a million shifts, and in the one that looks 200 colleagues with 5,000 requests. A new list gets a line in
// `queries` (the call as its route makes it, next page included) and, for a table of its own, rows in `fill`.

const database = await testDatabase();

const firstDay = '2026-11-20';
const now = '2026-11-16T09:00:00.000Z';
const holidays = {
  offered: { from: '2026-11-21', to: '2026-11-27' },
  wanted: { from: '2026-11-28', to: '2026-12-04' },
};
const week = daysOf(holidays.offered);
/** Whatever the tables hold, the small ones are read as a whole. */
const smallTables = new Set(['worksites', 'mail_settings', 'push_keys', 'push_events']);

let person: PersonRow;
let viewer: Viewer;
let shiftId: string;
let requestId: string;

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

interface ExplainRow {
  'QUERY PLAN': [{ Plan: PlanNode }];
}

/** For these very parameters, as a statement is planned the first time it is sent. */
async function planFor(statement: Sql): Promise<PlanNode> {
  const row = await database.one<ExplainRow>(sql`explain (format json) ${statement}`);
  return row['QUERY PLAN'][0].Plan;
}

/** A parameter as PostgreSQL reads it. */
function textOf(value: unknown): string {
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  if (!Array.isArray(value)) return String(value);
  return `{${value.map((one) => `"${textOf(one).replaceAll(/[\\"]/g, '\\$&')}"`).join()}}`;
}

/** For whatever parameters come, as a prepared statement is planned. */
function planForAny({ text, values }: Sql): Promise<PlanNode> {
  const literals = values.map((value) => (value === null ? 'null' : pg.escapeLiteral(textOf(value))));
  const call = literals.length > 0 ? `planned(${literals.join(', ')})` : 'planned';
  return database.transaction(async (tx) => {
    await tx.script(`prepare planned as ${text}`);
    const row = await tx.one<ExplainRow>(raw(`explain (format json) execute ${call}`));
    await tx.script('deallocate planned');
    return row['QUERY PLAN'][0].Plan;
  });
}

/** Plans each statement before it runs; what writes is planned only. */
class Planner implements Queryable {
  readonly wholeReads: string[] = [];
  statements = 0;

  /** @returns whether the statement writes */
  async #plan(statement: Sql): Promise<boolean> {
    this.statements += 1;
    const nodes = [await planFor(statement), await planForAny(statement)].flatMap(nodesOf);
    for (const node of nodes) {
      const table = node['Relation Name'];
      const isWhole = node['Node Type'] === 'Seq Scan';
      if (isWhole && table !== undefined && !smallTables.has(table)) this.wholeReads.push(table);
    }
    return nodes.some((node) => node['Node Type'] === 'ModifyTable');
  }

  async many<Row>(statement: Sql): Promise<Row[]> {
    const isWriting = await this.#plan(statement);
    return isWriting ? [] : database.many<Row>(statement);
  }

  async maybeOne<Row>(statement: Sql): Promise<Row | null> {
    return (await this.many<Row>(statement))[0] ?? null;
  }

  async one<Row>(statement: Sql): Promise<Row> {
    return (await this.many<Row>(statement))[0]!;
  }

  async run(statement: Sql): Promise<number> {
    await this.#plan(statement);
    return 0;
  }
}

beforeAll(async () => {
  await database.transaction(async (tx) => {
    // what fills a table is not a call that somebody waits for
    await tx.run(sql`set local statement_timeout = 0`);
    await fill(tx);
    await fillAudit(tx);
  });
  await database.run(sql`analyze`);
  person = await database.one<PersonRow>(sql`
    select id, worksite_id as "worksiteId", first_name as "firstName", last_name as "lastName", email, role,
      contract_hours as "contractHours", enable_flexible_shifts as "enableFlexibleShifts", is_active as "isActive", taxi_license as "taxiLicense",
      phone_number as "phoneNumber"
    from users where email = 'persona777@turnario.example'`);
  viewer = { id: person.id, worksiteId: person.worksiteId, now, closed: now };
  ({ shiftId, requestId } = await database.one<{ shiftId: string; requestId: string }>(sql`
    select offered_shift_id as "shiftId", id as "requestId" from exchange_requests
    where requester_id = ${person.id} and status = 'aperta' limit 1`));
});

async function fill(tx: Transaction): Promise<void> {
  const duty = sql`jsonb_build_array(jsonb_build_object('date', s.day, 'shiftId', s.id, 'workLocation', 'sede',
    'startTime', to_char(s.start_time, 'HH24:MI'), 'endTime', to_char(s.end_time, 'HH24:MI'),
    'shiftType', s.shift_type, 'isSplitShift', false, 'secondStartTime', null, 'secondEndTime', null))`;
  await tx.run(sql`
    insert into worksites (name, access_code, email)
    select 'Cantiere ' || n, 'CODICE-' || n, 'c' || n || '@turnario.example' from generate_series(0, 49) n`);
  await tx.run(sql`
    insert into users (worksite_id, email, first_name, last_name, role)
    select w.id, 'persona' || n || '@turnario.example', 'Persona', 'Numero' || n, 'operatore'
    from generate_series(0, 9999) n join worksites w on w.name = 'Cantiere ' || n % 50`);
  await tx.run(sql`
    insert into sessions (token_hash, user_id, is_remembered, created_at, last_used_at, expires_at)
    select sha256(convert_to(email, 'UTF8')), id, true, ${now}, ${now}, ${now}::timestamptz + interval '30 days' from users`);
  await tx.run(sql`
    insert into password_links (token_hash, user_id, created_at, expires_at, used_at)
    select sha256(convert_to('link ' || email, 'UTF8')), id, ${now}, ${now}, ${now} from users`);
  await tx.run(sql`
    insert into known_devices (token_hash, user_id, used_at)
    select sha256((u.id::text || n)::bytea), u.id, '2026-01-01'::timestamptz + n * interval '1 day'
    from users u, generate_series(1, 10) n`);
  await tx.run(sql`
    insert into attempt_counters (key, window_started_at, attempts)
    select sha256(n::text::bytea), ${now}, 1 from generate_series(1, 10000) n`);
  await tx.run(sql`
    insert into calendar_feeds (user_id, token_hash, with_notes, with_absences, created_at)
    select id, sha256(convert_to('feed ' || email, 'UTF8')), false, false, ${now} from users`);
  await tx.run(sql`
    insert into calendar_feed_events (user_id, shift_id, part, day, start_time, end_time, content_hash, sequence, changed_at)
    select id, gen_random_uuid(), 1, ${firstDay}::date + n, '06:00', '14:00', '', 0, ${now}
    from users, generate_series(1, 10) n`);
  await tx.run(sql`
    insert into shift_batches (user_id, created_at, shift_ids, replaced)
    select id, ${now}::timestamptz - interval '5 minutes', '{}', '[]' from users`);
  await tx.run(sql`
    insert into shift_patterns (user_id, name, steps, starts_on, updated_at)
    select id, 'Turno ' || n, '[]', ${firstDay}::date, ${now} from users, generate_series(1, 3) n`);
  await tx.run(sql`
    insert into rosters (worksite_id, loader_id, title, first_day, last_day, is_entered, created_at)
    select w.id, (select u.id from users u where u.worksite_id = w.id limit 1), 'dicembre',
      ${firstDay}::date - n, ${firstDay}::date - n + 30, false, ${now}
    from worksites w, generate_series(1, 100) n`);
  await tx.run(sql`
    insert into roster_rows (roster_id, user_id, day, duty, status)
    select o.id, u.id, o.first_day + n, '{}', case when n % 3 = 0 then 'waiting' else 'same' end
    from rosters o join users u on u.worksite_id = o.worksite_id, generate_series(0, 4) n
    where o.first_day = ${firstDay}::date - 1`);
  await tx.run(sql`
    insert into unclaimed_people (worksite_id, name, name_key, created_at)
    select w.id, 'Persona ' || n, 'persona ' || n, ${now} from worksites w, generate_series(1, 20) n`);
  await tx.run(sql`
    insert into unclaimed_shifts (person_id, day, roster_id, duty)
    select p.id, ${firstDay}::date + n, o.id, '{"workLocation": "sede"}'
    from unclaimed_people p join rosters o on o.worksite_id = p.worksite_id and o.first_day = ${firstDay}::date - 1,
      generate_series(0, 9) n`);
  await tx.run(sql`
    insert into invitations (worksite_id, person_id, token_hash, created_at, expires_at)
    select worksite_id, id, sha256(convert_to(id::text, 'UTF8')), ${now}, ${now} from unclaimed_people`);
  await tx.run(sql`
    insert into roster_names (worksite_id, name_key, user_id, is_without_account, others, said_at)
    select worksite_id, 'persona ' || id, id, false, '{}'::uuid[], ${now}::timestamptz from users
    union all select worksite_id, name_key, null, n = 1, '{}'::uuid[], ${now}::timestamptz from (
      select worksite_id, name_key, row_number() over (partition by worksite_id) as n from unclaimed_people) p`);
  await tx.run(sql`
    insert into unclaimed_replaced (replaced_by, roster_id, name, name_key, day, duty, replaced_at)
    select o.id, s.roster_id, p.name, p.name_key, s.day, s.duty, ${now}
    from unclaimed_shifts s join unclaimed_people p on p.id = s.person_id
      join rosters o on o.worksite_id = p.worksite_id and o.first_day = ${firstDay}::date - 2`);
  await tx.run(
    sql`analyze roster_names, rosters, roster_rows, unclaimed_people, unclaimed_shifts, unclaimed_replaced, invitations`,
  );
  await withoutIndexes(tx, 'shifts', () => fillShifts(tx));
  await tx.run(sql`analyze shifts, users`);
  // of many two open ones, of which one has offers, and eight that are closed or completed; of each in worksite 27 more
  await tx.run(sql`
    insert into exchange_requests (worksite_id, requester_id, kind, status, offered_shift_id, offered_duties,
      offered_day, requested_day, requested_shift_type, requester_contract_hours, requester_role, expires_at,
      close_reason, closed_at)
    select s.worksite_id, s.user_id, 'turno', f.status, s.id, ${duty}, s.day, s.day,
      case s.shift_type when 'mattina' then 'pomeriggio' else 'mattina' end, 8, 'operatore',
      (s.day + s.start_time) at time zone 'Europe/Rome',
      case f.status when 'annullata' then 'shift_changed' end, case when f.status <> 'aperta' then now() end
    from shifts s join users u on u.id = s.user_id,
      lateral (select substr(u.last_name, 7)::int as number) p,
      lateral (select case when s.day - ${firstDay}::date between 3 and 4 then 'aperta'
        when (s.day - ${firstDay}::date + p.number / 50) % 2 = 0 then 'annullata'
        else 'completata' end as status) f
    where (s.day - ${firstDay}::date in (3, 4, 7, 8, 9, 10, 11, 12, 13, 14)
        and (p.number < 2000 or p.number % 50 = 27))
      or (s.day - ${firstDay}::date between -15 and -1 and p.number % 50 = 27)`);
  // of each in worksite 27 one day more, for any of the next ones
  await tx.run(sql`
    insert into exchange_requests (worksite_id, requester_id, kind, offered_shift_id, offered_duties, offered_day,
      requested_day, acceptable_days, requester_contract_hours, requester_role, expires_at)
    select s.worksite_id, s.user_id, 'giorno', s.id, ${duty}, s.day, s.day,
      (select array_agg(s.day + n) from generate_series(1, 14) n), 8, 'operatore',
      (s.day + s.start_time) at time zone 'Europe/Rome'
    from shifts s join users u on u.id = s.user_id
    where s.day = ${firstDay}::date + 20 and substr(u.last_name, 7)::int % 50 = 27`);
  await tx.run(sql`analyze exchange_requests`);
  await tx.run(sql`
    insert into pre_acceptances (request_id, user_id, status, offered_shift_id, offered_duties)
    select r.id, s.user_id, case r.status when 'aperta' then 'offerta' else 'decaduta' end, s.id, ${duty}
    from exchange_requests r join users q on q.id = r.requester_id cross join generate_series(1, 2) n
      join users u on u.last_name = 'Numero' || (substr(q.last_name, 7)::int + 50 * n) % 10000
      join shifts s on s.user_id = u.id and s.day = r.requested_day
    where s.day - ${firstDay}::date <> 4`);
  // one in eight of the open ones waits for approval: more than one list holds, whatever their ids
  await tx.run(sql`
    update pre_acceptances p set reserved_since = ${now}, reserved_until = ${firstDay}::date + interval '5 hours',
      reserved_shift_ids = array[r.offered_shift_id, p.offered_shift_id]
    from exchange_requests r
    where r.id = p.request_id and r.status = 'aperta' and hashtext(r.id::text) % 8 = 0
      and p.user_id = (select min(o.user_id::text)::uuid from pre_acceptances o where o.request_id = r.id)`);
  await tx.run(sql`
    insert into exchange_rejections (request_id, user_id)
    select r.id, u.id from exchange_requests r join users q on q.id = r.requester_id join users u
      on u.last_name = 'Numero' || (substr(q.last_name, 7)::int + 100) % 10000`);
  await tx.run(sql`
    insert into completed_swaps (request_id, worksite_id, kind, requester_id, accepter_id, requester_snapshot,
      accepter_snapshot, requester_gave, accepter_gave, exchange_day, requested_at, offered_at)
    select r.id, r.worksite_id, 'turno', r.requester_id, p.user_id, '{"role": "operatore"}', '{"role": "operatore"}',
      r.offered_duties, p.offered_duties, r.requested_day, now(), now()
    from exchange_requests r
    join lateral (select * from pre_acceptances p where p.request_id = r.id order by p.user_id limit 1) p on true
    where r.status = 'completata'`);
  await tx.run(sql`
    insert into notifications (user_id, type, person_id, facts, related_request_id, is_read, created_at)
    select p.user_id, 'exchange_declined', (select requester_id from exchange_requests where id = p.request_id),
      '{"fact": "other_chosen", "time": "2026-11-20"}', p.request_id, n > 0, now() - n * interval '1 hour'
    from pre_acceptances p, generate_series(0, 1) n where n = 0 or p.status = 'offerta'`);
  await tx.run(sql`
    insert into mail_outbox (dedupe_key, kind, swap_id, recipient, status, claimed_at, created_at)
    select 'swap:' || c.id || ':' || n, 'swap_completed', c.id, 'x@turnario.example',
      (array['sent', 'queued', 'sending'])[1 + (n * (c.exchange_day = ${firstDay}::date + 14)::int)], now(),
      now() - row_number() over () * interval '1 second'
    from completed_swaps c, generate_series(0, 2) n`);
  // few wait to go into a mail
  await tx.run(sql`
    update notifications set mail_due_at = ${now}
    where id in (select id from notifications order by id limit 100)`);
  await fillPushes(tx);
  await fillOperations(tx);
}

/** Of each person what they want, a device, and of each notification a push, of which few are still to be sent. */
async function fillPushes(tx: Transaction): Promise<void> {
  await tx.run(sql`
    insert into push_preferences (user_id, subjects_off, quiet_from, quiet_to, shows_details)
    select id, '{}', '22:00', '07:00', false from users`);
  await tx.run(sql`insert into mail_preferences (user_id, subjects_off) select id, '{offers}' from users`);
  await tx.run(sql`
    insert into push_devices (user_id, session_id, endpoint, origin, p256dh, auth, created_at)
    select user_id, id, 'https://push.example/' || id, 'https://push.example', '', '', ${now} from sessions`);
  await tx.run(sql`
    insert into push_outbox (notification_id, device_id, status, due_at, claimed_at, created_at)
    select n.id, d.id, (array['sent', 'queued', 'sending'])[1 + greatest(0, row_number() over () % 100 - 97)], ${now},
      ${now}, ${now}::timestamptz - row_number() over () * interval '1 second'
    from notifications n join push_devices d on d.user_id = n.user_id`);
}

/**
 * Of each person a hundred days in a row, a month of them to come: a million, ten days at a time, since a statement may
 * not take as long as all of them. Their ids ascend, which is quickest to write.
 */
async function fillShifts(tx: Transaction): Promise<void> {
  for (let first = 0; first < 100; first += 10) {
    await tx.run(sql`
      insert into shifts (id, worksite_id, user_id, day, work_location, start_time, end_time, shift_type)
      select lpad(to_hex(n * 10000 + p.number), 32, '0')::uuid, u.worksite_id, u.id, ${firstDay}::date - 69 + n, 'sede',
        case t.early when 0 then '06:00'::time else '14:00' end, case t.early when 0 then '14:00'::time else '22:00' end,
        case t.early when 0 then 'mattina' else 'pomeriggio' end
      from generate_series(${first}::int, ${first}::int + 9) n, users u,
        lateral (select substr(u.last_name, 7)::int as number) p,
        lateral (select (n + p.number / 50) % 2 as early) t
      order by 1`);
  }
}

/** Fills a table before its indexes are built and without asking its references: much quicker, with the same result. */
async function withoutIndexes(tx: Transaction, table: string, act: () => Promise<void>): Promise<void> {
  const indexes = await tx.many<{ drop: string; create: string }>(sql`
    select case when c.conname is null then concat('drop index ', i.indexrelid::regclass)
        else concat('alter table ', i.indrelid::regclass, ' drop constraint ', c.conname) end as drop,
      case when c.conname is null then pg_get_indexdef(i.indexrelid)
        else concat('alter table ', i.indrelid::regclass, ' add constraint ', c.conname, ' ',
          pg_get_constraintdef(c.oid)) end as create
    from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype = 'u'
    where i.indrelid = ${table}::regclass and not i.indisprimary`);
  for (const { drop } of indexes) await tx.run(raw(drop));
  await tx.run(sql`set local session_replication_role = replica`);
  await act();
  await tx.run(sql`set local session_replication_role = origin`);
  for (const { create } of indexes) await tx.run(raw(create));
}

/** Of each person ten codes of both types, over a year; one in five waits, the others a neighbour approved. */
async function fillOperations(tx: Transaction): Promise<void> {
  await tx.run(sql`update users set may_review_codes = true where substr(last_name, 7)::int % 100 < 20`);
  await tx.run(sql`
    insert into operation_codes (worksite_id, user_id, type, code, status, submitted_at, reviewed_at, reviewed_by)
    select u.worksite_id, u.id, t.type, case t.type when 'OPP' then 'OP' else '' end || n || t.place, s.status,
      ${now}::timestamptz - n * interval '35 days', case s.status when 'approved' then ${now}::timestamptz end,
      case s.status when 'approved' then r.id end
    from users u
      join users r on r.email = 'persona' || (substr(u.last_name, 7)::int + 20) % 2000 || '@turnario.example',
      generate_series(1, 10) n,
      lateral (select case n % 2 when 0 then 'OPP' else 'Case' end as type, substr(u.last_name, 7)::int / 3 as place) t,
      lateral (select case n % 5 when 0 then 'pending' else 'approved' end as status) s
    where substr(u.last_name, 7)::int < 2000`);
}

/** An act of every person on themselves, as one acts as another, of 40 kinds. */
async function fillAudit(tx: Transaction): Promise<void> {
  await tx.run(sql`
    insert into audit_log (at, actor_id, acted_as_id, action, target_type, target_id)
    select '2026-01-01'::timestamptz + n * interval '1 minute', u.id, case when n % 20 = 0 then u.id end,
      'atto' || n % 40, 'user', u.id
    from (select id, row_number() over () as number from users) u, generate_series(1, 20000) n
    where u.number = n % 2000 + 1`);
}

/** By what a person waits for. */
const queries: Record<string, (q: Transaction) => Promise<unknown> | Promise<unknown>[]> = {
  session: (q) => findSession(q, { own: new Uint8Array(32), acting: null }, now),
  'sign-in': async (q) => {
    await findCredentials(q, person.email);
    const token = { tokenHash: new Uint8Array(32), userId: person.id, now };
    await noteDevice(q, token);
    await deleteDevicesOf(q, person.id);
  },
  calendar: (q) => shifts.listShifts(q, person.id, firstDay, addDays(firstDay, 41)),
  'a calendar feed': async (q) => {
    const tokenHash = new Uint8Array(createHash('sha256').update(`feed ${person.email}`).digest());
    const [from, cancelledSince] = ['2026-10-16', '2026-10-17T09:00:00.000Z'];
    await feed.findFeedOf(q, person.id);
    await feed.findFeedMark(q, tokenHash, from, cancelledSince);
    await feed.lockFeed(q, tokenHash);
    await feed.forgetShownEvents(q, person.id, from, cancelledSince);
    await feed.readFeedContent(q, person.id, from);
    await feed.listShownEvents(q, person.id);
    await feed.deleteFeed(q, person.id);
  },
  'a person’s devices for pushes, and what they want': async (q) => {
    const id = crypto.randomUUID();
    await devices.listDevices(q, person.id, id);
    await devices.findPreferences(q, person.id).catch(() => null);
    await devices.findDevice(q, person.id, id, now);
    await devices.deleteDevice(q, person.id, id);
    const keys = { endpoint: 'https://push.example/x', p256dh: '', auth: '' };
    await devices.saveDevice(q, { ...keys, userId: person.id, sessionId: id, label: null, now });
    await devices.savePreferences(q, person.id, defaultPushPreferences, now);
  },
  'due pushes': async (q) => {
    const id = crypto.randomUUID();
    await queuePushes(q);
    await pushes.lockDueDevice(q, ['https://busy.example'], ['exchange_match'], now);
    await pushes.listDuePushes(q, id, now, 200);
    await pushes.listSettledTags(q, id);
    await pushes.claimPushes(q, { ids: [id], tag: id }, now);
    await pushes.endPushes(q, [id], 'sent');
    await pushes.deferPushes(q, [id], now);
    await pushes.pauseDevice(q, id, now);
    await devices.noteDelivery(q, id, 'delivered', now);
    await removeDevice(q, id, now);
    await pushes.giveUpPushes(q, '2026-11-15T09:00:00.000Z');
    await pushes.deleteOldPushes(q, '2026-11-01T09:00:00.000Z');
    await pushes.findNextPushes(q);
  },
  'the team’s day': (q) => shifts.readTeamDay(q, person, addDays(firstDay, 3), 300),
  'user-shifts': (q) => shifts.listWorkingShifts(q, person.id, '2026-11-16'),
  'completed swaps': (q) => listCompletedSwaps(q, person.id, null, 51),
  'completed swaps, next page': (q) => listCompletedSwaps(q, person.id, { key: now, id: requestId }, 51),
  'count of completed swaps': (q) => countCompletedSwaps(q, person.id),
  notifications: (q) => [
    readNotificationPage(q, person.id, null, { waiting: 101, others: 31 }),
    countUnread(q, person.id),
  ],
  'notifications, next page': async (q) => {
    for (const rank of [null, 5]) {
      const after = { at: now, id: requestId, rank };
      await readNotificationPage(q, person.id, after, { waiting: 101, others: 31 });
    }
  },
  'reading all notifications': (q) => markAllRead(q, person.id),
  'ending news of requests': (q) => resolveOutdated(q, [{ id: requestId, requesterId: person.id }], now),
  'ending news of what goes': (q) => resolveAllOfRequest(q, requestId, 'withdrawn', now),
  card: (q) => [findCard(q, requestId, viewer), findTab(q, requestId, viewer)],
  'what waits for an answer': (q) => listWaiting(q, viewer, mostWaiting),
  'rules of the week': (q) =>
    shifts.listWeek(q, person.id, { from: firstDay, to: addDays(firstDay, 6) }, shiftId),
  'one entry': (q) => shifts.lockShift(q, person.id, shiftId),
  'entry of a day': (q) => shifts.findShiftOfDay(q, person.id, firstDay),
  'entries of days': (q) => [
    duties.lockEntries(q, person.id, week),
    duties.lockEntriesOf(q, [person.id, viewer.id], week),
    duties.listEntries(q, person.id, week),
  ],
  'removing entries': (q) => [shifts.deleteShift(q, shiftId), shifts.deleteShifts(q, [shiftId])],
  'entries recorded at once': async (q) => {
    const batch = { shiftIds: [shiftId], replaced: [], createdAt: now };
    await findBatch(q, person.id, requestId);
    await listUnchangedOf(q, person.id, batch, firstDay);
    await deleteOldBatches(q, '2026-11-16T08:50:00.000Z');
  },
  'own rotations': (q) => [listPatterns(q, person.id), deletePattern(q, person.id, requestId)],
  'rosters of a worksite': (q) => [
    rosterPeople.listRosterPeople(q, person.worksiteId),
    rosterCalendars.listUsualDuties(q, person.worksiteId, addDays(firstDay, -62)),
    rosters.listRosters(q, person.worksiteId, 30),
    rosterCalendars.listWorkingShifts(q, person.worksiteId, {
      from: firstDay,
      to: addDays(firstDay, 61),
    }),
    rosterCalendars.listMetEntries(q, [person.id, viewer.id], {
      from: firstDay,
      to: addDays(firstDay, 30),
    }),
    rosterCalendars.listHeldDays(q, [person.id, viewer.id]),
    rosterRows.listLatestRows(q, [person.id, viewer.id], {
      from: firstDay,
      to: addDays(firstDay, 30),
    }),
    endings.listWatchedDays(q, person.worksiteId),
  ],
  'what a roster proposes': async (q) => {
    await rosterRows.listWaitingRows(q, person.id, firstDay);
    await rosterPeople.listAskedPeople(q, [person.id, viewer.id]);
    await rosters.findRosterHead(q, requestId);
    const people = { userIds: [person.id], toldAnew: [] };
    await rosterWrites.endRosterNotifications(q, people, 'answered', firstDay, now);
    await rosterWrites.answerRows(
      q,
      person.id,
      'declined',
      [{ rosterId: requestId, day: firstDay, shiftId: null, replaced: null }],
      now,
    );
  },
  'the undoing and the end of rosters': async (q) => {
    await rosterWrites.findRoster(q, requestId);
    await rosterRows.listUndoable(q, requestId, firstDay);
    await rosterWrites.passOnReplaced(q, requestId, firstDay);
    const back = [{ userId: person.id, day: firstDay, id: requestId, updatedAt: now }];
    await rosterWrites.giveBack(q, back, now);
    await rosterWrites.markUndone(q, requestId, now);
    await rosterWrites.deleteRostersBefore(q, addDays(firstDay, -120));
    await rosterWrites.endPastNotifications(q, firstDay, now);
    await rosterWrites.forgetReplaced(q, now);
  },
  'people without an account': async (q) => {
    await unclaimed.listUnclaimed(q, person.worksiteId, firstDay);
    await unclaimed.findUnclaimed(q, person.worksiteId, requestId);
    await unclaimed.findUnclaimedWorksite(q, requestId);
    await unclaimed.listUnclaimedShifts(q, requestId, firstDay);
    await unclaimed.listShiftsOfNames(q, person.worksiteId, ['persona 1', 'persona 2']);
    const place = { worksiteId: person.worksiteId, rosterId: requestId, now };
    await replaced.replaceUnclaimedDays(q, place, [{ key: 'persona 1', day: firstDay }]);
    await replaced.passOnUnclaimed(q, requestId);
    await replaced.takeReplaced(q, place, firstDay);
    await replaced.forgetReplacedUnclaimed(q, '2024-11-16T00:00:00.000Z');
    await unclaimed.forgetEmptyPeople(q, person.worksiteId);
    await unclaimed.findWaiting(q, requestId, firstDay);
    await invitations.listInvitations(q, person.worksiteId, now);
    await invitations.findInvitation(q, new Uint8Array(32), now);
    await invitations.deleteInvitation(q, person.worksiteId, requestId);
    await endWallInvitation(q, person.worksiteId);
    await unclaimed.deleteUnclaimed(q, requestId);
    await unclaimed.deleteUnclaimedOf(q, requestId);
  },
  'whom names of files mean': async (q) => {
    await nameQueries.listNames(q, person.worksiteId);
    const names = [{ name: 'persona 1', userId: person.id, withoutAccount: false, others: [] }];
    await nameQueries.rememberNames(q, person.worksiteId, names, now);
    await nameQueries.deleteNamesBefore(q, addHours(now, -24));
    await nameQueries.deleteNamesOfNobody(q);
  },
  'who was told of a request': (q) => requestQueries.countNotified(q, requestId),
  'one request': (q) => requestQueries.lockRequest(q, person.worksiteId, requestId),
  'some requests': (q) => requestQueries.lockRequests(q, [requestId]),
  'offers of a request': (q) => requestQueries.listOffers(q, requestId),
  'rejections of a request': (q) => requestQueries.listRejecters(q, requestId),
  'colleagues on duty': (q) => peopleQueries.listColleagues(q, person, 'standard', [addDays(firstDay, 3)]),
  'colleagues of a week': (q) => peopleQueries.listColleagues(q, person, 'taxi', week),
  'people of a day': (q) => peopleQueries.listPeopleOfDays(q, person.worksiteId, [addDays(firstDay, 3)]),
  'requests wanting a shift': (q) =>
    requestQueries.listRequestsWanting(
      q,
      person,
      [{ date: addDays(firstDay, 3), shiftType: 'mattina' }],
      now,
    ),
  'requests wanting a week': (q) =>
    requestQueries.listRequestsWantingWeek(
      q,
      person,
      [{ date: holidays.wanted.from, shiftType: 'mattina' }],
      now,
    ),
  'mirrored holidays': (q) => requestQueries.listMirroredHolidays(q, person, holidays, now),
  'requests naming a day': (q) =>
    dayQueries.listRequestsNaming(q, person, [{ date: addDays(firstDay, 22), shiftType: 'mattina' }], now),
  'mirrored days': (q) => dayQueries.listDayMirrors(q, requestId, now),
  'colleagues for each day': async (q) => {
    const shift = await duties.findEntry(q, person.id, shiftId);
    await dayQueries.countAskedByDay(q, person, shift!, { from: firstDay, to: addDays(firstDay, 28) }, now);
  },
  'what needs a day free': async (q) => {
    const filled = [{ userId: person.id, day: addDays(firstDay, 22) }];
    await dayQueries.listOffersNeeding(q, filled);
    await dayQueries.listOpenRequestsNaming(q, filled);
    const recorded = [{ date: addDays(firstDay, 22), shiftType: 'mattina' } as const];
    await dayQueries.isAnySwapConcerned(q, person, filled, recorded, now);
  },
  'open request of a shift': (q) =>
    requestQueries.listRequestsOffering(q, person.id, shiftId, {
      kind: 'settimana',
      offeredWeek: holidays.offered.from,
    }),
  'what a shift is offered in': (q) => [endings.listSwapsWith(q, [person.id, viewer.id], [shiftId])],
  'what a new entry adds to': (q) => [
    endings.listOpenRequestsGaining(q, person.id, holidays.offered.from, true),
    endings.listOffersGaining(q, person.id, holidays.offered.from, true),
  ],
  'what a leaver takes part in': (q) => [
    endings.listOpenRequestsOf(q, person.id),
    endings.listStandingOffersOf(q, person.id),
  ],
  'settling the offers of a request': (q) => [endRequestRows(q, [requestId], null, now)],
  'lapsing the offers of a person': (q) => lapseOffersOf(q, [{ id: requestId, offererId: person.id }], now),
  'closing a request': (q) => [endRequestRows(q, [requestId], { status: 'completata' }, now)],
  'expired requests': (q) => [
    endings.listWorksitesWithExpired(q, now),
    endings.listExpiredRequests(q, person.worksiteId, now, 100),
    endings.findNextExpiry(q, now),
  ],
  'swaps that wait for approval': async (q) => {
    const asked = { viewerId: person.id, now, most: 20 };
    await approvalQueries.listWaitingSwaps(q, { ...asked, worksiteId: person.worksiteId });
    await approvalQueries.listWaitingSwaps(q, { ...asked, worksiteId: null });
    await approvalQueries.findWaitingSwap(q, requestId, now);
    await approvalQueries.findRequestWorksite(q, requestId);
    await approvalQueries.listApprovers(q, person.worksiteId, [person.email]);
  },
  'reminding approvers': (q) => [
    approvalQueries.listWorksitesToRemind(q, now, now),
    approvalQueries.noteReminded(q, person.worksiteId, now, now),
    approvalQueries.findOldestUnreminded(q),
  ],
  'swaps that wait in vain, and offers past their time': (q) =>
    endings.listOverdueOffers(q, person.worksiteId, now),
  'entries that are given': (q) => [
    duties.listGivenEntries(q, person.id, [firstDay]),
    duties.lockEntriesOf(q, [person.id], week),
    approvalQueries.reserveOffer(q, requestId, person.id, {
      since: now,
      until: now,
      shiftIds: [shiftId],
    }),
  ],
  'the rest of two people': (q) =>
    duties.listRosters(q, [
      { userId: person.id, from: firstDay, to: addDays(firstDay, 20) },
      { userId: viewer.id, from: firstDay, to: addDays(firstDay, 20) },
    ]),
  'expired sessions': (q) => [removeLapsedDevices(q, now), deleteExpiredSessions(q, now)],
  'own sessions': (q) => [listOwnSessions(q, person.id, now), deleteOtherSessions(q, person.id, requestId)],
  'a lost password': async (q) => {
    const link = { tokenHash: new Uint8Array(32), now, expiresAt: now };
    await insertLinkOfEmail(q, person.email, link);
    await spendLinks(q, person.id, now);
    await giveUpUseless(q, now);
  },
  'a copy of one’s own data': (q) => [
    ownData.getOwnAccount(q, person.id),
    ownData.listOwnRequests(q, person.id),
    ownData.listOwnRosterDays(q, person.id),
    ownData.listOwnRosterNames(q, person.id),
    ownData.listOwnOffers(q, person.id),
    ownData.listOwnRejections(q, person.id),
    listNotifications(q, person.id, null, null),
    ownData.listOwnCodes(q, person.id),
    ownData.listOwnMails(q, person.id),
  ],
  'the end of an account': (q) => [
    anonymising.deleteOwnRows(q, person.id),
    anonymising.stripSharedRows(q, person.id),
    anonymising.giveUpMails(q, person.id),
    anonymising.stripUser(q, person.id, now),
  ],
  'idle accounts': (q) => anonymising.listIdlePeople(q, '2024-11-16'),
  'days and acts past their term': (q) => [
    upkeep.listWorksitesWithDaysBefore(q, '2024-11-16'),
    upkeep.deleteDaysBefore(q, person.worksiteId, '2024-11-16', 1000),
    upkeep.hasActsBefore(q, '2021-11-16T00:00:00.000Z'),
    upkeep.deleteActsBefore(q, '2021-11-16T00:00:00.000Z', 1000),
  ],
  'finding a person': (q) => listPeople(q, { search: 'numero777 turnario' }, null, 51),
  'people by name': (q) => listPeople(q, {}, null, 51),
  'people by name, next page': (q) =>
    listPeople(q, {}, { lastName: 'Numero5', firstName: 'Persona', id: person.id }, 51),
  'people of a worksite': (q) => listPeople(q, { worksiteId: person.worksiteId }, null, 51),
  'latest shifts': (q) => listRecentShifts(q, 20),
  'a page of the export of shifts': (q) =>
    listShiftsAfter(q, person.worksiteId, { day: addDays(firstDay, 3), id: shiftId }, 20),
  audit: (q) => [
    listAudit(q, {}, null, 51),
    listAudit(q, { from: '2026-01-05', to: '2026-01-05' }, { at: now, id: 9 }, 51),
    listAudit(q, { personId: person.id }, null, 51),
    listAudit(q, { actorId: person.id }, null, 51),
    listAudit(q, { action: 'atto7' }, null, 51),
    listActors(q),
  ],
  'swaps and requests of the last weeks': async (q) => {
    const period = { now, firstDay: '2030-01-07', since: '2030-01-07T00:00:00.000Z', longOpenSince: now };
    await overview.countSwapsByWeek(q, period);
    await overview.countRequestsAndMails(q, { ...period, now: '2030-01-08T00:00:00.000Z' });
  },
  'what a CEO looks after first': (q) => [
    overview.countAttention(q, {
      joinedSince: '2030-01-07T00:00:00.000Z',
      now,
      canSendMail: true,
    }),
    countFailedSignIns(q, firstDay),
    listPeople(q, { joinedSince: '2030-01-07' }, null, 51),
  ],
  'operation codes': async (q) => {
    const year = yearOf(now);
    for (const scope of [{ userId: person.id }, { worksiteId: person.worksiteId }]) {
      for (const type of [null, 'OPP'] as const) {
        for (const status of [null, 'pending'] as const) {
          for (const span of [null, spanOfMonth(year.month)]) {
            const filter = { scope, type, status, span };
            await operations.listOperations(q, filter, null, 51);
            await operations.listOperations(q, filter, { submittedAt: now, id: requestId }, 51);
            await operations.countOperations(q, filter);
          }
        }
      }
    }
    await operations.tallyOperations(q, person.id, year, spanOfMonth(year.month));
    await operations.listCodeWatchers(q, person.worksiteId, ['ceo@turnario.example']);
  },
  'the accounts of the CEOs': (q) => [listCeoAccounts(q, ['ceo@turnario.example'])],
  'operation codes of all worksites': async (q) => {
    for (const status of [null, 'pending'] as const) {
      for (const span of [null, spanOfMonth('2026-11')]) {
        const filter = { scope: 'all', type: 'Case', status, span } as const;
        await operations.listOperations(q, filter, null, 51);
        await operations.listOperations(q, filter, { submittedAt: now, id: requestId }, 51);
      }
    }
  },
  'reviewing and deleting codes': async (q) => {
    await operationWrites.lockOperations(q, [requestId]);
    await operations.listOperationsById(q, [requestId]);
    await operationWrites.hasOperation(q, { userId: person.id, type: 'OPP', code: 'OP1' });
    const verdict = { status: 'approved', reason: null, reviewerId: person.id, now } as const;
    await operationWrites.setVerdict(q, [requestId], verdict);
    await operationWrites.deleteOperationRow(q, requestId);
  },
  'due mails': (q) => [hasDueMail(q, now), claimMail(q, now), findNextInstants(q), giveUpClaims(q, now)],
  'news that are due as mails': (q) => [
    findNextNews(q),
    lockNextReader(q, now),
    gatherNews(q, person.id, now),
  ],
  'mails of the outbox': (q) => [
    mails.listMails(q, 'sent', null, 31),
    mails.countMails(q),
    mails.requeueFailedMails(q, now),
  ],
  'state of the outbox, for the metrics': (q) => readOutboxState(q),
  'mails of the outbox, next page': (q) => mails.listMails(q, 'sent', { at: now, id: requestId }, 31),
  'mails that wait for a person': (q) => mails.listWaitingMails(q, person.id, 20),
};

test('the tables have grown', async () => {
  const counts = await database.one(sql`
    select (select count(*) from shifts) as shifts, (select count(*) from exchange_requests) as requests,
      (select count(*) from pre_acceptances) as offers, (select count(*) from completed_swaps) as swaps,
      (select count(*) from notifications) as news, (select count(*) from mail_outbox) as mails`);
  expect(counts).toEqual({
    shifts: 1_000_000,
    requests: 24_800,
    offers: 45_280,
    swaps: 10_140,
    news: 50_000,
    mails: 30_420,
  });
  const own = await database.one(sql`
    select (select count(*) from users where worksite_id = ${person.worksiteId}) as people,
      (select count(*) from exchange_requests where worksite_id = ${person.worksiteId}) as requests`);
  expect(own).toEqual({ people: 200, requests: 5_200 });
});

describe('no large table is read as a whole for', () => {
  test.each(Object.keys(queries))('%s', async (name) => {
    const planner = new Planner();
    await Promise.all([queries[name]!(planner as unknown as Transaction)].flat());
    expect(planner.statements).toBeGreaterThan(0);
    expect(planner.wholeReads).toEqual([]);
  });

  test.each(exchangeTabs)('the tab %s with its rows, and its next page', async (tab) => {
    const planner = new Planner();
    await pages.listTab(planner, viewer, tab, null, 31);
    const key = tab === 'rifiutati' || tab === 'completati' ? now : firstDay;
    await pages.listTab(planner, viewer, tab, { key, id: requestId }, 31);
    expect(planner.statements).toBe(2);
    expect(planner.wholeReads).toEqual([]);
  });

  test('the counts of all tabs', async () => {
    const planner = new Planner();
    await pages.countTabs(planner, viewer);
    expect(planner.statements).toBe(1);
    expect(planner.wholeReads).toEqual([]);
  });

  test('and one that is, is noticed', async () => {
    const planner = new Planner();
    await planner.one(sql`select min(r.message) from exchange_requests r`);
    expect(planner.wholeReads).toContain('exchange_requests');
  });
});

test('what needs an action is found by an index of its own among thousands of notifications', async () => {
  const rollBack = new Error('roll back');
  const seen: (string | undefined)[] = [];
  const rolledBack = database.transaction(async (open) => {
    await open.run(sql`
      insert into notifications (user_id, type, facts, is_read, created_at, over_at, ending)
      select ${person.id}, 'new_exchange_request', '{}', true, ${now}::timestamptz - n * interval '1 hour',
        case when n < 5980 then now() end, case when n < 5980 then 'closed' end
      from generate_series(1, 6000) n`);
    await open.script('analyze notifications');
    const explaining = {
      many: async (statement: Sql) => {
        const row = await open.one<ExplainRow>(sql`explain (format json) ${statement}`);
        seen.push(...nodesOf(row['QUERY PLAN'][0].Plan).map((node) => node['Index Name']));
        return [];
      },
    } as unknown as Queryable;
    await readNotificationPage(explaining, person.id, null, { waiting: 101, others: 31 });
    throw rollBack;
  });
  await expect(rolledBack).rejects.toBe(rollBack);
  expect(seen).toContain('notifications_asking');
});

describe('a screen takes the same few statements, however many rows it shows:', () => {
  const settings = { ceoEmails: [], taxiAccessCode: null };
  const contextOf = (planner: Planner): AppContext =>
    ({ database: planner, clock: { now: () => now }, settings }) as unknown as AppContext;
  const look = async (read: (context: AppContext, signedIn: SignedIn) => Promise<unknown[]>) => {
    // the token whose hash `fill` stored
    const signedIn = await readSession(contextOf(new Planner()), { own: person.email });
    const planner = new Planner();
    const rows = await read(contextOf(planner), signedIn!);
    expect(rows.length).toBeGreaterThan(0);
    expect(planner.wholeReads).toEqual([]);
    return planner.statements;
  };

  const readList = async (
    context: AppContext,
    signedIn: SignedIn,
    tab: ExchangeTab,
  ): Promise<ExchangeRow[]> => (await views.readTab(context, signedIn, tab, null)).requests;

  test.each(exchangeTabs)('exchange list, %s', async (tab) => {
    expect(await look((context, signedIn) => readList(context, signedIn, tab))).toBe(1);
  });

  test.each(exchangeTabs)('exchange list where too little rest blocks swaps, %s', async (tab) => {
    const restRules = { mode: 'blocco', limits: defaultRestLimits } as const;
    const statements = await look((context, signedIn) => readList(context, { ...signedIn, restRules }, tab));
    // and the rosters of what it shows
    expect(statements).toBeLessThanOrEqual(2);
  });

  test('exchange list of all tabs', async () => {
    const read = (context: AppContext, signedIn: SignedIn) =>
      views.listRequests(context, signedIn, null, 101);
    expect(await look(read)).toBe(1);
  });

  test('and one that takes a statement for each row is noticed', async () => {
    const read = async (context: AppContext, signedIn: SignedIn) => {
      const requests = await readList(context, signedIn, 'completati');
      return Promise.all(
        requests.map(({ id }) => views.readCard(context.database, signedIn, id, context.clock.now())),
      );
    };
    expect(await look(read)).toBeGreaterThan(10);
  });

  test('swaps that wait for approval', async () => {
    const read = async (context: AppContext, signedIn: SignedIn) => {
      const { approvals } = await readApprovals(context, {
        ...signedIn,
        user: { ...signedIn.user, mayApproveSwaps: true },
      });
      expect(approvals.length).toBe(mostApprovals);
      return approvals;
    };
    expect(await look(read)).toBe(2);
  });

  test('completed swaps', async () => {
    const read = async (context: AppContext, signedIn: SignedIn) =>
      (await readCompleted(context, signedIn, null)).swaps;
    expect(await look(read)).toBe(2);
  });

  test('month', async () => {
    expect(
      await look(({ database: db }) => shifts.listShifts(db, person.id, firstDay, addDays(firstDay, 29))),
    ).toBe(1);
  });
});

test('every reference to a row that can be deleted has an index', async () => {
  const missing = await database.many<{ table: string; name: string }>(sql`
    select c.conrelid::regclass::text as "table", c.conname as name
    from pg_constraint c
    where c.contype = 'f'
      and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])`);
  expect(missing.filter(({ table }) => !smallTables.has(table))).toEqual([]);
});
