import sql, { type Sql } from 'sql-template-tag';
import { findPerson, type PersonRow } from '../../../src/server/exchanges/queries.people.ts';
import type { Transaction } from '../../../src/server/platform/database/database.ts';
import { requireFound } from '../../../src/server/platform/errors/refusalError.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';

// A large data set: 10,000 people in 50 worksites with a million shifts. The viewer's worksite, number 27, has 200 people and
// 5,000 requests. Only on PostgreSQL: the embedded database has the same planner.

export const firstDay = '2026-11-20';
export const now = '2026-11-16T09:00:00.000Z';

export interface Grown {
  database: TestDatabase;
  /** The viewer, with one of their shifts and an open request for it. */
  person: PersonRow;
  reader: { id: string; worksiteId: string; now: string };
  id: string;
  worksiteId: string;
  both: string[];
  shiftId: string;
  requestId: string;
}

const duty = sql`jsonb_build_array(jsonb_build_object('date', s.day, 'shiftId', s.id, 'workLocation', 'sede',
  'startTime', to_char(s.start_time, 'HH24:MI'), 'endTime', to_char(s.end_time, 'HH24:MI'),
  'shiftType', s.shift_type, 'isSplitShift', false, 'secondStartTime', null, 'secondEndTime', null))`;
/** The number in the name of a person `u` of `users`. */
const number = sql`substr(u.last_name, 7)::int`;

const people: Sql[] = [
  sql`insert into worksites (name, access_code, email)
    select 'Cantiere ' || n, 'CODICE-' || n, 'c' || n || '@turnario.example' from generate_series(0, 49) n`,
  sql`insert into users (worksite_id, email, first_name, last_name, role)
    select w.id, 'persona' || n || '@turnario.example', 'Persona', 'Numero' || n, 'operatore'
    from generate_series(0, 9999) n join worksites w on w.name = 'Cantiere ' || n % 50`,
  sql`insert into sessions (token_hash, user_id, is_remembered, created_at, last_used_at, expires_at)
    select sha256(convert_to(email, 'UTF8')), id, true, ${now}, ${now}, ${now}::timestamptz + interval '30 days' from users`,
  sql`insert into password_links (token_hash, user_id, created_at, expires_at, used_at)
    select sha256(convert_to('link ' || email, 'UTF8')), id, ${now}, ${now}, ${now} from users`,
  sql`insert into known_devices (token_hash, user_id, used_at)
    select sha256((u.id::text || n)::bytea), u.id, '2026-01-01'::timestamptz + n * interval '1 day'
    from users u, generate_series(1, 10) n`,
  sql`insert into attempt_counters (key, window_started_at, attempts)
    select sha256(n::text::bytea), ${now}, 1 from generate_series(1, 10000) n`,
  // one act of every person on themselves, some acting as another, of 40 kinds
  sql`insert into audit_log (at, actor_id, acted_as_id, action, target_type, target_id)
    select '2026-01-01'::timestamptz + n * interval '1 minute', u.id, case when n % 20 = 0 then u.id end,
      'atto' || n % 40, 'user', u.id
    from (select id, row_number() over () as number from users) u, generate_series(1, 20000) n
    where u.number = n % 2000 + 1`,
  // ten codes per person, of both types, over a year; one in five is pending, the others were approved by a neighbour
  sql`update users u set may_review_codes = true where ${number} % 100 < 20`,
  sql`insert into operation_codes (worksite_id, user_id, type, code, status, submitted_at, reviewed_at, reviewed_by)
    select u.worksite_id, u.id, t.type, case t.type when 'OPP' then 'OP' else '' end || n || t.place, s.status,
      ${now}::timestamptz - n * interval '35 days', case s.status when 'approved' then ${now}::timestamptz end,
      case s.status when 'approved' then r.id end
    from users u join users r on r.email = 'persona' || (${number} + 20) % 2000 || '@turnario.example',
      generate_series(1, 10) n,
      lateral (select case n % 2 when 0 then 'OPP' else 'Case' end as type, ${number} / 3 as place) t,
      lateral (select case n % 5 when 0 then 'pending' else 'approved' end as status) s
    where ${number} < 2000`,
];

