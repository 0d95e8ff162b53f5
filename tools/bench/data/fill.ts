import { raw } from 'sql-template-tag';
import { termsVersion } from '../../../src/domain/auth/termsVersion.ts';
import type { Database } from '../../../src/server/platform/database/database.ts';
import { migrate } from '../../../src/server/platform/database/migrate.ts';
import { createPasswordHasher } from '../../../src/server/platform/passwordHasher.ts';
import { loader, password, stepOf, type World } from './world.ts';

/**
 * Fills an empty database with a world: people with a session and shifts, and requests of some of them with their
 * offers, refusals, completed swaps and notifications.
 */
export async function fill(database: Database, world: World): Promise<void> {
  await migrate(database);
  const hasher = await createPasswordHasher();
  const passwordHash = await hasher.hash(password);
  const steps = [
    people(world, passwordHash),
    ...shiftSteps(world),
    'analyze shifts, users;',
    requests(world),
    'analyze exchange_requests;',
    answers(world),
    outcomes,
    notices(world),
  ];
  await database.transaction(async (tx) => {
    // references hold by construction; asking each would take most of the time
    await tx.script('set local statement_timeout = 0; set local session_replication_role = replica');
    for (const step of steps) await tx.script(step);
  });
  // as it is after a night's upkeep: statistics, and pages known to be visible
  await database.run(raw('vacuum (analyze)'));
}

/** A UUID of version 4 by its form that ascends with a number. */
const idOf = (number: string): string => `(lpad(to_hex(${number}), 12, '0') || '40008000000000000000')::uuid`;

const people = ({ people: count, today, worksites, crowd }: World, passwordHash: string): string => `
  insert into worksites (name, access_code, email, roster_mode)
  select 'Cantiere ' || n, 'CODICE-' || n, 'c' || n || '@turnario.example', 'subito' from generate_series(0, ${worksites - 1}) n;
  insert into users (id, worksite_id, email, first_name, last_name, role, password_hash, accepted_terms_version,
    accepted_terms_at, last_active_on, may_load_shifts)
  select ${idOf('n')}, w.id, 'persona' || n || '@turnario.example', 'Persona', 'Numero' || n,
    'operatore', '${passwordHash}', '${termsVersion}', now(), '${today}',
    n = ${loader}
  from generate_series(0, ${count - 1}) n
  join worksites w on w.name = 'Cantiere ' || case when n < ${crowd} then 0 else 1 + n % ${worksites - 1} end;
  insert into sessions (token_hash, user_id, is_remembered, created_at, last_used_at, expires_at)
  select sha256(convert_to('bench-' || substr(last_name, 7), 'UTF8')), id, true, now(), now(), now() + interval '30 days'
  from users;`;

/** Ten days at a time; ids ascend, which is quickest to write. */
function shiftSteps({ today, people: count, crowd, ...days }: World): string[] {
  const steps: string[] = [];
  for (let first = days.first; first <= days.last; first += 10) {
    const last = Math.min(first + 9, days.last);
    steps.push(`
      insert into shifts (id, worksite_id, user_id, day, work_location, start_time, end_time, shift_type)
      select ${idOf(`(d - ${days.first})::bigint * ${count} + p.number`)}, u.worksite_id, u.id,
        '${today}'::date + d, 'sede',
        case when t.early then '06:00'::time else '14:00' end, case when t.early then '14:00'::time else '22:00' end,
        case when t.early then 'mattina' else 'pomeriggio' end
      from generate_series(${first}, ${last}) d, users u,
        lateral (select substr(u.last_name, 7)::int as number) p,
        lateral (select d = ${days.last} and p.number < ${crowd} as is_full) f,
        lateral (select case when f.is_full then p.number = ${loader} else (d + 100 + p.number) % 2 = 0 end as early) t
      where (d + p.number + 700) % 7 <> 0 or f.is_full
      order by 1;`);
  }
  return steps;
}

const duty = `jsonb_build_array(jsonb_build_object('date', s.day, 'shiftId', s.id, 'workLocation', 'sede',
  'startTime', to_char(s.start_time, 'HH24:MI'), 'endTime', to_char(s.end_time, 'HH24:MI'),
  'shiftType', s.shift_type, 'isSplitShift', false, 'secondStartTime', null, 'secondEndTime', null))`;