/**
 * Ten of a hundred consecutive days per person, the last month of them in the future: one statement for all would time out.
 * Ascending ids are fastest to insert.
 */
const tenDays = (
  first: number,
) => sql`insert into shifts (id, worksite_id, user_id, day, work_location, start_time, end_time, shift_type)
    select lpad(to_hex(n * 10000 + ${number}), 32, '0')::uuid, u.worksite_id, u.id, ${firstDay}::date - 69 + n, 'sede',
      case t.early when 0 then '06:00'::time else '14:00' end, case t.early when 0 then '14:00'::time else '22:00' end,
      case t.early when 0 then 'mattina' else 'pomeriggio' end
    from generate_series(${first}::int, ${first + 9}::int) n, users u, lateral (select (n + ${number} / 50) % 2 as early) t
    order by 1`;

const calendars: Sql[] = [
  sql`insert into calendar_feeds (user_id, token_hash, with_notes, with_absences, created_at)
    select id, sha256(convert_to('feed ' || email, 'UTF8')), false, false, ${now} from users`,
  sql`insert into calendar_feed_events (user_id, shift_id, part, day, start_time, end_time, content_hash, sequence, changed_at)
    select id, gen_random_uuid(), 1, ${firstDay}::date + n, '06:00', '14:00', '', 0, ${now}
    from users, generate_series(1, 10) n`,
  sql`insert into shift_batches (user_id, created_at, shift_ids, replaced)
    select id, ${now}::timestamptz - interval '5 minutes', '{}', '[]' from users`,
  sql`insert into shift_patterns (user_id, name, steps, starts_on, updated_at)
    select id, 'Turno ' || n, '[]', ${firstDay}::date, ${now} from users, generate_series(1, 3) n`,
  sql`set local session_replication_role = replica`,
  ...Array.from({ length: 10 }, (_, at) => tenDays(10 * at)),
  sql`set local session_replication_role = origin`,
];

const rosters: Sql[] = [
  sql`insert into rosters (worksite_id, loader_id, title, first_day, last_day, is_entered, created_at)
    select w.id, (select u.id from users u where u.worksite_id = w.id limit 1), 'dicembre',
      ${firstDay}::date - n, ${firstDay}::date - n + 30, false, ${now}
    from worksites w, generate_series(1, 100) n`,
  sql`insert into roster_rows (roster_id, user_id, day, duty, status)
    select o.id, u.id, o.first_day + n, '{}', case when n % 3 = 0 then 'waiting' else 'same' end
    from rosters o join users u on u.worksite_id = o.worksite_id, generate_series(0, 4) n
    where o.first_day = ${firstDay}::date - 1`,
  sql`insert into unclaimed_people (worksite_id, name, name_key, created_at)
    select w.id, 'Persona ' || n, 'persona ' || n, ${now} from worksites w, generate_series(1, 20) n`,
  sql`insert into unclaimed_shifts (person_id, day, roster_id, duty)
    select p.id, ${firstDay}::date + n, o.id, '{"workLocation": "sede"}'
    from unclaimed_people p join rosters o on o.worksite_id = p.worksite_id and o.first_day = ${firstDay}::date - 1,
      generate_series(0, 9) n`,
  sql`insert into invitations (worksite_id, person_id, token_hash, created_at, expires_at)
    select worksite_id, id, sha256(convert_to(id::text, 'UTF8')), ${now}, ${now} from unclaimed_people`,
  sql`insert into roster_names (worksite_id, name_key, user_id, is_without_account, others, said_at)
    select worksite_id, 'persona ' || id, id, false, '{}'::uuid[], ${now}::timestamptz from users
    union all select worksite_id, name_key, null, n = 1, '{}'::uuid[], ${now}::timestamptz from (
      select worksite_id, name_key, row_number() over (partition by worksite_id) as n from unclaimed_people) p`,
  sql`insert into unclaimed_replaced (replaced_by, roster_id, name, name_key, day, duty, replaced_at)
    select o.id, s.roster_id, p.name, p.name_key, s.day, s.duty, ${now}
    from unclaimed_shifts s join unclaimed_people p on p.id = s.person_id
      join rosters o on o.worksite_id = p.worksite_id and o.first_day = ${firstDay}::date - 2`,
];

const swaps: Sql[] = [
  // for many people two open requests, one of them with offers, and eight closed or completed ones; more in worksite 27
  sql`insert into exchange_requests (worksite_id, requester_id, kind, status, offered_shift_id, offered_duties,
      offered_day, requested_day, requested_shift_type, requester_contract_hours, requester_role, expires_at,
      close_reason, closed_at)
    select s.worksite_id, s.user_id, 'turno', f.status, s.id, ${duty}, s.day, s.day,
      case s.shift_type when 'mattina' then 'pomeriggio' else 'mattina' end, 8, 'operatore',
      (s.day + s.start_time) at time zone 'Europe/Rome',
      case f.status when 'annullata' then 'shift_changed' end, case when f.status <> 'aperta' then now() end
    from shifts s join users u on u.id = s.user_id,
      lateral (select case when s.day - ${firstDay}::date between 3 and 4 then 'aperta'
        when (s.day - ${firstDay}::date + ${number} / 50) % 2 = 0 then 'annullata' else 'completata' end as status) f
    where (s.day - ${firstDay}::date in (3, 4, 7, 8, 9, 10, 11, 12, 13, 14) and (${number} < 2000 or ${number} % 50 = 27))
      or (s.day - ${firstDay}::date between -15 and -1 and ${number} % 50 = 27)`,
  // for everybody in worksite 27 one `giorno`
  sql`insert into exchange_requests (worksite_id, requester_id, kind, offered_shift_id, offered_duties, offered_day,
      requested_day, acceptable_days, requester_contract_hours, requester_role, expires_at)
    select s.worksite_id, s.user_id, 'giorno', s.id, ${duty}, s.day, s.day,
      (select array_agg(s.day + n) from generate_series(1, 14) n), 8, 'operatore',
      (s.day + s.start_time) at time zone 'Europe/Rome'
    from shifts s join users u on u.id = s.user_id where s.day = ${firstDay}::date + 20 and ${number} % 50 = 27`,
  sql`analyze exchange_requests`,
  sql`insert into pre_acceptances (request_id, user_id, status, offered_shift_id, offered_duties)
    select r.id, s.user_id, case r.status when 'aperta' then 'offerta' else 'decaduta' end, s.id, ${duty}
    from exchange_requests r join users q on q.id = r.requester_id cross join generate_series(1, 2) n
      join users u on u.last_name = 'Numero' || (substr(q.last_name, 7)::int + 50 * n) % 10000
      join shifts s on s.user_id = u.id and s.day = r.requested_day
    where s.day - ${firstDay}::date <> 4`,
  // one in eight open requests waits for approval: more than one page
  sql`update pre_acceptances p set reserved_since = ${now}, reserved_until = ${firstDay}::date + interval '5 hours',
      reserved_shift_ids = array[r.offered_shift_id, p.offered_shift_id]
    from exchange_requests r
    where r.id = p.request_id and r.status = 'aperta' and hashtext(r.id::text) % 8 = 0
      and p.user_id = (select min(o.user_id::text)::uuid from pre_acceptances o where o.request_id = r.id)`,
  sql`insert into exchange_rejections (request_id, user_id)
    select r.id, u.id from exchange_requests r join users q on q.id = r.requester_id join users u
      on u.last_name = 'Numero' || (substr(q.last_name, 7)::int + 100) % 10000`,
  sql`insert into completed_swaps (request_id, worksite_id, kind, requester_id, accepter_id, requester_snapshot,
      accepter_snapshot, requester_gave, accepter_gave, exchange_day, requested_at, offered_at)
    select r.id, r.worksite_id, 'turno', r.requester_id, p.user_id, '{"role": "operatore"}', '{"role": "operatore"}',
      r.offered_duties, p.offered_duties, r.requested_day, now(), now()
    from exchange_requests r
    join lateral (select * from pre_acceptances p where p.request_id = r.id order by p.user_id limit 1) p on true
    where r.status = 'completata'`,
];