/** Of each who asks: two or three open ones, the others closed or completed. */
const requests = ({ today, askers, requestsEach }: World): string => `
  insert into exchange_requests (worksite_id, requester_id, kind, status, offered_shift_id, offered_duties,
    offered_day, requested_day, requested_shift_type, requester_contract_hours, requester_role, expires_at,
    close_reason, created_at, closed_at)
  select s.worksite_id, s.user_id, 'turno', f.status, s.id, ${duty}, s.day, s.day,
    case s.shift_type when 'mattina' then 'pomeriggio' else 'mattina' end, 8, 'operatore',
    (s.day + s.start_time) at time zone 'Europe/Rome', case f.status when 'annullata' then 'shift_changed' end,
    now() - interval '1 day', case when f.status <> 'aperta' then now() - n.place * interval '1 hour' end
  from (select id from users where substr(last_name, 7)::int < ${askers}) u
    join lateral (select *, row_number() over (order by day desc) as place from shifts
      where user_id = u.id and day <= '${today}'::date + 14) n on n.place <= ${requestsEach}
    join shifts s on s.id = n.id,
    lateral (select case when s.day - '${today}'::date between 3 and 5 then 'aperta'
      when n.place % 2 = 0 then 'annullata' else 'completata' end as status) f;`;

/** The number of a requester's n-th colleague. */
const colleague = (world: World, n: string): string => {
  const number = 'substr(q.last_name, 7)::int';
  return `(case when ${number} < ${world.crowd} then (${number} + ${n}) % ${Math.max(1, world.crowd)}
      else ${number} + ${n} * ${stepOf(world)} end)`;
};

/** Two offers on every request but those of one day, and a refusal. */
const answers = (world: World): string => `
  insert into pre_acceptances (request_id, user_id, status, offered_shift_id, offered_duties)
  select r.id, s.user_id,
    case r.status when 'aperta' then 'offerta' when 'completata' then (array['scelta', 'decaduta'])[(n + 1) / 2]
      else 'decaduta' end, s.id, ${duty}
  from exchange_requests r join users q on q.id = r.requester_id cross join unnest(array[1, 3]) n
    join users u on u.last_name = 'Numero' || ${colleague(world, 'n')}
    join shifts s on s.user_id = u.id and s.day = r.requested_day
  where r.status <> 'aperta' or r.requested_day <> current_date + 4;
  insert into exchange_rejections (request_id, user_id)
  select r.id, u.id from exchange_requests r join users q on q.id = r.requester_id
    join users u on u.last_name = 'Numero' || ${colleague(world, '9')};`;

const outcomes = `
  insert into completed_swaps (request_id, worksite_id, kind, requester_id, accepter_id, requester_snapshot,
    accepter_snapshot, requester_gave, accepter_gave, exchange_day, requested_at, offered_at)
  select r.id, r.worksite_id, 'turno', r.requester_id, p.user_id,
    '{"role": "operatore", "contractHours": 8, "taxiLicense": null, "phoneNumber": null}',
    '{"role": "operatore", "contractHours": 8, "taxiLicense": null, "phoneNumber": null}',
    r.offered_duties, p.offered_duties, r.requested_day, now(), now()
  from exchange_requests r join pre_acceptances p on p.request_id = r.id and p.status = 'scelta';
  insert into notifications (user_id, type, person_id, facts, related_request_id, is_read, created_at)
  select r.requester_id, 'exchange_completed', r.requester_id,
    jsonb_build_object('fact', 'shift_swapped', 'received', r.offered_duties -> 0), r.id, n > 0,
    now() - n * interval '1 hour'
  from exchange_requests r, generate_series(0, 1) n where n = 0 or r.status = 'aperta';`;

const notices = (world: World): string => `
  insert into notifications (user_id, type, person_id, facts, is_read, created_at)
  select u.id, 'new_exchange_request', u.id, jsonb_build_object('fact', 'request_published', 'wanted', 'pomeriggio',
    'offered', jsonb_build_object('date', '${world.today}', 'workLocation', 'sede', 'startTime', '06:00',
      'endTime', '14:00', 'shiftType', 'mattina', 'isSplitShift', false, 'secondStartTime', null, 'secondEndTime', null)),
    n > 2, now() - n * interval '1 day'
  from users u, generate_series(1, ${world.notices}) n;`;