const messages: Sql[] = [
  sql`insert into notifications (user_id, type, person_id, facts, related_request_id, is_read, created_at)
    select p.user_id, 'exchange_declined', (select requester_id from exchange_requests where id = p.request_id),
      '{"fact": "other_chosen", "time": "2026-11-20"}', p.request_id, n > 0, now() - n * interval '1 hour'
    from pre_acceptances p, generate_series(0, 1) n where n = 0 or p.status = 'offerta'`,
  // the viewer has thousands of notifications, few of them for open requests
  sql`insert into notifications (user_id, type, facts, related_request_id, created_at)
    select u.id, 'new_exchange_request', '{}', r.id, ${now}::timestamptz - r.n * interval '1 hour'
    from users u, (select id, row_number() over () as n from exchange_requests limit 6000) r
    where u.last_name = 'Numero777'`,
  sql`insert into mail_outbox (dedupe_key, kind, swap_id, recipient, status, claimed_at, created_at)
    select 'swap:' || c.id || ':' || n, 'swap_completed', c.id, 'x@turnario.example',
      (array['sent', 'queued', 'sending'])[1 + (n * (c.exchange_day = ${firstDay}::date + 14)::int)], now(),
      now() - row_number() over () * interval '1 second'
    from completed_swaps c, generate_series(0, 2) n`,
  // few notifications are due by mail
  sql`update notifications set mail_due_at = ${now}
    where id in (select id from notifications order by id limit 100)`,
  sql`insert into push_preferences (user_id, subjects_off, quiet_from, quiet_to, shows_details)
    select id, '{}', '22:00', '07:00', false from users`,
  sql`insert into mail_preferences (user_id, subjects_off) select id, '{offers}' from users`,
  sql`insert into push_devices (user_id, session_id, endpoint, origin, p256dh, auth, created_at)
    select user_id, id, 'https://push.example/' || id, 'https://push.example', '', '', ${now} from sessions`,
  sql`insert into push_outbox (notification_id, device_id, status, due_at, claimed_at, created_at)
    select n.id, d.id, (array['sent', 'queued', 'sending'])[1 + greatest(0, row_number() over () % 100 - 97)], ${now},
      ${now}, ${now}::timestamptz - row_number() over () * interval '1 second'
    from notifications n join push_devices d on d.user_id = n.user_id`,
];

async function fill(tx: Transaction): Promise<void> {
  // no timeout for filling the tables
  await tx.run(sql`set local statement_timeout = 0`);
  for (const statements of [people, calendars, rosters, [sql`analyze`], swaps, messages]) {
    for (const statement of statements) await tx.run(statement);
  }
}

/** Creates the data set for a test file. */
export async function grownDatabase(): Promise<Grown> {
  const database = await testDatabase();
  await database.transaction(fill);
  await database.run(sql`analyze`);
  const { id } = await database.one<{ id: string }>(sql`select id from users where last_name = 'Numero777'`);
  const person = requireFound(await findPerson(database, id));
  const own = await database.one<{ shiftId: string; requestId: string }>(sql`
    select offered_shift_id as "shiftId", id as "requestId" from exchange_requests
    where requester_id = ${person.id} and status = 'aperta' limit 1`);
  const { worksiteId } = person;
  return {
    database,
    person,
    reader: { id, worksiteId, now },
    id,
    worksiteId,
    both: [id, id],
    ...own,
  };
}
